/** Files that every page needs: stylesheet, scripts, fonts and pictures. */
import type { Application } from 'express';
import { type Asset, sendAsset } from './asset.ts';
import { fonts } from './fonts.ts';
import { favicon, images } from './images.ts';
import { stylesheet, stylesheetPath } from './page.ts';
import { siteScript, themeScript } from './scripts.ts';

const style: Asset & { path: string } = { path: stylesheetPath, type: 'text/css; charset=utf-8', bytes: stylesheet };

export function mountAssets(app: Application): void {
  for (const asset of [style, siteScript, themeScript, ...fonts, ...Object.values(images), favicon])
    app.get(asset.path, (_request, response) => sendAsset(response, asset));
}
