// Pages of beliefs: every filter against plain SQL, and the keyset order.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readHead } from '../clock.ts';
import type { Cutoff } from '../../engine/db.ts';
import type { Store } from '../../engine/engine.ts';
import { entityIdForTicker } from '../../engine/ids.ts';
import { hasBeliefs, listBeliefs, type BeliefFilters, type BeliefPosition } from './read-belief-list.ts';
import { readStated } from './read-stated-beliefs.ts';
import { beliefSet, publishTold, type BeliefSketch } from '../../testing/research.ts';
import { openTestStore } from '../../testing/store.ts';
import { withdrawBelief } from '../../testing/withdrawal.ts';

let store: Store;

async function newest(): Promise<Cutoff> {
  const head = await readHead(store.db, 'live');
  return { collection: 'live', version: head.version, asOf: head.watermark };
}

async function walk(cutoff: Cutoff, filters: BeliefFilters, limit: number): Promise<string[]> {
  const seen: string[] = [];
  let after: BeliefPosition | null = null;
  for (;;) {
    const page = await listBeliefs(store.db, cutoff, { filters, after, limit });
    seen.push(...page.map((row) => row.belief_id));
    const last = page.at(-1);
    if (page.length < limit || last === undefined) return seen;
    after = { observedAt: last.counts_from, beliefId: last.belief_id };
  }
}

const day = (number: number): string => `2024-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const directions = ['bullish', 'bearish', 'mixed', 'unclear'] as const;
const statuses = ['forming', 'active', 'strengthened', 'weakened', 'resolved', 'abandoned', 'unknown'] as const;

/** Sixty beliefs on four days, of which many share an instant; a third of them has changed since. */
const told: BeliefSketch[] = Array.from({ length: 60 }, (_, index): BeliefSketch[] => {
  const of = { belief: String(index).padStart(3, '0'), ticker: `T${index % 3}`, person: `p${index % 4}` };
  const opened = { ...of, observedAt: day(1 + (index % 4)), direction: directions[index % 4] ?? '', status: 'active' };
  if (index % 3 !== 0) return [opened];
  const moved = { direction: directions[(index + 1) % 4] ?? '', status: statuses[(index / 3) % 7] ?? '' };
  return [opened, { ...of, ...moved, revision: 2, observedAt: day(10 + (index % 7)) }];
}).flat();

describe('a page walk', () => {
  beforeAll(async () => {
    store = await openTestStore();
    await publishTold(store.db, { told });
  });
  afterAll(() => store.close());

  const filters: [string, BeliefFilters][] = [
    ['nothing', {}],
    ['an entity', { entityId: entityIdForTicker('T1') }],
    ['a person', { personId: 'p2' }],
    ['an entity and a person', { entityId: entityIdForTicker('T1'), personId: 'p2' }],
    ...directions.map((direction): [string, BeliefFilters] => [direction, { direction }]),
    ...statuses.map((status): [string, BeliefFilters] => [status, { status }]),
    ['a direction and a status', { direction: 'bearish', status: 'active' }],
    ['an instant since', { updatedSince: day(12) }],
    ['an instant since, within the first days', { updatedSince: day(3) }],
    ['a range of observation', { observedSince: day(2), observedUntil: day(5) }],
    ['a range that has no end', { observedSince: day(2) }],
    ['a range that ends at an instant of many', { observedUntil: day(3) }],
    ['a range and a state', { observedSince: day(1), observedUntil: day(4), status: 'active' }],
    ['a range and a rare state of a person', { observedUntil: day(6), personId: 'p2', direction: 'unclear' }],
    [
      'everything at once',
      {
        entityId: entityIdForTicker('T0'),
        personId: 'p0',
        status: 'active',
        updatedSince: day(2),
        observedSince: day(1),
        observedUntil: day(9),
      },
    ],
  ];

  it.each(filters)(
    'by %s gives what plain SQL gives, in order, whatever the size of a page and the cutoff',
    async (_, filter) => {
      let found = 0;
      const cutoffs = [await newest(), { ...(await newest()), asOf: day(11) }, { ...(await newest()), asOf: day(3) }];
      for (const cutoff of cutoffs) {
        const set = await beliefSet(store.db, cutoff, filter);
        for (const limit of [1, 7, 50]) expect(await walk(cutoff, filter, limit)).toEqual(set);
        found += set.length;
      }
      expect(found).toBeGreaterThan(0);
    },
  );

  it('by a range goes by the instant as loaded of what is known to the day, which counts from its end', async () => {
    await store.db.transaction(async (trx) => {
      await trx.raw(
        `update belief set observed_as = date_trunc('day', observed_at at time zone 'UTC') at time zone 'UTC',
                observed_at = (date_trunc('day', observed_at at time zone 'UTC') + interval '86399 seconds') at time zone 'UTC'
          where belief_id in (select belief_id from belief order by belief_id limit 30)`,
      );
      await trx.raw(
        `update revision r set observed_as = b.observed_as, observed_at = b.observed_at
           from belief b where b.belief_id = r.belief_id and r.revision = 1 and b.observed_as is not null`,
      );
    });
    let found = 0;
    for (const [from, to] of [
      [2, 3],
      [1, 2],
      [3, 9],
    ] as const) {
      const filter = { observedSince: day(from), observedUntil: day(to) };
      const set = await beliefSet(store.db, await newest(), filter);
      for (const limit of [1, 50]) expect(await walk(await newest(), filter, limit)).toEqual(set);
      found += set.length;
    }
    expect(found).toBeGreaterThan(30);
  });

  it('finds nothing for what is not there', async () => {
    const cutoff = await newest();
    for (const filter of [{ personId: 'nobody' }, { status: 'reversed' as const }, { updatedSince: day(28) }]) {
      expect(await walk(cutoff, filter, 10)).toEqual([]);
    }
    expect(await hasBeliefs(store.db, cutoff, entityIdForTicker('T1'))).toBe(true);
    expect(await hasBeliefs(store.db, { ...cutoff, asOf: '2023-12-31T00:00:00.000Z' }, entityIdForTicker('T1'))).toBe(
      false,
    );
    expect(await hasBeliefs(store.db, cutoff, entityIdForTicker('T9'))).toBe(false);
  });
});

describe('a page walk beside releases', () => {
  beforeEach(async () => {
    store = await openTestStore();
  });
  afterEach(() => store.close());

  it('gives the set of its own version, whatever is published or withdrawn between its pages', async () => {
    await publishTold(store.db, { told, now: day(20) });
    const cutoff = await newest();
    const set = await beliefSet(store.db, cutoff, {});
    const seen: string[] = [];
    let after: BeliefPosition | null = null;
    for (let page = 0; page < 6; page++) {
      const rows = await listBeliefs(store.db, cutoff, { filters: {}, after, limit: 10 });
      seen.push(...rows.map((row) => row.belief_id));
      const last = rows.at(-1);
      after = last === undefined ? null : { observedAt: last.first_observed_at, beliefId: last.belief_id };
      await publishTold(store.db, { told: [{ belief: `new${page}`, observedAt: day(2) }], now: day(21) });
      await withdrawBelief(store.db, {
        collection: 'live',
        id: set[55 - page] ?? '',
        reason: 'asked for',
        now: day(21),
      });
    }
    expect(seen).toEqual(set);
    const later = await newest();
    expect(later.version).toBe(13);
    expect(await walk(later, {}, 10)).toEqual(await beliefSet(store.db, later, {}));
    expect(await walk(cutoff, {}, 10)).toEqual(set);
  });

  it('names a person as the newest statement by the cutoff does, and tells the state, not the newest row', async () => {
    await publishTold(store.db, { told: [{ belief: 'a', observedAt: day(1), summary: 'first' }], now: day(20) });
    await publishTold(store.db, {
      told: [{ belief: 'a', revision: 2, observedAt: day(5), summary: 'second' }],
      now: day(20),
    });
    const ofAll = { filters: {}, after: null, limit: 5 };
    const told = async (cutoff: Cutoff): Promise<object> => {
      const placed = await listBeliefs(store.db, cutoff, ofAll);
      const { stated, citations } = await readStated(store.db, cutoff, { placed, citationIds: [] });
      return { ...placed[0], ...stated[0], cited: citations.map((row) => row.citation_id) };
    };
    expect(await told(await newest())).toMatchObject({
      belief_id: 'bel_a',
      ticker: 'NWTB',
      name: 'NWTB Company',
      person_name: 'Name of mara-ellison',
      first_observed_at: day(1),
      observed_at: day(5),
      summary: 'second',
      source_citation_id: 'cit_a-2',
      cited: ['cit_a-2'],
      from_version: 1,
      until_version: 3,
    });
    const before = await told({ ...(await newest()), asOf: day(4) });
    expect(before).toMatchObject({ observed_at: day(1), summary: 'first', from_version: 1, until_version: 3 });
  });
});
