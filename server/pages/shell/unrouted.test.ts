/** Addresses that no route answers: the kind of refusal, and slashes at the end. */
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request as ask } from 'node:http';
import { wantsPage, withoutSlash } from './unrouted.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let server: Server;
beforeAll(async () => {
  const app = express().enable('strict routing');
  const below = express
    .Router()
    .use(withoutSlash)
    .use((request, response) => {
      response.status(404).send(wantsPage(request) ? 'page' : 'problem');
    });
  app.use('/research', below).use(below);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

type Reply = { status: number | undefined; to: string | undefined; text: string };

/** As sent, because other clients resolve a path first. */
function get(path: string, { accept = browser, method = 'GET' } = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    ask({ port, path, method, headers: { accept } }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () => resolve({ status: response.statusCode, to: response.headers.location, text }));
    })
      .on('error', reject)
      .end();
  });
}

describe('a slash at the end of an address', () => {
  it.each([
    ['/account/', '/account'],
    ['/docs/start//', '/docs/start'],
    ['/brief/BRK%2FB/?as_of=2026-01-01&x=/', '/brief/BRK%2FB?as_of=2026-01-01&x=/'],
    ['/research/account/', '/research/account'],
    ['/docs/?', '/docs?'],
  ])('of %s leads to %s', async (path, to) => {
    expect(await get(path)).toMatchObject({ status: 308, to });
    expect(await get(path, { method: 'HEAD' })).toMatchObject({ status: 308, to });
  });

  it.each([
    '/',
    '//',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '/account/\\/',
    '/a//b/',
    '/v1/',
    '/v1/tickers/',
    '/mcp/',
    '/.well-known/oauth-authorization-server/',
    '/log/tile/0/',
    '/api/auth/device/',
    `/account/?key=ri_live_${'a'.repeat(49)}`,
  ])('of %s leads nowhere', async (path) => {
    expect([path, await get(path)]).toEqual([path, expect.objectContaining({ status: 404, to: undefined })]);
  });

  it('is no reason to send a form again', async () => {
    expect(await get('/account/', { method: 'POST' })).toMatchObject({ status: 404 });
  });
});

describe('an address without a route', () => {
  it.each([
    ['/nope', browser, 'page'],
    ['/account/nope', browser, 'page'],
    ['/docs/nope', 'text/html', 'page'],
    ['/nope', '*/*', 'problem'],
    ['/nope', 'application/json', 'problem'],
    ['/v1/nope', browser, 'problem'],
    ['/v1', browser, 'problem'],
    ['/v10', browser, 'page'],
    ['/assets/nope.css', browser, 'problem'],
    ['/log/nope', browser, 'problem'],
    ['/api/nope', browser, 'problem'],
  ])('%s accepted as %s is a %s', async (path, accept, kind) => {
    expect((await get(path, { accept })).text).toBe(kind);
  });
});
