// Load generator: counts complete answers only, and stops at the first unexpected one.
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type Question, generate } from './generator.ts';

let stop = (): void => undefined;
afterEach(() => stop());

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

let calls = 0;
const load = (port: number, question: Question) => ({
  port,
  connections: 4,
  seconds: 60,
  answersMax: 200,
  next: () => question,
  newRequestId: () => `call-${(calls += 1)}`,
});

it('counts every answer once, however its bytes arrive, and each call has a separate id', async () => {
  const seen: (string | undefined)[] = [];
  const port = await serve((request, response) => {
    seen.push(request.headers['x-request-id'] as string | undefined);
    expect(request.headers.authorization).toBe('Bearer key');
    response.writeHead(200, { 'Content-Length': 100_000 });
    response.write(Buffer.alloc(60_000));
    setImmediate(() => response.end(Buffer.alloc(40_000)));
  });
  const { count, bytes, latencies } = await generate(load(port, { path: '/a?b=c', key: 'key', bytes: 100_000 }));
  expect(count).toBeGreaterThanOrEqual(200);
  expect([seen.length, new Set(seen).size, latencies.length, bytes]).toEqual([count, count, count, count * 100_000]);
});

it.each([
  ['another status', 503, 4, 'HTTP/1.1 503'],
  ['another length', 200, 5, '5 bytes instead of 4'],
])('%s ends the measurement', async (_, status, length, said) => {
  const port = await serve((_request, response) => {
    response.writeHead(status, { 'Content-Length': length }).end(Buffer.alloc(length));
  });
  await expect(generate(load(port, { path: '/', bytes: 4 }))).rejects.toThrow(said);
});

it('an answer that is shorter than any page ends the measurement', async () => {
  const port = await serve((_request, response) => void response.writeHead(200, { 'Content-Length': 4 }).end('page'));
  await expect(generate(load(port, { path: '/', bytesMin: 5 }))).rejects.toThrow('fewer than 5');
});

it('a connection that breaks off ends the measurement', async () => {
  const port = await serve((_request, response) => {
    response.writeHead(200, { 'Content-Length': 9 });
    response.write('half', () => response.destroy());
  });
  await expect(generate(load(port, { path: '/', bytes: 9 }))).rejects.toThrow(/closed|ECONNRESET/);
});
