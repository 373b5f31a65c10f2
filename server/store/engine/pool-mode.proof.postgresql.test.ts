// The detected pool mode of an address, and the settings of its connections.
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { openStore, type Store } from './engine.ts';
import { MissingRoleSettings, StoreUnavailable } from './failures.ts';
import { runPrepared } from './named-statement.ts';
import { databaseAddress, type PoolMode } from './pool-mode.ts';
import { databaseOf } from '../testing/address.ts';
import { type Pooler, type PoolerOptions, startPooler } from '../testing/pooler.ts';
import { openTestStore } from '../testing/store.ts';

let direct: Store;
let databaseUrl: string;
const poolers: Pooler[] = [];
const opened: Store[] = [];

const settings = ['timezone', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;
const shown = `select ${settings.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`;
const serving = { timezone: 'UTC', statement_timeout: '2500ms', idle_in_transaction_session_timeout: '1min' };

beforeAll(async () => {
  direct = await openTestStore();
  databaseUrl = await databaseOf(direct, inject('databaseUrl'));
  await setRole(serving);
  await setRole({ lock_timeout: '1s' });
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  for (const pooler of poolers.splice(0)) pooler.close();
});
afterAll(() => direct.close());

/** For this database alone: they go with it. */
async function setRole(values: Partial<Record<(typeof settings)[number], string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const { rows } = await direct.db.raw(
      `select format('alter role %I in database %I set ${name} to %L', session_user, current_database(), ?::text) as sql`,
      [value],
    );
    await direct.db.raw((rows as { sql: string }[])[0]?.sql ?? '');
  }
}

async function pooler(options: Partial<PoolerOptions> & Pick<PoolerOptions, 'mode'>): Promise<Pooler> {
  const started = await startPooler({ databaseUrl, ...options });
  poolers.push(started);
  return started;
}

async function open(url: string, options: { statementTimeoutMs?: number; replicaUrl?: string } = {}): Promise<Store> {
  const store = await openStore({ statementTimeoutMs: 2_500, ...options, databaseUrl: url });
  opened.push(store);
  return store;
}

const show = async (db: Pick<Store['db'], 'raw'>): Promise<unknown> => (await db.raw(shown)).rows[0];
const modeOf = (url: string): Promise<PoolMode> => databaseAddress(url).mode();

describe('the pool mode', () => {
  it('of a server itself is direct', async () => {
    expect(await modeOf(databaseUrl)).toBe('direct');
  });

  it('of a session pooler is session', async () => {
    expect(await modeOf((await pooler({ mode: 'session', size: 3 })).url)).toBe('session');
  });

  const sizes = [1, 2, 3, 4, 5, 8];
  it.each(['newest', 'in-turn'] as const)(
    'of a transaction pooler is transaction, with any number of server connections, given out as the %s',
    async (order) => {
      for (const size of sizes) {
        const { url } = await pooler({ mode: 'transaction', size, order });
        expect([size, await modeOf(url)]).toEqual([size, 'transaction']);
      }
    },
  );

  it('of a transaction pooler that passes on process ids is found out by its second connection', async () => {
    for (const order of ['newest', 'in-turn'] as const) {
      const { url, named } = await pooler({ mode: 'transaction', order, processId: 'passed-on', startUp: 'dropped' });
      const store = await open(url);
      // As every server does at its start: it reads the time.
      await store.accounts.raw('select 1');
      const asked = Array.from({ length: 50 }, () =>
        runPrepared(store.db, { sql: 'select ?::int as one', bindings: [1] }),
      );
      expect([await Promise.all(asked), named]).toEqual([Array.from({ length: 50 }, () => [{ one: 1 }]), []]);
    }
  });

  it('of a transaction pooler is transaction while other clients keep taking its server connections', async () => {
    const { url } = await pooler({ mode: 'transaction', size: 5 });
    const busy = await open(url);
    let isDone = false;
    const others = [1, 2, 3, 4].map(async (seconds) => {
      while (!isDone) await busy.db.raw('select pg_sleep(?)', [seconds / 1_000]);
    });
    const modes: PoolMode[] = [];
    for (let times = 0; times < 20; times += 1) modes.push(await modeOf(url));
    isDone = true;
    await Promise.all(others);
    expect(modes).toEqual(Array.from({ length: 20 }, () => 'transaction'));
  });

  it('is asked for again after a detection that failed', async () => {
    const gone = await pooler({ mode: 'transaction' });
    const address = databaseAddress(gone.url);
    gone.close();
    await expect(address.mode()).rejects.toThrow(StoreUnavailable);
    await expect(address.mode()).rejects.toThrow(StoreUnavailable);
    expect(address.known).toBe(null);
  });

  it('for single statements is refused, in the words of the pooler', async () => {
    const { url } = await pooler({ mode: 'statement' });
    await expect(open(url)).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining('statement pooling mode') }),
    });
  });
});

describe('a transaction pooler', () => {
  it.each(['refused', 'dropped'] as const)(
    'whose unknown start-up parameters are %s is used without names',
    async (startUp) => {
      const { url, named, sessionChanges } = await pooler({ mode: 'transaction', startUp });
      const stores = [await open(url), await open(url)];
      const sums = await Promise.all(
        Array.from({ length: 300 }, (_, n) => {
          const { db, accounts } = stores[n % 2] ?? direct;
          return runPrepared<{ sum: number }>(n % 3 === 0 ? accounts : db, {
            sql: 'select ?::int + 1 as sum',
            bindings: [n],
          });
        }),
      );
      expect(sums.map(([row]) => row?.sum)).toEqual(Array.from({ length: 300 }, (_, n) => n + 1));
      expect([named, sessionChanges]).toEqual([[], []]);
    },
  );

  it('leaves a reader and a charge the limits of the role, and a transaction for research no limit of a lock', async () => {
    const store = await open((await pooler({ mode: 'transaction' })).url);
    const [reading, charging] = [await show(store.db), await show(store.accounts)];
    expect([reading, charging]).toEqual([
      { ...serving, statement_timeout: '2500ms', lock_timeout: '1s' },
      { ...serving, statement_timeout: '2500ms', lock_timeout: '1s' },
    ]);
    expect(await store.accounts.transaction(show)).toEqual({ ...serving, lock_timeout: '1s' });
    expect(await store.db.transaction(show)).toEqual({ ...serving, lock_timeout: '0' });
  });

  it('gives patient work no limit, in a transaction and without one, and the next client the limits of the role again', async () => {
    const { url, sessionChanges } = await pooler({ mode: 'transaction', size: 1 });
    const store = await open(url);
    const patient = { ...serving, statement_timeout: '0', lock_timeout: '0' };
    const seen = await store.patiently(async (db) => [
      await show(db),
      await db.transaction(show),
      await db.transaction((trx) => trx.transaction(show)),
      await db.transaction(show, { isolationLevel: 'repeatable read', readOnly: true }),
    ]);
    expect(seen).toEqual([patient, patient, patient, patient]);
    await store.afterImport();
    expect([await show(store.db), sessionChanges]).toEqual([{ ...serving, lock_timeout: '1s' }, []]);
  });

  it('undoes a patient statement that fails, and takes the next one', async () => {
    const store = await open((await pooler({ mode: 'transaction', size: 1 })).url);
    await store.patiently(async (db) => {
      await expect(db.raw('select 1 / 0')).rejects.toThrow('division by zero');
      expect((await db.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
    });
  });

  it('brings an empty database up to date', async () => {
    const empty = new URL(databaseUrl);
    empty.pathname += '_empty';
    const name = empty.pathname.slice(1);
    await direct.db.raw('create database ??', [name]);
    try {
      const { url } = await pooler({ mode: 'transaction', databaseUrl: empty.href });
      const refusal = await open(url).catch((error: unknown) => error);
      for (const sql of (refusal as MissingRoleSettings).statements) await direct.db.raw(sql);
      poolers.at(-1)?.reconnect();
      const store = await open(url);
      expect(await store.db('schema_migration').orderBy('name').pluck('name')).toEqual(
        await direct.db('schema_migration').orderBy('name').pluck('name'),
      );
      await opened.pop()?.close();
    } finally {
      await direct.db.raw('drop database ?? with (force)', [name]);
    }
  });
});

describe('a role that lacks settings', () => {
  const lost = { timezone: 'Asia/Kathmandu', statement_timeout: '0', lock_timeout: '1min' };

  it('stops the start with the SQL that is missing, which then suffices', async () => {
    await setRole(lost);
    const { url, reconnect } = await pooler({ mode: 'transaction' });
    const refusal = await open(url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MissingRoleSettings);
    const { statements, message } = refusal as MissingRoleSettings;
    expect(statements.map((sql) => / set (\w+) to /.exec(sql)?.[1])).toEqual(Object.keys(lost));
    for (const sql of statements) expect(message).toContain(sql);
    for (const sql of statements) await direct.db.raw(sql);
    // The pooler's connections are from before.
    await expect(open(url)).rejects.toThrow(MissingRoleSettings);
    reconnect();
    expect(await show((await open(url)).db)).toEqual({ ...serving, lock_timeout: '1s' });
  });

  it('and one that has them limit nothing on the server itself that is to have no limit', async () => {
    const store = await open(databaseUrl, { statementTimeoutMs: 0 });
    const none = { ...serving, statement_timeout: '0', lock_timeout: '0' };
    expect([await show(store.db), await store.patiently(show)]).toEqual([none, none]);
  });

  it('may have shorter limits than those', async () => {
    await setRole({ statement_timeout: '2s', lock_timeout: '500ms' });
    const store = await open((await pooler({ mode: 'transaction' })).url);
    expect(await show(store.accounts)).toEqual({ ...serving, statement_timeout: '2s', lock_timeout: '500ms' });
    await setRole({ statement_timeout: '2500ms', lock_timeout: '1s' });
  });

  it('is no obstacle on the server itself and behind a session pooler: connections there have settings of their own', async () => {
    await setRole(lost);
    const session = await pooler({ mode: 'session', size: 20 });
    for (const url of [databaseUrl, session.url]) {
      const store = await open(url);
      expect(await show(store.db)).toEqual({ ...serving, lock_timeout: '0' });
      expect(await show(store.accounts)).toEqual({ ...serving, lock_timeout: '1s' });
      expect(await store.patiently(show)).toEqual({ ...serving, statement_timeout: '0', lock_timeout: '0' });
      await runPrepared(store.db, { sql: 'select ?::int', bindings: [1] });
    }
    expect(session.named).toHaveLength(1);
    await setRole({ ...serving, lock_timeout: '1s' });
  });
});

describe('a replica', () => {
  it('behind a transaction pooler is read without names, whatever the primary is behind', async () => {
    const { url, named } = await pooler({ mode: 'transaction' });
    const store = await open(databaseUrl, { replicaUrl: url });
    const { replica } = store;
    if (replica === null) throw new Error('a replica was named');
    const rows = await Promise.all(
      [1, 2, 3, 4].map(() => runPrepared(replica, { sql: 'select ?::int as one', bindings: [1] })),
    );
    expect([rows.flat(), named]).toEqual([Array.from({ length: 4 }, () => ({ one: 1 })), []]);
  });

  it('behind a transaction pooler stops the start where its role lacks settings', async () => {
    await setRole({ lock_timeout: '0' });
    const { url } = await pooler({ mode: 'transaction' });
    await expect(open(databaseUrl, { replicaUrl: url })).rejects.toThrow(/set lock_timeout to '1000ms';/);
    await setRole({ lock_timeout: '1s' });
  });

  it('that is away does not keep the store from being opened', async () => {
    const store = await open(databaseUrl, { replicaUrl: 'postgres://nobody@127.0.0.1:1/none' });
    await expect(store.replica?.raw('select 1')).rejects.toThrow(StoreUnavailable);
    expect((await store.db.raw('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
