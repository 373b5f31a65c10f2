/** Stylesheet and icon that every page needs, and the script of copy buttons. */
import { readFileSync } from 'node:fs';
import type { Application } from 'express';
import { assetPath, sendAsset, stylesheet, stylesheetPath } from './page.ts';

const copyScript = readFileSync(new URL('browser/copy.js', import.meta.url));
/** Adds a button to each element with `data-copy`; without it a person selects the text. */
export const copyPath = assetPath('copy.js', copyScript);

const icon = readFileSync(new URL('icon.svg', import.meta.url));

export function mountAssets(app: Application): void {
  app.get(stylesheetPath, (_request, response) =>
    sendAsset(response, { type: 'text/css; charset=utf-8', bytes: stylesheet }),
  );
  app.get(copyPath, (_request, response) =>
    sendAsset(response, { type: 'text/javascript; charset=utf-8', bytes: copyScript }),
  );
  app.get('/assets/icon.svg', (_request, response) =>
    sendAsset(response, { type: 'image/svg+xml', bytes: icon, isForEver: false }),
  );
}
