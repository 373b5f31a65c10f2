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

/** Units of 119 records; the embedded engine takes several times as long. `npm run drill -- hostile` takes any number. */
const units = inject('engine') === 'postgresql' ? 80 : 20;

it('what loads can be read', async () => {
  const { failures, ...report } = await hostileRound(store, { seed: 20_261_005, from: 1, count: units });
  expect(failures).toEqual([]);
  expect(report.records).toBeGreaterThan(110 * units);
  // Nothing is shown by a generator whose changes are all refused, or whose reads lead nowhere.
  expect(report.accepted).toBeGreaterThan(2 * units);
  expect(report.refused).toBeGreaterThan(2 * units);
  expect(report.reads).toBeGreaterThan(14 * units);
});
