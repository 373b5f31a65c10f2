// Client behind a relay that resets connections, and many calls under one id: the ledger has a unit per question.
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../server/store/engine/engine.ts';
import { readBalance } from '../../server/store/ledger/ledger.ts';
import { makeTestKey, makeTestWorkspace } from '../../server/testing/accounts.ts';
import { assertNoDrift } from '../../server/testing/charges.ts';
import { type ServedStore, serveStoreAt } from '../../server/testing/served-store.ts';
import { ResearchClient } from '../index.ts';
import { virtualClock } from '../testing/scripted-server.ts';
import { openPublished } from '../../server/ingest/testing/published.ts';

const CREDIT = 1_000;

let store: Store;
let service: ServedStore;
let workspaceId: string;
let key: string;
beforeAll(async () => {
  store = await openPublished('both');
  service = await serveStoreAt(store, '2026-11-01T00:00:00.000Z');
});
beforeEach(async () => {
  workspaceId = await makeTestWorkspace(store, { prepaid: CREDIT });
  ({ key } = await makeTestKey(store, workspaceId));
});
afterAll(async () => {
  await assertNoDrift(store);
  await service.close();
  await store.close();
});

const debited = async (): Promise<number> => CREDIT - ((await readBalance(store.db, workspaceId))?.prepaid ?? 0);

type Relay = { address: string; connections: () => number; close: () => Promise<void> };

/** `join` connects the client's socket with the service's, as number `n` from 0. */
async function relayed(join: (client: Socket, upstream: Socket, n: number) => void): Promise<Relay> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server: Server = createServer((client) => {
    const upstream = connect(Number(new URL(service.address).port), '127.0.0.1');
    for (const one of [client, upstream]) sockets.add(one.on('error', () => {}));
    client.on('close', () => upstream.destroy());
    join(client, upstream, count++);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => count,
    close: async () => {
      for (const one of sockets) one.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

it('30 of 30 calls are answered and charged once where every kept connection is reset at its reuse', async () => {
  const relay = await relayed((client, upstream) => {
    upstream.pipe(client);
    let questions = 0;
    client.on('data', (bytes: Buffer) => {
      questions += 1;
      if (questions === 1) upstream.write(bytes);
      else client.resetAndDestroy();
    });
  });
  const client = new ResearchClient({ baseUrl: relay.address, apiKey: key, clock: virtualClock() });
  const charges: (number | null)[] = [];
  for (let call = 0; call < 30; call += 1) charges.push((await client.brief({ ticker: 'NWTB' })).charge);
  expect([charges, await debited()]).toEqual([Array(30).fill(1), 30]);
  expect(client.usage).toEqual({ charged: 30, unknown: 0 });
  expect(relay.connections()).toBeGreaterThan(29);
  await relay.close();
});

it.each([
  ['before its first byte', 0],
  ['in its head', 40],
  ['in its body', 2_000],
])('an answer that is lost %s, after its charge, is got by a retry that costs nothing more', async (_where, kept) => {
  const relay = await relayed((client, upstream, n) => {
    client.pipe(upstream);
    if (n > 0) return void upstream.pipe(client);
    upstream.once('data', (bytes: Buffer) => {
      const cut = async () => {
        if (kept > 0) await new Promise((sent) => client.write(bytes.subarray(0, kept), sent));
        // The head must arrive before the reset, which would discard it.
        await setTimeout(20);
        client.resetAndDestroy();
      };
      void cut();
    });
  });
  const client = new ResearchClient({ baseUrl: relay.address, apiKey: key, clock: virtualClock() });
  const { charge, replayed } = await client.brief({ ticker: 'NWTB' });
  expect([charge, replayed, await debited(), relay.connections()]).toEqual([1, true, 1, 2]);
  await relay.close();
});

it('25 requests at once under one id have one body, and cost one unit', async () => {
  const asked = await Promise.all(
    Array.from({ length: 25 }, async () => {
      const headers = { Authorization: `Bearer ${key}`, 'X-Request-ID': 'one-of-25' };
      const response = await fetch(`${service.address}/v1/brief?ticker=NWTB`, { headers });
      return [response.status, await response.text()] as const;
    }),
  );
  expect([asked.map(([status]) => status), new Set(asked.map(([, body]) => body)).size, await debited()]).toEqual([
    Array(25).fill(200),
    1,
    1,
  ]);
  const client = new ResearchClient({ baseUrl: service.address, apiKey: key });
  const calls = Array.from({ length: 10 }, () => client.brief({ ticker: 'KLPF' }, { requestId: 'one-of-ten' }));
  const charges = (await Promise.all(calls)).map(({ charge }) => charge ?? 0);
  expect([charges.reduce((sum, one) => sum + one), client.usage.charged, await debited()]).toEqual([1, 1, 2]);
});
