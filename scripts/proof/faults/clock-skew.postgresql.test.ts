// Servers with skewed and jumping clocks: they answer, charge and sign in like one with the right time.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Store } from '../../../server/store/engine/engine.ts';
import { databaseOf } from '../../../server/store/testing/address.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import { skewRun } from './clock-skew.ts';

let build: Build;
let store: Store;
const seed = 20_261_005;
const TIME_MAX = 600_000;

beforeAll(async () => {
  [build, store] = await Promise.all([frozenBuild(), openTestStore()]);
}, TIME_MAX);
afterAll(async () => {
  await store?.close();
  await build?.remove();
});

describe('servers whose clocks differ and jump', () => {
  it(
    'have one time, the database’s: equal answers, one charge each, and everything ends when it should',
    { timeout: TIME_MAX },
    async () => {
      const databaseUrl = await databaseOf(store, inject('databaseUrl'));
      const report = await skewRun({ seed, main: build.main, store, databaseUrl, jumps: 6, delivered: 30 });
      console.info(`seed ${seed}:`, JSON.stringify({ ...report, faults: report.faults.length }));
      expect(report.faults.slice(0, 20)).toEqual([]);
      expect([report.jumps, report.compared, report.signIns]).toEqual([6, 3 * 10 * 4, 4 * 8]);
      expect(report.entries).toBe(report.delivered);
      expect(report.repeated).toBe(report.loaded);
      expect(report.loaded).toBeGreaterThanOrEqual(180);
      expect(report.watermarks).toBeGreaterThan(20);
    },
  );
});
