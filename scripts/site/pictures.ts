// Pictures of the service, drawn in a browser from its icon and fonts: the card of link previews, and icons as PNG and ICO.
import { readFile, writeFile } from 'node:fs/promises';
import { fonts } from '../../server/pages/shell/fonts.ts';
import { launch } from '../stage/browser/launch.ts';

const folder = new URL('../../server/pages/shell/images/', import.meta.url);
const icon = `data:image/svg+xml;base64,${(await readFile(new URL('icon.svg', folder))).toString('base64')}`;

type Picture = { width: number; height: number; markup: string };

const faces = fonts
  .map(({ name, bytes }) => [name.replace('.woff2', ''), bytes.toString('base64')] as const)
  .map(
    ([name, text]) =>
      `@font-face{font-family:card-${name};src:url(data:font/woff2;base64,${text});font-weight:200 900}`,
  )
  .join('');

const course =
  'M0 190 60 172 120 182 180 140 240 150 300 118 360 128 420 84 480 96 540 60 600 72 660 40 720 52 780 18 840 30 900 8';

const card: Picture = {
  width: 1200,
  height: 630,
  markup: `<style>${faces}
    body{margin:0;width:1200px;height:630px;background:#0f2f38;color:#fff;font-family:card-sans;position:relative;overflow:hidden}
    header{display:flex;align-items:center;gap:20px;padding:64px 72px 0;font-size:34px;font-weight:600}
    header img{width:64px;height:64px}
    h1{font:600 66px/1.12 card-serif;margin:44px 72px 0;max-width:1000px;text-wrap:balance}
    p{margin:26px 72px 0;font-size:30px;color:#b9dfe6}
    svg{position:absolute;left:72px;right:72px;bottom:36px;width:1056px;height:110px}
  </style><header><img src="${icon}" alt="">Research Intelligence</header>
  <h1>Who said what about a company, where, and what became of it</h1>
  <p>Cited views, as they were known on any day</p>
  <svg viewBox="0 0 900 200" preserveAspectRatio="none"><path d="${course}" fill="none" stroke="#6fd0de" stroke-width="4" vector-effect="non-scaling-stroke"/></svg>`,
};

const square = (size: number): Picture => ({
  width: size,
  height: size,
  markup: `<style>body{margin:0;background:#0b5c6b}img{display:block;width:${size}px;height:${size}px}</style><img src="${icon}" alt="">`,
});

/** An icon file of one picture in PNG. */
function iconFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const browser = await launch();
try {
  const page = await browser.newPage();
  const drawn = async ({ width, height, markup }: Picture): Promise<Buffer> => {
    await page.setViewportSize({ width, height });
    await page.setContent(`<!doctype html>${markup}`);
    await page.evaluate('document.fonts.ready');
    return page.screenshot();
  };
  await writeFile(new URL('card.png', folder), await drawn(card));
  await writeFile(new URL('touch.png', folder), await drawn(square(180)));
  await writeFile(new URL('favicon.ico', folder), iconFile(await drawn(square(32)), 32));
} finally {
  await browser.close();
}
