// A withdrawal is a separate release: gone from now on, there for every earlier cutoff.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readHead } from '../known/clock.ts';
import type { Store } from '../engine/engine.ts';
import { ask, publish, rules } from '../testing/history-rows.ts';
import { openTestStore } from '../testing/store.ts';
import { withdrawBelief } from '../testing/withdrawal.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const observedAt = '2020-01-01T00:00:00.000Z';
const now = '2020-02-01T00:00:00.000Z';
const withdrawal = { collection: 'live', id: 'gone', reason: 'the author asked', now } as const;

async function publishTwo(): Promise<void> {
  await publish(store.db, {
    now: '2020-01-15T00:00:00.000Z',
    effectiveAt: null,
    changes: ['gone', 'stays'].map((belief) => ({ kind: 'revise', belief, revision: 1, observedAt, text: 'said' })),
  });
}

it('hides the belief and its revisions and parts from its own version on, keeps the reason, and nothing else changes', async () => {
  await publishTwo();
  await store.db('belief_part').insert({
    collection: 'live',
    belief_id: 'gone',
    kind: 'claim',
    part_id: 'c',
    revision: 1,
    observed_at: observedAt,
    body: {},
    from_version: 1,
  });
  const before = await ask(store.db, rules, null, now);
  expect(await withdrawBelief(store.db, withdrawal)).toEqual({ version: 2, effectiveAt: now });

  const after = await ask(store.db, rules, null, now);
  expect(before.facts.map(({ key }) => key)).toEqual(['belief gone', 'belief stays']);
  expect(after.facts.map(({ key }) => key)).toEqual(['belief stays']);
  expect(await ask(store.db, rules, before.asOf, now)).toEqual(before);
  for (const table of ['belief', 'revision', 'belief_part']) {
    expect(await store.db(table).where({ belief_id: 'gone' }).pluck('to_version'), table).toEqual([2]);
  }
  expect(await store.db('belief').orderBy('belief_id').pluck('withdrawn_reason')).toEqual(['the author asked', null]);
  expect(await store.db('release').where({ version: 2 }).first('kind')).toEqual({ kind: 'withdrawal' });
});

it('what does not exist, or was withdrawn before, makes no release', async () => {
  await publishTwo();
  await withdrawBelief(store.db, withdrawal);
  expect(await withdrawBelief(store.db, withdrawal)).toBeNull();
  expect(await withdrawBelief(store.db, { ...withdrawal, id: 'never' })).toBeNull();
  expect(await withdrawBelief(store.db, { ...withdrawal, id: 'stays', collection: 'preview' })).toBeNull();
  expect((await readHead(store.db, 'live')).version).toBe(2);
});

it('leaves what is staged alone', async () => {
  await publishTwo();
  const staged = {
    collection: 'live',
    kind: 'statement',
    key: 'k',
    order_key: 'k',
    content_hash: 'h',
    body: '{}',
    origin: 'f:1',
  };
  await store.db('staged').insert(staged);
  await withdrawBelief(store.db, withdrawal);
  expect(await store.db('staged').pluck('key')).toEqual(['k']);
});
