// Test support: the site, built once per test file, and the contents of its pages.
import { fileURLToPath } from 'node:url';
import type { ReferencePages } from './reference.ts';
import { siteFiles } from './build.ts';
import type { Out } from './output.ts';

export const root = new URL('../../', import.meta.url);
export const rootPath = fileURLToPath(root);

/** An empty reference, because building it takes seconds; it has a separate test. */
const noReference: ReferencePages = {
  program: 'export {};',
  colorMode: '',
  policy: "default-src 'none'",
  styles: '',
  markup: '<h1>Reference</h1>',
  yaml: 'openapi: 3.1.0\n',
};

export type Built = { files: ReadonlyMap<string, Out>; text(path: string): string; pages: readonly string[] };

export async function buildForTest(): Promise<Built> {
  const outs = await siteFiles(root, noReference);
  const files = new Map(outs.map((out) => [out.path, out]));
  const text = (path: string): string => {
    const found = files.get(path);
    if (found === undefined) throw new Error(`nothing is built at ${path}`);
    return String(found.text);
  };
  const pages = outs
    .filter(({ type, path }) => type.startsWith('text/html') && path.startsWith('/'))
    .map(({ path }) => path);
  return { files, text, pages };
}

/** Link targets of a page, as written. */
export function linksOf(html: string): readonly string[] {
  return [...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'));
}

export function anchorsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id));
}
