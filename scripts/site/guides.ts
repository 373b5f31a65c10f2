// The guides: Markdown with a head of two lines, in which blocks are filled with what was recorded from the running service.
import { readFile } from 'node:fs/promises';
import type { Examples } from './recording/recordings.ts';
import { excerptBlock, exampleBlock } from './recording/example-blocks.ts';
import { type Block, type Filled, expandMarkdown, renderMarkdown } from './markdown.ts';
import type { Page } from './page.ts';
import { type Place, sourceOf } from './site-map.ts';

export type Source = { title: string; about: string; body: string };

/** Where guides are written. */
export const guidesFolder = 'server/docs/';

export async function readGuide(root: URL, place: Place): Promise<Source> {
  const read = (file: string): Promise<string> => readFile(new URL(`${guidesFolder}${file}`, root), 'utf8');
  return sourceFrom(await withFiles(await read(sourceOf(place)), read), place.path);
}

/** A file next to the guides as a block of text: ```file PATH``` */
async function withFiles(text: string, read: (file: string) => Promise<string>): Promise<string> {
  const parts = text.split(/^```file (\S+)\n```$/m);
  const filled = parts.map(async (part, at) => (at % 2 === 0 ? part : `\`\`\`text\n${await read(part)}\`\`\``));
  return (await Promise.all(filled)).join('');
}

function sourceFrom(text: string, path: string): Source {
  const found = /^---\ntitle: (.+)\nabout: (.+)\n---\n+([\s\S]+)$/.exec(text);
  const [, title, about, body] = found ?? [];
  if (title === undefined || about === undefined || body === undefined) throw new Error(`${path} has no proper head`);
  return { title, about, body };
}

export function pageOf({ title, about, body }: Source, path: string, examples: Examples): Page {
  const fill = fillWith(examples);
  const markdown = `# ${title}\n\n${body}`;
  return { path, title, about, ...renderMarkdown(markdown, fill), markdown: expandMarkdown(markdown, fill) };
}

/** Where the server puts the form and the answer of the console. */
const consolePlace = '<!-- console -->\n';

/** ```example NAME``` and ```excerpt NAME /pointer …``` */
function fillWith(examples: Examples) {
  return ({ name, words }: Block): Filled | null => {
    const [called = '', ...pointers] = words;
    if (name === 'example') return exampleBlock(examples.get(called));
    if (name === 'excerpt') return excerptBlock(examples.get(called), pointers);
    if (name === 'console') return { html: consolePlace, markdown: '' };
    return null;
  };
}
