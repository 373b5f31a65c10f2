/** Scripts of every page, at addresses that change with their content. Each page works without them. */
import { readFileSync } from 'node:fs';
import { type Asset, assetPath } from './asset.ts';

const type = 'text/javascript; charset=utf-8';

const scriptAt = (name: string): Asset & { path: string } => {
  const bytes = readFileSync(new URL(`browser/${name}`, import.meta.url));
  return { path: assetPath(name, bytes), type, bytes };
};

export const siteScript: Asset & { path: string } = scriptAt('site.js');
export const themeScript: Asset & { path: string } = scriptAt('theme.js');
