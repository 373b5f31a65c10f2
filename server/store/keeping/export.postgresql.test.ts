// An export is one snapshot, despite its duration and concurrent commits; and a restore is alone with the store.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestKey, makeTestWorkspace } from '../../testing/accounts.ts';
import { chargesOn } from '../../testing/charges.ts';
import { charge } from '../ledger/charge.ts';
import type { Store } from '../engine/engine.ts';
import { exported, withSnapshot } from './export.ts';
import { restore } from './restore.ts';
import { contentOf, exportedLines, restoreLines } from '../testing/export.ts';
import { publishTold } from '../testing/research.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
let target: Store;
let key: string;
beforeAll(async () => {
  [store, target] = [await openTestStore(), await openTestStore()];
  await publishTold(store.db, { told: [{ belief: 'b1', observedAt: '2026-01-01T00:00:00.000Z' }] });
  ({ key } = await makeTestKey(store, await makeTestWorkspace(store, { prepaid: 50 })));
});
afterAll(() => Promise.all([store.close(), target.close()]));

describe('an export', () => {
  it('holds nothing of what is charged and granted while it is written, and so has no drift', async () => {
    const before = contentOf(await exportedLines(store));
    let charged = 0;
    const lines = await withSnapshot(store.db, async (trx) => {
      const chunks: Buffer[] = [];
      for await (const chunk of exported(trx, { engine: 'postgresql', contractVersion: '1' })) {
        chunks.push(chunk);
        const outcomes = await charge(store.db, [(await chargesOn(store))(key, `during-${charged}`)]);
        charged += outcomes.filter(({ kind }) => kind === 'charged').length;
        if (charged === 3) await makeTestWorkspace(store, { prepaid: 7 });
      }
      return Buffer.concat(chunks).toString().trimEnd().split('\n');
    });
    expect(charged).toBeGreaterThan(40);
    expect(contentOf(lines)).toEqual(before);
    await restoreLines(target, lines, { dryRun: true });
    expect(contentOf(await exportedLines(store))).not.toEqual(before);
  });
});

describe('of two restores at once', () => {
  it('one fills the store and the other one finds it filled', async () => {
    const lines = await exportedLines(store);
    const outcomes = await Promise.allSettled([restoreLines(target, lines), restoreLines(target, lines)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(contentOf(await exportedLines(target))).toEqual(contentOf(lines));
  });

  it('what fails while it is read is told as it failed, and keeps nothing', async () => {
    const other = await openTestStore();
    try {
      const before = contentOf(await exportedLines(other));
      const lines = await exportedLines(store);
      const broken = async function* () {
        yield Buffer.from(lines.slice(0, 40).join('\n'));
        throw new Error('the disk is gone');
      };
      await expect(restore(other.db, broken())).rejects.toThrow('the disk is gone');
      expect(contentOf(await exportedLines(other))).toEqual(before);
    } finally {
      await other.close();
    }
  });
});
