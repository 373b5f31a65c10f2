/** Scripts of a brief's page, at addresses that change with their content. The page works without them. */
import { readFileSync } from 'node:fs';
import type { Application } from 'express';
import { assetPath, sendAsset } from '../../shell/asset.ts';

const scripts = ['cutoff.js', 'redraw.js', 'chart.js', 'cites.js'].map((name) => {
  const bytes = readFileSync(new URL(name, import.meta.url));
  return { path: assetPath(name, bytes), bytes };
});

export const briefScripts: readonly string[] = scripts.map(({ path }) => path);
/** The slider alone, for another form with a list of cutoffs. */
export const sliderPath: string = briefScripts[0] ?? '';

export function mountBriefScripts(app: Application): void {
  for (const { path, bytes } of scripts) {
    app.get(path, (_request, response) => sendAsset(response, { type: 'text/javascript; charset=utf-8', bytes }));
  }
}
