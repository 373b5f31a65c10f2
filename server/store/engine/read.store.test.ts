// Questions combined in one statement give the same rows as separate ones, on both engines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from './engine.ts';
import { sql } from './fragment.ts';
import { instantOf, read, readFirst, readRows, readTogether } from './read.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;

beforeAll(async () => {
  store = await openTestStore();
});

afterAll(() => store.close());

type Sample = {
  instant: string | null;
  amount: string | null;
  day: string | null;
  id: string;
  count: number;
  certain: boolean;
  words: string | null;
  body: { [name: string]: unknown };
};

const columns = {
  instant: 'instant',
  amount: 'decimal',
  day: 'plain',
  id: 'plain',
  count: 'plain',
  certain: 'plain',
  words: 'plain',
  body: 'plain',
} as const;

const values = sql`
  select v.instant::timestamptz(3) as instant, v.amount::numeric as amount, v.day::date as day, v.id::uuid as id,
         v.count::integer as count, v.certain::boolean as certain, v.words, v.body::jsonb as body
    from (values
      ('2014-06-30T23:59:59.1Z', '41.20', '2014-06-30', '7a0f0000-0000-4000-8000-00000000000b', 3, true,
       ${'line\nbreak, "quote", \\ back, \u0001, naïve 🙂'}, '{"z": 1.50, "a": [null, {"deep": "ü"}]}'),
      ('2014-06-30T23:59:59.12+05:45', '156.15609741210938', '0999-12-31', '7a0f0000-0000-4000-8000-00000000000a', 2, false,
       '', '{}'),
      ('1970-01-01T00:00:00Z', '0.000000000000000000000001234567890123456789', '2024-02-29',
       '7a0f0000-0000-4000-8000-00000000000c', -2147483648, true, null, '{"n": 123456789.123456789}'),
      (null, null, null, '7a0f0000-0000-4000-8000-00000000000d', 0, false, 'x', '{"observed_at": "2020-01-01"}'))
      as v(instant, amount, day, id, count, certain, words, body)`;

const newestFirst = read<Sample>(columns, sql`select * from (${values}) s order by s.instant desc nulls last`);
const bySize = read<Sample>(columns, sql`select * from (${values}) s where s.count > ${-1} order by s.count`);
const nothing = read<Sample>(columns, sql`select * from (${values}) s where s.count > ${100}`);

describe('questions asked together', () => {
  it('are answered row for row and type for type as each alone', async () => {
    const together = await readTogether(store.db, { newestFirst, bySize, nothing, unasked: null });
    expect(together.newestFirst).toEqual(await readRows(store.db, newestFirst));
    expect(together.bySize).toEqual(await readRows(store.db, bySize));
    expect(together.newestFirst).toHaveLength(4);
    expect(together.bySize.map(({ count }) => count)).toEqual([0, 2, 3]);
    expect(together.nothing).toEqual([]);
    expect(together.unasked).toEqual([]);
  });

  it('keep every digit, the millisecond, the calendar day and the text', async () => {
    const { newestFirst: rows } = await readTogether(store.db, { newestFirst });
    expect(rows[0]).toEqual({
      instant: '2014-06-30T23:59:59.100Z',
      amount: '41.20',
      day: '2014-06-30',
      id: '7a0f0000-0000-4000-8000-00000000000b',
      count: 3,
      certain: true,
      words: 'line\nbreak, "quote", \\ back, \u0001, naïve 🙂',
      body: { z: 1.5, a: [null, { deep: 'ü' }] },
    });
    expect(rows.map(({ instant }) => instant)).toEqual([
      '2014-06-30T23:59:59.100Z',
      '2014-06-30T18:14:59.120Z',
      '1970-01-01T00:00:00.000Z',
      null,
    ]);
    expect(rows[2]?.amount).toBe('0.000000000000000000000001234567890123456789');
  });

  it('are one statement, and none where nothing is asked', async () => {
    let statements = 0;
    const count = (): void => void (statements += 1);
    store.db.on('query', count);
    await readTogether(store.db, { a: newestFirst, b: bySize });
    await readTogether(store.db, { a: null });
    store.db.removeListener('query', count);
    expect(statements).toBe(1);
  });
});

it('a first row is null where there is none', async () => {
  expect(await readFirst(store.db, nothing)).toBeNull();
  expect((await readFirst(store.db, bySize))?.count).toBe(0);
});

it('an instant of UTC is told in milliseconds, whichever way PostgreSQL writes it', () => {
  const written = ['2014-06-30T23:59:59', '2014-06-30 23:59:59.1', '2014-06-30T23:59:59.12', '2014-06-30 23:59:59.123'];
  expect(written.map(instantOf)).toEqual([
    '2014-06-30T23:59:59.000Z',
    '2014-06-30T23:59:59.100Z',
    '2014-06-30T23:59:59.120Z',
    '2014-06-30T23:59:59.123Z',
  ]);
});
