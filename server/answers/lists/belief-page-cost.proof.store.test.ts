// Cost of a page of beliefs, in buffers that its statements touch: the same with twenty times as many beliefs.
import { describe, expect, it } from 'vitest';
import { readHead } from '../../store/known/clock.ts';
import type { Cutoff } from '../../store/engine/db.ts';
import type { Store } from '../../store/engine/engine.ts';
import type { Fragment } from '../../store/engine/fragment.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import {
  listBeliefs,
  type BeliefFilters,
  type BeliefPosition,
  pageQuery,
  restQuery,
} from '../../store/known/lists/read-belief-list.ts';
import { readRows } from '../../store/engine/read.ts';
import { generateBeliefs } from '../../store/testing/research.ts';
import { openTestStore } from '../../store/testing/store.ts';

let store: Store;

async function newest(): Promise<Cutoff> {
  const head = await readHead(store.db, 'live');
  return { collection: 'live', version: head.version, asOf: head.watermark };
}

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };

async function explained(query: Fragment): Promise<number> {
  const { rows } = await store.db.raw(
    `explain (analyze, buffers, format json) ${query.sql}`,
    query.bindings as never[],
  );
  const [{ Plan: plan }] = (rows as { 'QUERY PLAN': [{ Plan: Plan }] }[])[0]?.['QUERY PLAN'] ?? [{ Plan: {} as Plan }];
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

async function buffers(filters: BeliefFilters, after: BeliefPosition | null): Promise<number> {
  const [cutoff, question] = [await newest(), { filters, after, limit: 21 }];
  const page = pageQuery(cutoff, question);
  const rest = restQuery(cutoff, question, await readRows(store.db, page));
  return (await explained(page.query)) + (rest === null ? 0 : await explained(rest.query));
}

/** The first observation of the belief of this number; it was revised thirty days later. */
const minute = (number: number): string => new Date(Date.parse('2020-01-01T00:00:00Z') + number * 60_000).toISOString();
const revised = (number: number): string => minute(number + 30 * 24 * 60);

describe('what a page costs', () => {
  const questions: [string, BeliefFilters][] = [
    ['no filter', {}],
    ['a ticker', { entityId: entityIdForTicker('T7') }],
    ['a person', { personId: 'person-7' }],
    ['a common state', { status: 'strengthened' }],
    ['a state that nothing is in', { status: 'unknown' }],
    ['a direction that nothing has', { direction: 'bearish' }],
    ['an instant that little is newer than', { updatedSince: '2030-01-01T00:00:00.000Z' }],
    ['a range of observation', { observedSince: minute(200), observedUntil: minute(900) }],
  ];

  it('is the same with twenty times as many beliefs, on the first page, in the middle, and behind all that matches', async () => {
    const cost = new Map<string, number[]>();
    for (const count of [2_000, 40_000]) {
      store = await openTestStore();
      await generateBeliefs(store.db, count);
      const middle = { observedAt: minute(count / 2), beliefId: 'bel_' };
      for (const [name, filters] of questions) {
        const pages = [await buffers(filters, null), await buffers(filters, middle)];
        cost.set(name, [...(cost.get(name) ?? []), ...pages]);
      }
      const lately = { updatedSince: revised(count - 100) };
      const behind = { observedAt: minute(count - 100), beliefId: 'bel_' };
      const pages = [await buffers(lately, null), await buffers(lately, behind)];
      cost.set('an instant, behind all that is newer', [
        ...(cost.get('an instant, behind all that is newer') ?? []),
        ...pages,
      ]);
      await store.close();
    }
    expect(cost.size).toBe(questions.length + 1);
    for (const [name, [first = 0, middle = 0, firstOfMany = 0, middleOfMany = 0]] of cost) {
      // A level more of an index is a buffer more for each lookup, of two at least; a scan would read twenty times as many.
      expect.soft(firstOfMany, `${name}, first page, ${first} of few`).toBeLessThan(2.5 * first + 60);
      expect.soft(middleOfMany, `${name}, middle page, ${middle} of few`).toBeLessThan(2.5 * middle + 60);
    }
  });

  it('of a rare state is that of a walk and of its own beliefs; behind the last that matches, less than a buffer for each that is left', async () => {
    store = await openTestStore();
    await generateBeliefs(store.db, 20_000);
    const half = { observedAt: minute(10_000), beliefId: 'bel_' };
    for (const after of [null, half])
      expect(await buffers({ status: 'resolved' }, after)).toBeLessThan(4_500 + 10 * 200);
    // All were active once, and all but the ten of the cast have moved on.
    const active = { filters: { status: 'active' as const }, after: half, limit: 21 };
    expect(await listBeliefs(store.db, await newest(), active)).toHaveLength(10);
    expect(await buffers(active.filters, half)).toBeLessThan(10_000);
    expect(await buffers({ updatedSince: revised(10_000) }, half)).toBeLessThan(10_000);
    await store.close();
  });
});
