// Random histories with withdrawals, corrections, legal removals and restores: proofs hold, and nothing removed is left.
import { expect, it } from 'vitest';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { Draw } from '../fuzz/draw.ts';
import { runHistory } from './history.ts';

const SEED = 20_261_127;
const HISTORIES = 5;

it('keep every proof of an earlier tree, and no text or hash of what was removed', async () => {
  let [proofs, removed] = [0, 0];
  for (let number = 0; number < HISTORIES; number += 1) {
    const report = await runHistory(new Draw(SEED, number), openTestStore);
    expect([number, report.steps, report.faults]).toEqual([number, report.steps, []]);
    proofs += report.proofs;
    removed += report.removedTexts;
  }
  expect([proofs > 100, removed > 10]).toEqual([true, true]);
});
