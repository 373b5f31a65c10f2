// Hostile strings in every field of every record type: for all that loads, every read answers with a document of the contract.
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { Store } from '../../../server/store/engine/engine.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { hostileRound } from './run.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

/** Units of 519 records: 100,000 on PostgreSQL, and the embedded engine takes several times as long for each. */
const units = inject('engine') === 'postgresql' ? 194 : 10;

it('what loads can be read', async () => {
  const { failures, ...report } = await hostileRound(store, { seed: 20_261_005, from: 1, count: units });
  expect(failures).toEqual([]);
  expect(report.records).toBeGreaterThan(510 * units);
  // Nothing is shown by a generator whose changes are all refused, or whose reads lead nowhere.
  expect(report.accepted).toBeGreaterThan(400 * units);
  expect(report.refused).toBeGreaterThan(20 * units);
  expect(report.reads).toBeGreaterThan(14 * units);
});
