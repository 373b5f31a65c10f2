// Hostile strings in every field of every record type: whatever loads, every read answers with a document of the contract.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Store } from '../../../server/store/engine/engine.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { hostileRound } from './run.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

/** Some 2,500 records; `npm run drill -- hostile` has as many as it is given. */
const units = 80;

it('what loads can be read', async () => {
  const { failures, ...report } = await hostileRound(store, { seed: 20_261_005, from: 1, count: units });
  expect(failures).toEqual([]);
  expect(report.records).toBeGreaterThan(30 * units);
  // Nothing is shown by a generator whose changes are all refused, or whose reads lead nowhere.
  expect(report.accepted).toBeGreaterThan(2 * units);
  expect(report.refused).toBeGreaterThan(2 * units);
  expect(report.reads).toBeGreaterThan(14 * units);
});
