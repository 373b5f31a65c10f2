// Rules of plain language for Markdown: one sentence a line, at most thirty words each, and no vague word.
import { phraseFaults, sentenceWordsMax } from './word-rules.ts';

export type MarkdownFault = { rule: 'lines' | 'long' | 'phrase'; line: number; text: string };

const notProse = /^(?: {4}|\t|#|<|>|---)/;
/** Quotations keep the lines of the quoted text. */
const item = /^\s*(?:[-*]|\d+\.) +/;
/** A bold label, an abbreviation, or an open bracket does not end a sentence. */
const label = /^\*\*[^*]+\*\*$/;
const sentenceEnd = /[.!?](?:\*\*|["')\]])*\s+(?=(?:\*\*|["'([])?[A-Z`<])/g;

/** Faults of one page; code, headings and the values of a front matter are left out. */
export function markdownFaults(text: string): MarkdownFault[] {
  const faults: MarkdownFault[] = [];
  let isCode = false;
  let isFront = text.startsWith('---\n');
  for (const [index, line] of text.split('\n').entries()) {
    if (isFront) {
      isFront = index === 0 || line !== '---';
      continue;
    }
    if (/^\s*```/.test(line)) isCode = !isCode;
    else if (!isCode && !notProse.test(line))
      faults.push(...lineFaults(line).map((fault) => ({ ...fault, line: index + 1 })));
  }
  return faults;
}

function lineFaults(line: string): Omit<MarkdownFault, 'line'>[] {
  const phrases = phraseFaults(line.replaceAll(/`[^`]*`/g, '`code`')).map((text) => ({
    rule: 'phrase' as const,
    text,
  }));
  // The cells of a table are short by themselves, and a cell cannot break its line.
  if (line.startsWith('|')) return phrases;
  const sentences = sentencesOf(line.replace(item, ''));
  const long = sentences.filter((one) => one.split(/\s+/).filter((word) => /\w/.test(word)).length > sentenceWordsMax);
  return [
    ...phrases,
    ...(sentences.length > 1 ? [{ rule: 'lines' as const, text: line }] : []),
    ...long.map((text) => ({ rule: 'long' as const, text })),
  ];
}

/** Code spans and targets of links count as one word, and their points end no sentence. */
function sentencesOf(line: string): string[] {
  const plain = line.replaceAll(/`[^`]*`/g, '`code`').replaceAll(/\]\([^)]*\)/g, ']');
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: end } of plain.matchAll(sentenceEnd)) {
    const head = plain.slice(start, index + end.length).trim();
    const isOpen = head.split('(').length > head.split(')').length;
    if (isOpen || label.test(head) || /\b(?:e\.g|i\.e)\.$/.test(head)) continue;
    sentences.push(head);
    start = index + end.length;
  }
  return [...sentences, plain.slice(start).trim()];
}
