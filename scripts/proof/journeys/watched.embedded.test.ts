// Checks of the stories themselves: a faulty page is reported, and a machine without a browser gets a clear message.
import { createServer, type Server } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listening } from '../../stage/listening.ts';
import { findBrowser } from '../../stage/browser/launch.ts';
import { look } from './look.ts';
import { openBrowser, visit } from './visitor.ts';

let browser: Browser;
let server: Server;
let base: string;
const page = `<!doctype html><html lang="en"><title>Wrong</title><main><h1>Wrong</h1><p id="grey">grey</p>
  <p id="wide">wide</p><p id="small">small</p><img src="/picture" onload="alert(2)"><img src="https://elsewhere.example/x.png" alt="">
  <h2>One</h2><h2 id="second">Two</h2>
  <div class="table" role="region" aria-label="Planted" tabindex="0"><table class="stacked"><tr><td>first<td id="last">last</table></div></main><link rel="stylesheet" href="/style.css"><script src="/script.js"></script>
  <script>alert(1)</script></html>`;
const style =
  '#grey { color: #999; } #wide { width: 2000px; } #second { margin-top: -2.6em; } .table { overflow-x: auto; } #last { min-width: 900px; } #small { font-size: 11px; }';

beforeAll(async () => {
  server = createServer((request, response) => {
    const policy = { 'content-security-policy': "script-src 'self'" };
    if (request.url === '/style.css') response.writeHead(200, { 'content-type': 'text/css' }).end(style);
    else if (request.url === '/script.js')
      response.end(
        "for (const level of ['debug', 'info', 'warn', 'error']) console[level](level + ' said'); confirm('sure?'); throw new Error('thrown');",
      );
    else response.writeHead(200, { 'content-type': 'text/html', ...policy }).end(page);
  });
  base = `http://127.0.0.1:${await listening(server)}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

describe('a page that is wrong', () => {
  it('is found to be wrong in contrast, names of pictures, width and what lies on what', async () => {
    const visitor = await visit(browser, base);
    await visitor.open('/');
    const found = (await look(visitor.page, 'planted')).join('\n');
    for (const fault of [
      'color-contrast at #grey',
      'image-alt',
      'the page is 2',
      'lies on h2',
      'hides its last columns',
      'has letters of 11px',
    ])
      expect(found).toContain(fault);
    const faults = visitor.faults.join('\n');
    const heard = [
      'console: error error said',
      'dialog: sure?',
      'error: thrown',
      'request to https://elsewhere.example/x.png',
      'policy: script-src',
    ];
    for (const fault of heard) expect(faults).toContain(fault);
    expect(faults).not.toMatch(/dialog: [12]|(debug|info|warn) said/);
    await visitor.close();
  });
});

describe('a browser', () => {
  it('that was named and is not there is an error, not a reason to leave tests out', async () => {
    await expect(findBrowser({ CHROMIUM_PATH: '/nowhere/chromium' })).rejects.toThrow('/nowhere/chromium');
  });

  it('is found on every machine that npm serves', async () => {
    const found = findBrowser({ PATH: '' });
    if (process.platform === 'linux' && process.arch === 'x64')
      expect((await found).executablePath).toContain('chromium');
    else await expect(found).rejects.toThrow('set CHROMIUM_PATH');
  });
});
