/** Refusals before any route: bytes and messages that are not valid HTTP. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { validateDocument } from '../contract/validation/documents-validator.ts';
import type { Json } from '../contract/description.ts';
import { startTestServer } from '../testing/ask.ts';
import { answeredBytes, refusedBytes } from '../testing/raw-requests.ts';

const server = await startTestServer();
afterAll(() => server.close());

describe('the HTTP server', () => {
  it.each(refusedBytes)('refuses %s with a problem', async (_what, bytes, status) => {
    const text = await server.raw(bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text.match(/HTTP\/1\.1 \d{3} /g)).toHaveLength(1);
    expect(text.toLowerCase()).toContain('connection: close');
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Json;
    validateDocument('Problem', body);
    expect([body['status'], text.toLowerCase()]).toEqual([
      status,
      expect.stringContaining(`x-request-id: ${String(body['request_id'])}`),
    ]);
  });

  it.each(answeredBytes)('answers %s, and nothing that is hidden in it', async (_what, bytes, statuses) => {
    const text = await server.raw(bytes);
    expect([...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))).toEqual(statuses);
    expect(text).not.toMatch(/evil|hidden/);
  });

  it('knows all of them, and thinks of none as its own failure', () => {
    expect([refusedBytes.length, answeredBytes.length]).toEqual([70, 19]);
    expect(server.failures).toEqual([]);
  });

  it('gives a running answer whole before it ends a connection on which something else has come', async () => {
    let finish: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (finish = resolve));
    const slow = await startTestServer({
      access: {
        credential: () => ({ keySha256: Buffer.alloc(32), collection: 'live' }),
        identify: async () => {
          await waiting;
          return { keyId: 'key_1', collection: 'live', accountId: 'ws_1' };
        },
      },
    });
    const asked = 'GET /v1/status HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer live\r\n\r\n';
    const socket = connect(slow.port, '127.0.0.1', () => socket.write(`${asked}${asked}this is no request\r\n\r\n`));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    await slow.ask('/healthz');
    finish();
    await once(socket, 'end');
    const statuses = Buffer.concat(chunks)
      .toString()
      .match(/HTTP\/1\.1 \d{3} /g);
    expect([statuses, slow.failures]).toEqual([['HTTP/1.1 200 ', 'HTTP/1.1 200 '], []]);
    await slow.close();
  });

  it('lives on when who has asked for a proxy resets the connection', async () => {
    const failures: Error[] = [];
    const note = (error: Error): void => void failures.push(error);
    process.on('uncaughtException', note);
    for (let asked = 0; asked < 100; asked += 1) {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write('CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n');
        socket.resetAndDestroy();
      });
      await once(socket, 'close');
    }
    expect((await server.ask('/healthz')).status).toBe(200);
    process.off('uncaughtException', note);
    expect(failures).toEqual([]);
  });

  it('names its methods and the time where no route answers', async () => {
    const answerOf = async (bytes: string): Promise<string> => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => void chunks.push(chunk));
      await once(socket, 'close');
      return Buffer.concat(chunks).toString();
    };
    const end = 'Host: a\r\nConnection: close\r\n\r\n';
    const proxy = await answerOf(`CONNECT evil.test:443 HTTP/1.1\r\n${end}`);
    expect(proxy).toMatch(/^HTTP\/1\.1 405 /);
    const whole = await answerOf(`OPTIONS * HTTP/1.1\r\n${end}`);
    expect(whole).toMatch(/^HTTP\/1\.1 204 /);
    const address = await answerOf(`OPTIONS http://research.example:80 HTTP/1.1\r\n${end}`);
    for (const answer of [proxy, whole, address]) expect(answer).toContain('\r\nAllow: GET, HEAD, POST, OPTIONS\r\n');
    const refused = await answerOf(`GET /v1/ tickers HTTP/1.1\r\n${end}`);
    const unknown = await answerOf(`BREW /v1/tickers HTTP/1.1\r\n${end}`);
    expect(unknown).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\n/);
    for (const garbage of ['GET', '\u0016\u0003\u0001', 'BREW /v1/tickers', '{"a": 1}'])
      expect(await answerOf(`${garbage}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    for (const answer of [proxy, whole, refused, unknown])
      expect(answer).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/);
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
