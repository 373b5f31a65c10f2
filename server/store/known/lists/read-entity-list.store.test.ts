// The entities with research: only those, each once, at a cost that securities without research do not raise.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readHead } from '../clock.ts';
import type { Cutoff } from '../../engine/db.ts';
import type { Store } from '../../engine/engine.ts';
import { entityIdForTicker } from '../../engine/ids.ts';
import { listEntities, type ListedEntity } from './read-entity-list.ts';
import { publishTold } from '../../testing/research.ts';
import { openTestStore } from '../../testing/store.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

async function newest(): Promise<Cutoff> {
  const head = await readHead(store.db, 'live');
  return { collection: 'live', version: head.version, asOf: head.watermark };
}

async function walk(cutoff: Cutoff, limit: number): Promise<ListedEntity[]> {
  const seen: ListedEntity[] = [];
  for (let after: string | null = null; ;) {
    const page: ListedEntity[] = await listEntities(store.db, cutoff, { after, limit });
    seen.push(...page);
    const last = page.at(-1);
    if (page.length < limit || last === undefined) return seen;
    after = last.entity_id;
  }
}

const day = (number: number): string => `2029-01-0${number}T00:00:00.000Z`;

it('lists who has an eligible belief at the cutoff, with its count, and nobody else', async () => {
  const told = ['A', 'B', 'C', 'A', 'B', 'A'].map((ticker, index) => ({
    belief: `b${index}`,
    ticker,
    observedAt: day(1 + index),
  }));
  await publishTold(store.db, { told });
  await store.db.raw(
    `insert into entity (collection, entity_id, kind, ticker, ticker_folded, name, name_basis, from_version)
     select 'live', gen_random_uuid(), 'listing', 'X' || i, 'X' || i, 'Without research', 'record', 1 from generate_series(1, 500) as i`,
  );
  const cutoff = await newest();
  for (const limit of [1, 2, 3, 50]) {
    const listed = await walk(cutoff, limit);
    expect(listed.map((row) => [row.ticker, row.released_record_count, row.latest_observation_at])).toEqual(
      [
        ['A', 3, day(6)],
        ['B', 2, day(5)],
        ['C', 1, day(3)],
      ].toSorted(([a], [b]) => (entityIdForTicker(String(a)) < entityIdForTicker(String(b)) ? -1 : 1)),
    );
  }
  const early = await walk({ ...cutoff, asOf: day(2) }, 1);
  expect(early.map((row) => [row.ticker, row.released_record_count]).toSorted()).toEqual([
    ['A', 1],
    ['B', 1],
  ]);
  expect(await walk({ ...cutoff, version: 0 }, 5)).toEqual([]);
});
