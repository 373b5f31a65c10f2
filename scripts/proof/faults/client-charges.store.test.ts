// Client over a connection that loses three requests in ten: charges equal logical requests exactly.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../server/store/engine/engine.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { clientCharges } from './client-charges.ts';
import { fates } from './stage/unreliable-proxy.ts';

let store: Store;
const seed = 20_261_005;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

describe('400 calls on a bad line', () => {
  it('[SPEC-E3] are charged once each: by the balance, by the entries, by the receipts and by the count of the client', async () => {
    const report = await clientCharges({ seed, store, calls: 400 });
    console.info(`seed ${seed}:`, JSON.stringify(report));
    const { logical, refused, debited, entries, counted, receipts, ids, attempts } = report;
    expect([debited, entries, counted, receipts]).toEqual([logical, logical, logical, logical]);
    expect([report.mixedIds, report.drifts]).toEqual([0, 0]);
    // Pages make more logical requests than calls; each was sent under one id, however often it was tried.
    expect(logical + refused).toBeGreaterThan(480);
    expect(ids).toBe(logical + refused);
    expect(attempts).toBeGreaterThan(ids * 1.2);
    for (const fate of fates) expect([fate, report.fates[fate] > 0]).toEqual([fate, true]);
  });
});
