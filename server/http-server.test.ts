/** What is refused before any route: bytes and messages that are not the HTTP we speak. */
import { afterAll, describe, expect, it } from 'vitest';
import { validateDocument } from './contract/documents-validator.ts';
import type { Json } from './contract/description.ts';
import { liveKey, startTestServer } from './test-ask.ts';

const server = await startTestServer();
afterAll(() => server.close());

const head = 'GET /v1/tickers HTTP/1.1\r\nHost: research.test\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n';

/** [what, bytes, status]: each is answered with a problem, and the connection ends. */
const refused: readonly (readonly [string, string, number])[] = [
  ['two Host headers', `${head}Host: evil.test\r\n\r\n`, 400],
  ['two equal Host headers', `${head}Host: research.test\r\n\r\n`, 400],
  ['a Host with a space', 'GET /v1/tickers HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['a Host with a path', 'GET /v1/tickers HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
  ['two Authorization headers', `${head}Authorization: ${liveKey}\r\nAuthorization: Bearer x\r\n\r\n`, 400],
  ['HTTP/1.0 with Transfer-Encoding', `GET /v1/tickers HTTP/1.0\r\nHost: a\r\n${chunked}\r\n0\r\n\r\n`, 400],
  ['an unknown expectation', `${head}Expect: 200-ok\r\n\r\n`, 400],
  ['length and chunks', `POST /v1/tickers HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n${chunked}\r\n0\r\n\r\n`, 400],
  ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`, 400],
  ['a length with a sign', `${head}Content-Length: +1\r\n\r\nx`, 400],
  ['a folded header', `${head}X-A: b\r\n c\r\n\r\n`, 400],
  ['a space before the colon', `${head}X-A : b\r\n\r\n`, 400],
  ['a bare line feed', 'GET /v1/tickers HTTP/1.1\nHost: a\n\n', 400],
  ['NUL in a header', `${head}X-A: b\u0000c\r\n\r\n`, 400],
  ['a space in the path', 'GET /v1/ tickers HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['raw UTF-8 in the path', 'GET /v1/\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a version that does not exist', 'GET /v1/tickers HTTP/3.7\r\nHost: a\r\n\r\n', 400],
  ['a preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a lower-case method', 'get /v1/tickers HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['what is no HTTP at all', '\u0016\u0003\u0001\u0002\r\n\r\n', 400],
  ['headers above the limit', `${head}X-A: ${'x'.repeat(9_000)}\r\n\r\n`, 431],
];

describe('the HTTP server', () => {
  it.each(refused)('refuses %s with a problem', async (_what, bytes, status) => {
    const text = await server.raw(bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(text.toLowerCase()).toContain('connection: close');
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Json;
    validateDocument('Problem', body);
    expect([body['status'], text.toLowerCase()]).toEqual([
      status,
      expect.stringContaining(`x-request-id: ${String(body['request_id'])}`),
    ]);
  });

  it('refuses all of them, and thinks of none as its own failure', () => {
    expect(refused.length).toBe(21);
    expect(server.failures).toEqual([]);
  });

  it('answers the absolute form as the path in it, and pipelined requests in their order', async () => {
    const absolute = await server.raw('GET http://other.test/healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(absolute).toMatch(/^HTTP\/1\.1 200 /);
    const two = await server.raw(`GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n${head}Connection: close\r\n\r\n`);
    expect(two.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  });

  it('ends what runs before it stops', async () => {
    let finish: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (finish = resolve));
    const stopping = await startTestServer({
      access: {
        credential: () => ({ keySha256: Buffer.alloc(32), collection: 'live' }),
        identify: async () => {
          await waiting;
          return { keyId: 'key_1', collection: 'live', accountId: 'ws_1' };
        },
      },
    });
    const running = stopping.ask('/v1/status');
    await stopping.ask('/healthz');
    const closed = stopping.close();
    finish();
    expect((await running).status).toBe(200);
    await closed;
    await expect(stopping.ask('/healthz')).rejects.toThrow('ECONNREFUSED');
  });
});
