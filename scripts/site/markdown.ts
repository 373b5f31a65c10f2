// Markdown as the guides are written in: headings with anchors, tables that scroll by themselves, code that is coloured, and blocks that the build fills in.
import MarkdownIt from 'markdown-it';
import { escapeHtml, highlight } from './highlight.ts';

export type Heading = { level: number; text: string; anchor: string };
/** What stands under a heading, as plain words: what a search looks through. */
export type Section = Heading & { words: string };
/** A block that the build fills in: ```name words```. */
export type Block = { name: string; words: readonly string[] };
/** What a filled-in block becomes: on the page, and in the Markdown beside it. */
export type Filled = { html: string; markdown: string };
export type Fill = (block: Block) => Filled | null;

export type Rendered = { html: string; headings: readonly Heading[]; sections: readonly Section[] };

type Token = ReturnType<MarkdownIt['parse']>[number];

export function renderMarkdown(source: string, fill: Fill): Rendered {
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

/** Markdown has no table without a head; one whose heads are empty is meant to have none. */
const noHeads = /<thead>\s*<tr>\s*(?:<th><\/th>\s*)+<\/tr>\s*<\/thead>\s*/g;

/** The same words for programs: every filled-in block as ordinary Markdown. */
export function expandMarkdown(source: string, fill: Fill): string {
  return source.replaceAll(/^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm, (whole, name: string, rest: string) => {
    return fill({ name, words: wordsOf(rest) })?.markdown.trimEnd() ?? whole;
  });
}

/** The fenced and indented blocks of a text, as they stand. */
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

/** Anchors are the words of the heading; two equal ones on a page would lead to the same place, so they are refused. */
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
