/** Fonts of the pages: one sans and one serif of the same family, at addresses that change with their content. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Asset, assetPath } from './asset.ts';

type Letters = 'latin' | 'latin-ext';

export type Font = Asset & { name: string; path: string; family: string; letters: Letters };

const { resolve } = createRequire(import.meta.url);

const read = (file: string): Buffer => readFileSync(resolve(`@fontsource-variable/${file}`));

function fontOf(family: string, letters: Letters): Font {
  const folder = family.toLowerCase().replaceAll(' ', '-');
  const bytes = read(`${folder}/files/${folder}-${letters}-wght-normal.woff2`);
  const name = `${folder}-${letters}.woff2`;
  return { name, path: assetPath(name, bytes), type: 'font/woff2', bytes, family, letters };
}

const families = ['Source Sans 3', 'Source Serif 4'] as const;

/** Files of Latin letters, which every page needs. */
const usual: readonly Font[] = families.map((family) => fontOf(family, 'latin'));

/** A browser loads the files of further letters only where a page has one of those. */
export const fonts: readonly Font[] = [...usual, ...families.map((family) => fontOf(family, 'latin-ext'))];

export const preloaded: readonly string[] = usual.map(({ path }) => path);

const ranges = JSON.parse(read('source-sans-3/unicode.json').toString()) as Record<Letters, string>;

/** The stylesheet after the rules of the fonts, whose addresses `root` leads to from the stylesheet's folder. */
export function withFonts(stylesheet: string, root: string): string {
  const faces = fonts.map(({ family, path, letters }) => {
    const source = `src: url('${root}${path}') format('woff2')`;
    return `@font-face { font-family: '${family}'; ${source}; font-weight: 200 900; font-display: swap; unicode-range: ${ranges[letters]}; }`;
  });
  return `${faces.join('\n')}\n${stylesheet}`;
}
