/** Fonts of the pages: one sans and one serif of the same family, at addresses that change with their content. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Asset, assetPath } from './asset.ts';

export type Font = Asset & { name: string; path: string };

const { resolve } = createRequire(import.meta.url);

const fontOf = (name: string, file: string): Font => {
  const bytes = readFileSync(resolve(`@fontsource-variable/${file}`));
  return { name, path: assetPath(name, bytes), type: 'font/woff2', bytes };
};

/** Files of Latin letters, which every page needs. */
const usual: readonly Font[] = [
  fontOf('sans.woff2', 'source-sans-3/files/source-sans-3-latin-wght-normal.woff2'),
  fontOf('serif.woff2', 'source-serif-4/files/source-serif-4-latin-wght-normal.woff2'),
];

/** A browser loads the files of further letters only where a page has one of those. */
export const fonts: readonly Font[] = [
  ...usual,
  fontOf('sans-ext.woff2', 'source-sans-3/files/source-sans-3-latin-ext-wght-normal.woff2'),
  fontOf('serif-ext.woff2', 'source-serif-4/files/source-serif-4-latin-ext-wght-normal.woff2'),
];

export const preloaded: readonly string[] = usual.map(({ path }) => path);

/** The stylesheet with the addresses of the fonts, relative to its own folder; `root` leads from there to the service. */
export function withFonts(stylesheet: string, root: string): string {
  return fonts.reduce((text, { name, path }) => text.replaceAll(`url('${name}')`, `url('${root}${path}')`), stylesheet);
}
