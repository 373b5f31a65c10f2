// Rules of plain language that a program can count, over the comments and the type names of one source file.
import ts from 'typescript';

export const rules = ['header', 'lines', 'what', 'people', 'phrase', 'long', 'type'] as const;
export type Rule = (typeof rules)[number];
export type WordFault = { rule: Rule; line: number; text: string };

type Comment = { text: string; line: number; lines: number; pos: number };

const questionHeader = /^(What|Whether|How|Who|Which|Where|When)\b/;
const vaguePeople = /\b(whoever|whatever|nobody|somebody)\b/gi;
const phrases = [
  /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|one\b)\w+/gi,
  /\bbeside\b/gi,
  /\bof (?:its|their|his|her) own\b/gi,
  /\bby now\b/gi,
  /\b(?:those|the one|the ones) of before\b/gi,
  /\b(?:tells?|told)\b/gi,
  /\bthat many\b/gi,
  /\b(?:null|undefined) where\b/gi,
];
export const sentenceWordsMax = 30;
const headerLinesMax = 2;

/** Irregular participles and pronouns; the regular participles end in -ed and -ing. */
const irregular =
  /^(Told|Asked|Said|Given|Shown|Sent|Held|Kept|Known|Made|Seen|Taken|Written|Found|Bought|Spent|Left|Gone|Done|Drawn|Met|Paid|Read|Put|Mine|Other|Others|This|That|What|Which|Who|Whose|When|Beside|Something|Nothing)$/;
/** Nouns that only look like participles. */
const nouns =
  /^(Listing|Setting|String|Heading|Building|Pricing|Timing|Ending|Opening|Rating|Spelling|Binding|Coding|Encoding|Mapping|Standing|Thing|Ring|King|Feed|Seed|Need|Speed|Embed|Id|Bed)$/;

/** Faults of one file against every rule. */
export function wordFaults(file: string, text: string): WordFault[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const comments = commentsOf(source);
  const firstCode = source.statements[0]?.getStart() ?? text.length;
  const header = comments.find(({ text: words }) => words !== '');
  const faults: WordFault[] = [];
  if (header !== undefined && header.pos < firstCode) {
    if (questionHeader.test(header.text)) faults.push({ rule: 'header', line: header.line, text: header.text });
    if (header.lines > headerLinesMax) faults.push({ rule: 'lines', line: header.line, text: header.text });
  }
  return [...faults, ...comments.flatMap(commentFaults), ...typeFaults(source)];
}

/** Vague words of a text that is not a comment: a line of Markdown. */
export function phraseFaults(text: string): string[] {
  return [...(text.match(vaguePeople) ?? []), ...matches(text)];
}

const matches = (text: string): string[] => phrases.flatMap((phrase) => text.match(phrase) ?? []);

function commentFaults({ text, line }: Comment): WordFault[] {
  const found = (rule: Rule, texts: readonly string[]): WordFault[] =>
    texts.map((part) => ({ rule, line, text: part }));
  const sentences = text.split(/(?<=[.!?])\s+(?=["'`A-Z0-9])/);
  return [
    ...found('what', text.startsWith('What ') ? [text] : []),
    ...found('people', text.match(vaguePeople) ?? []),
    ...found('phrase', matches(text)),
    ...found(
      'long',
      sentences.filter((sentence) => sentence.split(/\s+/).length > sentenceWordsMax),
    ),
  ];
}

function typeFaults(source: ts.SourceFile): WordFault[] {
  const faults: WordFault[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
      const name = node.name?.text ?? '';
      if (isParticiple(name)) {
        faults.push({
          rule: 'type',
          line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
          text: name,
        });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** The last word of a name decides: `StagedPrice` names a price, `PriceStaged` names nothing. */
function isParticiple(name: string): boolean {
  const [last = ''] = /[A-Z][a-z0-9]*$/.exec(name) ?? [];
  return !nouns.test(last) && (irregular.test(last) || /(?:ed|ing)$/.test(last));
}

/** Comments in order; `//` lines that follow each other without code between are one comment. */
function commentsOf(source: ts.SourceFile): Comment[] {
  const { text } = source;
  const lineAt = (pos: number): number => source.getLineAndCharacterOfPosition(pos).line + 1;
  const comments: (Comment & { end: number; joins: boolean })[] = [];
  for (const { pos, end, kind } of commentRanges(source)) {
    const raw = text.slice(pos, end);
    if (/^\/\/\/|^\/\/ @ts-|^#!/.test(raw)) continue;
    const joins = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const words = joins ? raw.replace(/^\/\/\s?/, '') : raw.replace(/^\/\*+|\*+\/$/g, '').replace(/^\s*\*+ ?/gm, '');
    const last = comments.at(-1);
    if (joins && last?.joins === true && /^[ \t]*\n[ \t]*$/.test(text.slice(last.end, pos))) {
      last.text = `${last.text} ${words.trim()}`;
      last.lines += 1;
      last.end = end;
    } else {
      const plain = words.replace(/\s+/g, ' ').trim();
      comments.push({ text: plain, line: lineAt(pos), lines: raw.trim().split('\n').length, pos, end, joins });
    }
  }
  return comments;
}

function commentRanges(source: ts.SourceFile): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    if (ts.isToken(node) || node.getChildCount(source) === 0) {
      const ranges = [
        ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
        ...(ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []),
      ];
      // Comments are searched between tokens only, so that the text of a template is not scanned.
      for (const range of ranges) found.set(range.pos, range);
    }
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...found.values()].toSorted((a, b) => a.pos - b.pos);
}
