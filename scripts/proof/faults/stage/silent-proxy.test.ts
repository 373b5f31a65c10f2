// Silent proxy in front of a server that sends more than the buffers hold.
import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { listening } from '../../../stage/listening.ts';
import { silentProxy } from './silent-proxy.ts';

const BYTES = 64 * 1_048_576;

it('lets nothing through while it is silent, though who listens has room again, and all of it afterwards', async () => {
  const senders: Socket[] = [];
  const server = createServer((socket) => {
    senders.push(socket);
    socket.on('error', () => undefined);
    socket.write(Buffer.alloc(BYTES));
  });
  const proxy = await silentProxy(`postgres://127.0.0.1:${await listening(server)}/any`);
  const client = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  let heard = 0;
  client.on('data', (chunk: Buffer) => (heard += chunk.length));
  while (heard === 0) await pause(5);
  client.pause();
  // Until what lies between is full.
  await pause(300);
  proxy.silence();
  client.resume();
  await pause(500);
  expect(heard).toBeLessThan(BYTES);
  proxy.speak();
  while (heard < BYTES) await once(client, 'data');
  expect(heard).toBe(BYTES);
  client.destroy();
  proxy.close();
  for (const sender of senders) sender.destroy();
  server.close();
});
