// Markdown of the guides: headings with anchors, scrolling tables, coloured code, and blocks that the build fills in.
import MarkdownIt from 'markdown-it';
import { escapeHtml, highlight } from './highlight.ts';

export type Heading = { level: number; text: string; anchor: string };
/** Plain text under a heading, for search. */
export type Section = Heading & { words: string };
/** A block that the build fills in: ```name words```. */
export type Block = { name: string; words: readonly string[] };
/** A filled-in block in both forms: for the page, and for its Markdown twin. */
export type FilledBlock = { html: string; markdown: string };
export type Fill = (block: Block) => FilledBlock | null;

export type RenderedPage = { html: string; headings: readonly Heading[]; sections: readonly Section[] };

type Token = ReturnType<MarkdownIt['parse']>[number];

export function renderMarkdown(source: string, fill: Fill): RenderedPage {
  const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
  const tokens = markdown.parse(source, {});
  const headings = anchorHeadings(tokens);
  markdown.renderer.rules['fence'] = (all, index) => fence(all[index], fill);
  markdown.renderer.rules['code_block'] = (all, index) => codeBlock(all[index]?.content ?? '', 'sh');
  markdown.renderer.rules['table_open'] = () =>
    '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
  markdown.renderer.rules['table_close'] = () => '</table></div>\n';
  const html = markdown.renderer.render(tokens, markdown.options, {}).replaceAll(noHeads, '');
  return { html, headings, sections: sectionsOf(tokens) };
}

/** Markdown has no table without a head: empty heads mean that the table has none. */
const noHeads = /<thead>\s*<tr>\s*(?:<th><\/th>\s*)+<\/tr>\s*<\/thead>\s*/g;

/** The same text for programs: every filled-in block as ordinary Markdown. */
export function expandMarkdown(source: string, fill: Fill): string {
  return source.replaceAll(/^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm, (whole, name: string, rest: string) => {
    return fill({ name, words: wordsOf(rest) })?.markdown.trimEnd() ?? whole;
  });
}

/** Fenced and indented code blocks of a text, unchanged. */
export function codeBlocks(source: string): readonly { language: string; code: string }[] {
  return new MarkdownIt()
    .parse(source, {})
    .filter(({ type }) => type === 'fence' || type === 'code_block')
    .map(({ type, info, content }) => ({ language: type === 'fence' ? info.trim() : 'indented', code: content }));
}

export function codeBlock(code: string, language: string, label = labels[language] ?? 'Code'): string {
  const text = highlight(code.replace(/\n$/, ''), language);
  return `<pre class="code ${/^[a-z]+$/.test(language) ? language : 'text'}" tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code>${text}</code></pre>\n`;
}

const labels: Readonly<Record<string, string>> = {
  sh: 'Commands',
  ts: 'TypeScript',
  json: 'JSON',
  text: 'Text',
  http: 'HTTP',
};

function fence(token: Token | undefined, fill: Fill): string {
  const [name = '', ...words] = wordsOf(token?.info ?? '');
  const filled = fill({ name, words });
  return filled === null ? codeBlock(token?.content ?? '', name) : filled.html;
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The words of a heading are its anchor; two equal ones on a page are refused. */
function anchorHeadings(tokens: readonly Token[]): readonly Heading[] {
  const headings: Heading[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = plainText(tokens[index + 1]);
    const anchor = anchorOf(text);
    if (headings.some((other) => other.anchor === anchor)) throw new Error(`two headings are called ${text}`);
    if (token.tag !== 'h1') token.attrSet('id', anchor);
    headings.push({ level: Number(token.tag.slice(1)), text, anchor });
  }
  return headings;
}

export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function sectionsOf(tokens: readonly Token[]): readonly Section[] {
  const sections: { level: number; text: string; anchor: string; words: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const text = plainText(tokens[index + 1]);
      sections.push({ level: Number(token.tag.slice(1)), text, anchor: anchorOf(text), words: '' });
    } else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') {
      const last = sections.at(-1);
      if (last !== undefined) last.words = `${last.words} ${plainText(token)}`.trim();
    }
  }
  return sections;
}

function plainText(token: Token | undefined): string {
  return (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}
