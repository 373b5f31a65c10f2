/** Slow connections: answered if possible, and cut in time. */
import { type Socket, connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '../contract/limits.ts';
import { startTestServer } from '../testing/ask.ts';

const server = await startTestServer();
afterAll(() => server.close());

const post = 'POST /api/auth/cli/initiate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const drip_ms = 300;

/**
 * Sends the first part, then the second character by character, without an end. It waits until the server cuts the
 * connection: bytes after the answer meet a reset.
 */
function drip(first: string, second: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(first));
    const chunks: Buffer[] = [];
    let [sent, isOver] = [0, false];
    const timer = setInterval(() => {
      if (isOver) socket.write('x');
      else if (sent < second.length) socket.write(second.charAt(sent++));
    }, drip_ms);
    socket.on('end', () => (isOver = true));
    // A reset counts as a cut, too.
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => {
      clearInterval(timer);
      resolve(Buffer.concat(chunks).toString());
    });
  });
}

const slow: readonly (readonly [what: string, first: string, second: string, status: number])[] = [
  ['a head that never ends', 'GET /v1/tickers HTTP/1.1\r\nHost: a\r\nX-A: ', 'b'.repeat(1_000), 408],
  ['a head of which nothing comes any more', 'GET /v1/tickers HTTP/1.1\r\n', '', 408],
  ['a method, letter by letter', 'G', 'ET /v1/tickers HTTP/1.1\r\n'.repeat(9), 408],
  ['a body that never ends', `${post}Content-Length: 10000\r\n\r\n`, 'x'.repeat(10_000), 408],
  ['a body of which nothing comes', `${post}Content-Length: 2\r\n\r\n`, '', 408],
  ['chunks, one by one', `${post}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'.repeat(1_000), 408],
  ['bytes that are no HTTP, and then more', 'nonsense\r\n\r\n', 'x'.repeat(1_000), 400],
];

describe('a connection that takes its time', () => {
  it('is answered and cut, whatever it is slow at', async () => {
    const answers = await Promise.all(slow.map(([, first, second]) => drip(first, second)));
    const told = answers.map((text, index) => [
      slow[index]?.[0],
      text.slice(0, 13),
      text.match(/HTTP\/1\.1 \d/g)?.length,
    ]);
    expect(told).toEqual(slow.map(([what, , , status]) => [what, `HTTP/1.1 ${status} `, 1]));
    for (const text of answers) expect(text).toMatch(/connection: close/i);
    expect([slow.length, server.failures]).toEqual([7, []]);
  });

  it('with a body above the limit in chunks is told so, and not cut before', async () => {
    const [size, chunk] = [64, `400\r\n${'x'.repeat(1_024)}\r\n`];
    const whole = `${post}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(size)}`;
    const text = await drip(whole, '0\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain('payload-too-large');
  });
});

const asked = 60;
const ask = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n';
/** More requests than the buffers of both ends hold answers for. */
const asking = `${`${ask}\r\n`.repeat(asked - 1)}${ask}Connection: close\r\n\r\n`;

/** Sends all requests, reads as `read` does, and returns the number of answers and how the connection ended. */
function askAll(read: (socket: Socket) => void): Promise<{ answers: number; end: string }> {
  return new Promise((resolve) => {
    const socket = connect({ port: server.port, host: '127.0.0.1' }, () => socket.write(asking));
    const chunks: Buffer[] = [];
    let end = 'closed';
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code ?? error.message));
    socket.on('close', () => {
      const answers = Buffer.concat(chunks).toString('latin1').split('HTTP/1.1 200 OK').length - 1;
      resolve({ answers, end });
    });
    read(socket);
  });
}

describe.concurrent('a client that asks for much', () => {
  it('is cut when it does not read', async () => {
    const { answers, end } = await askAll((socket) => {
      socket.pause();
      // Only a write or read shows that the connection is gone.
      const timer = setInterval(() => socket.write('G'), drip_ms);
      socket.on('close', () => clearInterval(timer));
    });
    expect(end).toMatch(/^(ECONNRESET|EPIPE)$/);
    expect(answers).toBeLessThan(asked);
    expect(server.failures).toEqual([]);
  });

  it('gets all of it when it makes a pause and then reads', async () => {
    const told = await askAll((socket) => {
      socket.pause();
      setTimeout(() => socket.resume(), 3 * limits.connections_check_ms);
    });
    expect(told).toEqual({ answers: asked, end: 'closed' });
  });

  it('gets all of it when it reads slowly, but not too slowly', async () => {
    const told = await askAll((socket) => {
      let taken = 0;
      socket.on('data', (chunk: Buffer) => {
        taken += chunk.length;
        // A pause after every few answers, in which a slower limit would have cut the connection.
        if (taken < limits.read_bytes_min * 32) return;
        taken = 0;
        socket.pause();
        setTimeout(() => socket.resume(), drip_ms);
      });
    });
    expect(told).toEqual({ answers: asked, end: 'closed' });
  });
});
