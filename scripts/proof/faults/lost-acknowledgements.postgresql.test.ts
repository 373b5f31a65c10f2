// Ledger after hundreds of charges whose acknowledgement was lost.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Store } from '../../../server/store/engine/engine.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import { lostAcknowledgements } from './lost-acknowledgements.ts';
import { databaseOf } from '../../../server/store/testing/address.ts';

let build: Build;
let store: Store;
const seed = 20_261_005;
const BUILD_MS_MAX = 600_000;

beforeAll(async () => {
  [build, store] = await Promise.all([frozenBuild(), openTestStore()]);
}, BUILD_MS_MAX);
afterAll(async () => {
  await store?.close();
  await build?.remove();
});

describe('100 charges whose acknowledgement is lost', () => {
  it('are delivered for one unit each, and a request without an id is never charged without its answer', async () => {
    const databaseUrl = await databaseOf(store, inject('databaseUrl'));
    const report = await lostAcknowledgements({ seed, main: build.main, store, databaseUrl, lost: 100 });
    console.info(`seed ${seed}:`, JSON.stringify({ ...report, faults: report.faults.length }));
    expect(report.faults.slice(0, 20)).toEqual([]);
    expect(report.cuts['after-commit'] + report.cuts.underway).toBeGreaterThanOrEqual(100);
    expect(report.anonymous).toBeGreaterThan(100);
    expect(report.entries).toBe(report.delivered);
    expect(report.repeated).toBe(report.delivered - report.anonymous);
  });
});
