/** Pictures of the service: its icon, and the card of a link preview, drawn by `scripts/site/pictures.ts`. */
import { readFileSync } from 'node:fs';
import { type Asset, assetPath } from './asset.ts';

type Image = Asset & { path: string };

const imageOf = (name: string, type: string): Image => {
  const bytes = readFileSync(new URL(`images/${name}`, import.meta.url));
  return { path: assetPath(name, bytes), type, bytes };
};

export const images = {
  icon: imageOf('icon.svg', 'image/svg+xml'),
  touch: imageOf('touch.png', 'image/png'),
  card: imageOf('card.png', 'image/png'),
} as const;

/** Browsers ask for it at this address, even if a page names another. */
export const favicon: Asset & { path: string } = {
  ...imageOf('favicon.ico', 'image/x-icon'),
  path: '/favicon.ico',
  isForEver: false,
};
