// Behaviour that needs a server with many connections: races, time limits, and a server that is away.
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openRelease, readHead, retrying, tick } from '../known/clock.ts';
import { openStore, type Store } from './engine.ts';
import { StoreUnavailable } from './failures.ts';
import type { Answer } from '../testing/history-model.ts';
import { ask, publish, rules } from '../testing/history-rows.ts';
import { openTestStore } from '../testing/store.ts';
import { withdrawBelief } from '../testing/withdrawal.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const clock = async (): Promise<string> => new Date().toISOString();

it('no statement is compiled, whatever a plan without statistics is said to cost', async () => {
  const { rows } = await store.db.raw('show jit');
  expect(rows).toEqual([{ jit: 'off' }]);
});

it('two stores of one test, copies on one server, do not see each other', async () => {
  const other = await openTestStore();
  try {
    await store.db('head').update({ version: 7 });
    expect(await store.db('head').pluck('version')).toEqual([7, 7]);
    expect(await other.db('head').pluck('version')).toEqual([0, 0]);
  } finally {
    await other.close();
  }
});

describe('many at once', () => {
  it('releases, withdrawals and ticks take turns: versions have no gap and effective_at only grows', async () => {
    const move = async (n: number): Promise<unknown> => {
      if (n % 3 === 0) return tick(store.db, 'live', await clock());
      return retrying(store.db, async (trx) =>
        openRelease(trx, { collection: 'live', kind: 'release', now: await clock(), newestObservedAt: null }),
      );
    };
    // As many at a time as there are connections: none waits for one longer than it may.
    for (let n = 0; n < 24; n += 8) await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((one) => move(n + one)));
    const rows: { version: number; effective_at: string }[] = await store.db('release').orderBy('version');
    expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: 16 }, (_, n) => n + 1));
    const moments = rows.map(({ effective_at }) => effective_at);
    expect([...new Set(moments)].sort()).toEqual(moments);
    const head = await readHead(store.db, 'live');
    expect(head.version).toBe(16);
    expect(head.watermark >= (moments.at(-1) ?? '')).toBe(true);
  });

  it('a reader beside writers gets the same answer again for every as_of it was given', async () => {
    const given = new Map<string, Answer>();
    let writing = true;
    let rereads = 0;
    const writeAll = async (): Promise<void> => {
      for (let n = 0; n < 60; n++) {
        const observedAt = await clock();
        const belief = `b${Math.floor(n / 4)}`;
        const revise = { kind: 'revise', belief, revision: (n % 4) + 1, observedAt, text: String(n) } as const;
        const price = {
          kind: 'price',
          series: 's',
          session: `20${String(n + 10)}-01-04`,
          observedAt,
          value: '1',
        } as const;
        await publish(store.db, { changes: [revise, price], now: observedAt, effectiveAt: null });
        if (n % 5 === 4) await tick(store.db, 'live', await clock());
        if (n % 8 === 7)
          await withdrawBelief(store.db, { collection: 'live', id: belief, reason: 'r', now: await clock() });
      }
    };
    const write = (): Promise<void> => writeAll().finally(() => (writing = false));
    const read = async (): Promise<void> => {
      while (writing) {
        const answer = await ask(store.db, rules, rereads % 2 ? null : await clock(), '');
        const before = given.get(answer.asOf) ?? answer;
        expect(answer).toEqual(before);
        given.set(answer.asOf, before);
        const known = [...given.values()];
        const earlier = known[rereads++ % known.length] ?? answer;
        expect(await ask(store.db, rules, earlier.asOf, '')).toEqual(earlier);
      }
    };
    await Promise.all([write(), read(), read(), read(), read()]);
    expect(given.size).toBeGreaterThan(10);
    expect(rereads).toBeGreaterThan(given.size);
  });

  it('servers that start together on an empty database migrate it once', async () => {
    const url = new URL(inject('databaseUrl'));
    const name = `${inject('templateDatabase')}_together`;
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    url.pathname = `/${name}`;
    let rounds = 0;
    for (; rounds < 5; rounds++) {
      await admin.query(`create database "${name}"`);
      const stores = await Promise.allSettled([1, 2, 3, 4].map(() => openStore({ databaseUrl: url.href })));
      const open = stores.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const heads = await Promise.all(open.map((one) => one.db('head').count()));
      for (const one of open) await one.close();
      await admin.query(`drop database "${name}" with (force)`);
      expect(stores.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
      expect(heads).toEqual(Array(4).fill([{ count: 2 }]));
    }
    await admin.end();
    expect(rounds).toBe(5);
  });
});

describe('a store that cannot be reached', () => {
  const refused = 'postgres://nobody@127.0.0.1:1/none';

  it('is named so when it is opened', async () => {
    await expect(openStore({ databaseUrl: refused })).rejects.toThrow(StoreUnavailable);
  });

  it('is named so when the login or the database is wrong', async () => {
    const url = new URL(inject('databaseUrl'));
    url.pathname = '/there-is-no-such-database';
    await expect(openStore({ databaseUrl: url.href })).rejects.toThrow(StoreUnavailable);
    url.pathname = '/postgres';
    url.username = 'there_is_no_such_role';
    await expect(openStore({ databaseUrl: url.href })).rejects.toThrow(StoreUnavailable);
  });

  it('is named so when its connection is cut in a query, and works again with the next', async () => {
    const cut = store.db.raw(`select pg_terminate_backend(pg_backend_pid())`);
    await expect(cut).rejects.toThrow(StoreUnavailable);
    expect((await store.db.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('is named so when a transaction loses its connection, and nothing of it stays', async () => {
    const lost = retrying(store.db, async (trx) => {
      await trx('head').update({ version: 9 });
      await trx.raw(`select pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(lost).rejects.toThrow(StoreUnavailable);
    expect(await store.db('head').pluck('version')).toEqual([0, 0]);
  });
});

describe('limits of time', () => {
  it('a statement that takes too long is cut off and named so', async () => {
    const url = new URL(inject('databaseUrl'));
    url.pathname = `/${(await store.db.raw('select current_database() as name')).rows[0].name}`;
    const hasty = await openStore({ databaseUrl: url.href, statementTimeoutMs: 1_000 });
    try {
      await expect(hasty.db.raw('select pg_sleep(30)')).rejects.toThrow(StoreUnavailable);
      expect((await hasty.db.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await hasty.close();
    }
  });
});
