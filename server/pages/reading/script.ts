/** The script of the reading pages, under an address that changes with it. The pages work without it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Application } from 'express';

const source = readFileSync(new URL('../cutoff-slider.js', import.meta.url));
export const sliderPath = `/assets/cutoff-slider-${createHash('sha256').update(source).digest('hex').slice(0, 16)}.js`;

export function mountSlider(app: Application): void {
  app.get(sliderPath, (request, response) => {
    response.writeHead(200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Length': source.length,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    });
    response.end(request.method === 'HEAD' ? undefined : source);
  });
}
