// The header of the log by cutoff, as remembered: the same as of a service that asks for the first time.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { evidence } from '../ingest/testing/bundle.ts';
import type { LoadingBench } from '../ingest/testing/loading.ts';
import { openLetters } from '../ingest/testing/withdrawal.ts';
import { createPublicLog } from './public-log.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await openLetters('logged');
});
afterEach(() => bench.close());

const logOf = () => createPublicLog({ db: bench.store.db, baseUrl: 'https://research.test', now: () => '' });

const shifted = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

async function release(id: string): Promise<string> {
  await bench.bundle(evidence({ evidence_id: id }));
  return (await bench.release()).effective_at ?? '';
}

it('is that of the newest release at the cutoff, in any order of cutoffs, and beside later releases', async () => {
  const log = logOf();
  const [second, third] = [await release('e:second'), await release('e:third')];
  const cutoffs = [third, shifted(third, -1), second, shifted(second, -1), '2020-02-01T00:00:00.000Z'];
  const headers = new Set<string | null>();
  for (const cutoff of [...cutoffs, ...cutoffs.toReversed()]) {
    const header = await log.headerAt(cutoff);
    expect([cutoff, header]).toEqual([cutoff, await logOf().headerAt(cutoff)]);
    headers.add(header);
  }
  expect(headers.size).toBe(4);
  const fourth = await release('e:fourth');
  for (const cutoff of [fourth, shifted(fourth, -1), shifted(fourth, 1), third])
    expect([cutoff, await log.headerAt(cutoff)]).toEqual([cutoff, await logOf().headerAt(cutoff)]);
  expect(await log.headerAt(shifted(fourth, -1))).toBe(await log.headerAt(third));
  expect(await log.headerAt(fourth)).not.toBe(await log.headerAt(third));
});

it('is absent before the first release', async () => {
  expect(await logOf().headerAt('1990-01-01T00:00:00.000Z')).toBeNull();
});
