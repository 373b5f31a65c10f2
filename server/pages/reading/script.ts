/** Script of the reading pages, at an address that changes with its content. The pages work without it. */
import { readFileSync } from 'node:fs';
import type { Application } from 'express';
import { assetPath, sendAsset } from '../shell/page.ts';

const source = readFileSync(new URL('../shell/cutoff-slider.js', import.meta.url));
export const sliderPath = assetPath('cutoff-slider.js', source);

export function mountSlider(app: Application): void {
  app.get(sliderPath, (_request, response) =>
    sendAsset(response, { type: 'text/javascript; charset=utf-8', bytes: source }),
  );
}
