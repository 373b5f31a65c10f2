// Behaviour that both engines share: values, errors, statements, statistics.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from './engine.ts';
import { openTestStore } from '../testing/store.ts';

// These tests are independent of each other's rows.
let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function value(sql: string, bindings: string[] = []): Promise<unknown> {
  const { rows } = await store.db.raw(`select ${sql} as value`, bindings);
  return (rows as { value: unknown }[])[0]?.value;
}

describe('values', () => {
  const cases: [string, unknown][] = [
    [`timestamptz '2014-06-30 23:59:59Z'`, '2014-06-30T23:59:59.000Z'],
    [`timestamptz '2014-06-30 23:59:59.12Z'`, '2014-06-30T23:59:59.120Z'],
    [`timestamptz '2014-06-30 23:59:59.999999Z'`, '2014-06-30T23:59:59.999Z'],
    [`timestamptz '2014-06-30 23:59:59.9999Z'::timestamptz(3)`, '2014-07-01T00:00:00.000Z'],
    [`timestamptz '2014-03-30 02:30:00+05:45'`, '2014-03-29T20:45:00.000Z'],
    [`timestamp '2014-06-30 23:59:59.1'`, '2014-06-30T23:59:59.100Z'],
    [`date '2016-02-29'`, '2016-02-29'],
    [`date '2014-03-30'`, '2014-03-30'],
    [`9007199254740991::int8`, 9007199254740991],
    [`9007199254740993::int8`, '9007199254740993'],
    [`count(*)`, 1],
    [`74.50000000000001::numeric`, '74.50000000000001'],
    [`1.50::numeric`, '1.50'],
    [`0.1::float8 + 0.2::float8`, 0.30000000000000004],
    [`array[1.10, null]::numeric[]`, ['1.10', null]],
    [`array['2014-06-30 23:59:59.5Z']::timestamptz[]`, ['2014-06-30T23:59:59.500Z']],
    [`array['2016-02-29']::date[]`, ['2016-02-29']],
    [`array[1, 9007199254740993]::int8[]`, [1, '9007199254740993']],
    [`array['a,b', '"', null]`, ['a,b', '"', null]],
    [`'{"b": 1.50, "a": [null]}'::jsonb`, { a: [null], b: 1.5 }],
    [`'\\x00ff'::bytea`, Buffer.from([0, 255])],
    [`true`, true],
    [`null::timestamptz`, null],
    [`current_setting('timezone')`, 'UTC'],
    [`timestamptz '2014-06-30 23:30:00Z'::date`, '2014-06-30'],
  ];
  it.each(cases)('%s', async (sql, expected) => {
    expect(await value(sql)).toEqual(expected);
  });

  it('an instant comes back as it was written, also through a column', async () => {
    const instants = ['1970-01-01T00:00:00.000Z', '2014-06-30T23:59:59.001Z', '2026-10-05T10:00:00.990Z'];
    for (const instant of instants) {
      await store.db('head').where({ collection: 'live' }).update({ watermark: instant });
      expect(await store.db('head').where({ collection: 'live' }).pluck('watermark')).toEqual([instant]);
    }
  });

  it('text sorts by code point, whatever the locale', async () => {
    const { rows } = await store.db.raw(
      `select k from unnest(array['b', 'A', 'a', 'é', '~', 'Z']) k order by k collate "C"`,
    );
    expect((rows as { k: string }[]).map(({ k }) => k)).toEqual(['A', 'Z', 'a', 'b', '~', 'é']);
  });
});

describe('errors', () => {
  it('carry the code of the database and never a value', async () => {
    const error = await store.db
      .raw('select 1 from nowhere where a = ?', ['a secret'])
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: '42P01' });
    expect(String(error)).not.toContain('a secret');
  });

  it('do not spoil the connection for what comes next', async () => {
    await expect(store.db.transaction((trx) => trx.raw('select 1/0'))).rejects.toMatchObject({ code: '22012' });
    expect(await value('1')).toBe(1);
  });
});

describe('statements that are prepared once', () => {
  it('work under their name again and again', async () => {
    const ask = async (n: number): Promise<unknown> =>
      (await store.db.raw('select ?::int + 1 as n', [n]).options({ name: 'plus-one' })).rows;
    expect([await ask(1), await ask(2)]).toEqual([[{ n: 2 }], [{ n: 3 }]]);
  });
});

describe('after an import', () => {
  it('the planner knows how many rows there are', async () => {
    await store.db.raw(
      `insert into session (collection, session_date, early_close, from_version)
       select 'live', date '2000-01-01' + n, false, 1 from generate_series(1, 5000) n`,
    );
    await store.afterImport();
    const estimate = await value(`(select reltuples from pg_class where relname = 'session')`);
    expect(estimate).toBe(5000);
  });
});
