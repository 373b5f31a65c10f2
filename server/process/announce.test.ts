// The address that a start finds for itself.
import { once } from 'node:events';
import { type Server, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { atFreeAddress } from './announce.ts';

async function listenAt(address: string): Promise<Server> {
  const server = createServer().listen(Number(new URL(address).port), '127.0.0.1');
  await once(server, 'listening');
  return server;
}

it('is another one where somebody has begun to listen at the first meanwhile', async () => {
  const others: Server[] = [];
  const tried: string[] = [];
  const server = await atFreeAddress({ host: '127.0.0.1' }, async (address) => {
    tried.push(address);
    if (others.length < 2) others.push(await listenAt(address));
    return listenAt(address);
  });
  expect([tried.length, new Set(tried).size, server.listening]).toEqual([3, 3, true]);
  for (const one of [...others, server]) one.close();
});

it('is not looked for again where the start fails for another reason', async () => {
  const tried: string[] = [];
  const begun = atFreeAddress({ host: '127.0.0.1' }, async (address) => {
    tried.push(address);
    throw new Error('no research');
  });
  await expect(begun).rejects.toThrow('no research');
  expect(tried).toHaveLength(1);
});
