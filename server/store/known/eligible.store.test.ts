// The eligibility rule at its edges: values equal to a bound, and a version or a millisecond beyond it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cutoff } from '../engine/db.ts';
import { eligible, eligiblePart, inVersion } from './eligible.ts';
import type { Store } from '../engine/engine.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
  const row = { belief_id: 'b', entity_id: '6a0f6d3c-9f0b-5d5b-8a63-0d7f3a1c9e11', person_id: 'p', origin: 'bundle' };
  const observed_at = '2020-01-02T03:04:05.678Z';
  await store.db('belief').insert({ ...row, collection: 'live', observed_at, from_version: 3, to_version: 5 });
});
afterAll(() => store.close());

async function counts(cutoff: Cutoff): Promise<number[]> {
  const found = [];
  for (const rule of [eligible, inVersion, eligiblePart]) {
    const { sql, bindings } = rule('b', cutoff);
    found.push((await store.db.raw(`select 1 from belief b where ${sql}`, bindings)).rows.length);
  }
  return found;
}

const at = '2020-01-02T03:04:05.678Z';
const cases: [string, Cutoff, number[]][] = [
  ['one version before it opened', { collection: 'live', version: 2, asOf: at }, [0, 0, 0]],
  ['the version that opened it', { collection: 'live', version: 3, asOf: at }, [1, 1, 1]],
  ['the last version before it closed', { collection: 'live', version: 4, asOf: at }, [1, 1, 1]],
  ['the version that closed it', { collection: 'live', version: 5, asOf: at }, [0, 0, 1]],
  [
    'a millisecond before it was observed',
    { collection: 'live', version: 3, asOf: '2020-01-02T03:04:05.677Z' },
    [0, 1, 0],
  ],
  ['a millisecond after', { collection: 'live', version: 3, asOf: '2020-01-02T03:04:05.679Z' }, [1, 1, 1]],
  ['the other collection', { collection: 'preview', version: 3, asOf: at }, [0, 0, 0]],
];

describe('a row with versions 3 to 5, seen by eligible, inVersion and eligiblePart', () => {
  it.each(cases)('%s', async (_name, cutoff, expected) => {
    expect(await counts(cutoff)).toEqual(expected);
  });
});
