/** Stylesheet, script and icon that every page needs. */
import { readFileSync } from 'node:fs';
import type { Application } from 'express';
import { sendAsset } from './asset.ts';
import { stylesheet, stylesheetPath } from './page.ts';
import { siteScript } from './scripts.ts';

const icon = readFileSync(new URL('icon.svg', import.meta.url));

export function mountAssets(app: Application): void {
  app.get(stylesheetPath, (_request, response) =>
    sendAsset(response, { type: 'text/css; charset=utf-8', bytes: stylesheet }),
  );
  app.get(siteScript.path, (_request, response) => sendAsset(response, siteScript));
  app.get('/assets/icon.svg', (_request, response) =>
    sendAsset(response, { type: 'image/svg+xml', bytes: icon, isForEver: false }),
  );
}
