// The time at which the log had the newest revision of a view, as each release and cutoff shows it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LoadingBench } from '../../ingest/testing/loading.ts';
import { loadLetters } from '../../ingest/testing/withdrawal.ts';
import { derivedId } from '../engine/ids.ts';
import { beginTestLog } from '../testing/log.ts';
import { readCheckpoint } from './checkpoints.ts';
import { headAt } from './heads.ts';
import { readLoggedViews } from './logged-views.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const ids = ['b:1', 'b:2', 'b:unknown'].map((id) => derivedId('belief', id));

async function viewsAt(asOf: string) {
  const head = await headAt(bench.store.db, asOf);
  const views = await readLoggedViews(bench.store.db, { release: head?.release ?? 0, asOf }, ids);
  return views.map(({ belief_id: id, observed_at: observed, logged_at: at }) => [ids.indexOf(id), observed, at]);
}

it('is the time of the first checkpoint that covers it', async () => {
  await beginTestLog(bench.store);
  await loadLetters(bench);
  const first = (await headAt(bench.store.db, '2020-02-01T00:00:00.000Z'))?.size ?? 0;
  const signed = (await readCheckpoint(bench.store.db, first))?.signed_at;
  const at = (cutoff: string) => viewsAt(cutoff).then((views) => views.toSorted());
  expect(await at('2026-01-01T00:00:00.000Z')).toEqual([
    [0, '2020-03-03T15:00:00.000Z', signed],
    [1, '2020-03-04T15:00:00.000Z', signed],
  ]);
  expect(await at('2020-03-02T16:00:00.000Z')).toEqual([
    [0, '2020-03-02T15:00:00.000Z', signed],
    [1, '2020-03-02T15:00:00.000Z', signed],
  ]);
  expect(await at('2020-03-02T14:00:00.000Z')).toEqual([]);
});

it('is unknown while nothing is signed', async () => {
  await loadLetters(bench);
  expect((await viewsAt('2026-01-01T00:00:00.000Z')).map(([, , at]) => at)).toEqual([null, null]);
});
