// Tamperings with released rows and with the log itself, in the database: the audit names the first.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { openLetters } from '../../ingest/testing/withdrawal.ts';
import { SALT_BYTES, type Salts } from '../../log/rows.ts';
import { audit, type Drift } from '../keeping/audit.ts';
import { earlier } from '../testing/instants.ts';
import { newestHead } from './heads.ts';
import { signNewestHead } from './checkpoints.ts';
import { release } from '../../ingest/release/release.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await openLetters('logged');
  await bench.statements(statement('s:more', { observed_at: '2020-05-01T15:00:00Z' }));
  await bench.release();
});
afterEach(() => bench.close());

const faults = async (): Promise<Drift[]> => (await audit(bench.store.db)).drifts;
const run = async (sql: string): Promise<void> => void (await bench.store.db.raw(sql));

it('an untouched store has no disagreement', async () => {
  expect(await faults()).toEqual([]);
  expect((await newestHead(bench.store.db))?.size).toBeGreaterThan(30);
});

describe('the audit finds', () => {
  it.each([
    [
      'a row added in the past',
      `insert into person (collection, person_id, name, from_version) values ('live', 'p:late', 'Late Riser', 1)`,
      /person \["p:late"\]/,
    ],
    [
      'a row changed',
      `update evidence set title = 'Another title' where evidence_id = (select min(evidence_id) from evidence)`,
      /evidence/,
    ],
    ['a direction turned', `update revision set direction = 'bearish' where direction = 'bullish'`, /revision/],
    ['a row deleted', `delete from citation where citation_id = (select min(citation_id) from citation)`, /citation/],
    [
      'a row closed in silence',
      `update person set to_version = 2 where person_id = 'p:bo' and to_version > 2`,
      /person \["p:bo"\], closed/,
    ],
    ['a release dropped', `update release set kind = 'withdrawal' where version = 1`, /end of release 1/],
    [
      'a release dated back',
      `update release set effective_at = ${earlier('effective_at', `interval '1 year'`)} where version = 1`,
      /end of release 1/,
    ],
    [
      'a salt swapped',
      `update log_leaf set salt = (select salt from log_leaf where leaf_index = 2) where leaf_index = 1`,
      /./,
    ],
    [
      'an opening destroyed without a removal',
      `update log_leaf set salt = null, row_key = null, kind = null, act = null where leaf_index = 3`,
      /./,
    ],
    ['an entry changed', `update log_leaf set entry = sha256('other') where leaf_index = 4`, /./],
    ['a leaf cut off', `delete from log_leaf where leaf_index = (select max(leaf_index) from log_leaf)`, /./],
    [
      'a head changed',
      `update log_head set root = sha256('other') where size = (select min(size) from log_head)`,
      /its root|root/,
    ],
    [
      'a checkpoint of another root',
      `update log_checkpoint set body = replace(body, 'research.test/log', 'other.test/log')`,
      /signature|root/,
    ],
  ])('%s', async (_what, sql, named) => {
    await run(sql);
    const found = await faults();
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ subject, what }) => `${subject} ${what}`).join('\n')).toMatch(named);
  });

  it('a price changed', async () => {
    await bench.prices('p.csv', 'ticker,date,adj_close\nZQRX,2020-03-02,10\nZQRX,2020-03-03,11\n');
    await bench.release();
    expect(await faults()).toEqual([]);
    await run(`update price set adjusted_close = 12 where session_date = '2020-03-03'`);
    expect((await faults()).map(({ what }) => what).join()).toMatch(/prices \["ZQRX/);
  });
});

/** Salts in their order, the same for every store. */
function counted(): Salts {
  let next = 0;
  return (count) =>
    Buffer.concat(
      Array.from({ length: count }, () => {
        const salt = Buffer.alloc(SALT_BYTES);
        salt.writeUInt32BE((next += 1));
        return salt;
      }),
    );
}

it('with the same salts, two stores have the same log, and one that logs later what it released before', async () => {
  const roots: string[] = [];
  for (const isLate of [false, true]) {
    const other = await LoadingBench.open();
    const salts = counted();
    for (const day of ['01', '02', '03']) {
      await other.statements(statement(`s:${day}`, { observed_at: `2020-03-${day}T15:00:00Z` }));
      await release(other.store.db, { collection: 'live', effectiveAt: `2021-01-${day}T00:00:00.000Z`, salts });
      if (isLate && day !== '03')
        for (const table of ['log_leaf', 'log_node', 'log_head']) await other.store.db.raw(`delete from ${table}`);
      if (isLate && day === '02') break;
    }
    if (isLate) {
      await other.statements(statement('s:03', { observed_at: '2020-03-03T15:00:00Z' }));
      await release(other.store.db, { collection: 'live', effectiveAt: '2021-01-03T00:00:00.000Z', salts: counted() });
    }
    const leaves = await other.rows<{ entry: string }>(
      `select encode(entry, 'hex') as entry from log_leaf where act <> 'released' order by leaf_index`,
    );
    roots.push(leaves.map(({ entry }) => entry).join());
    expect((await audit(other.store.db)).drifts).toEqual([]);
    await other.close();
  }
  expect(roots[1]).toBe(roots[0]);
});

it('signs no head twice, and nothing before it has a key', async () => {
  const { db } = bench.store;
  const before = await bench.rows('select * from log_checkpoint order by size');
  await signNewestHead(db, '2040-01-01T00:00:00.000Z');
  expect(await bench.rows('select * from log_checkpoint order by size')).toEqual(before);
  const fresh = await openLetters();
  expect(await fresh.rows('select * from log_checkpoint')).toEqual([]);
  await fresh.close();
});
