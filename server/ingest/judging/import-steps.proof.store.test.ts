// Steps of a load: no statement returns or writes more rows than a reader of the embedded engine can wait for.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

/** 4,000 rows of prices are judged at once, and 2,000 rows of an ended import removed. */
const rowsMax = 4_000;
const records = 5_000;

/** The largest number of rows of a statement during the work. */
async function largestStep(work: () => Promise<unknown>): Promise<number> {
  let largest = 0;
  const note = (response: { rowCount?: number | null } | undefined): void => {
    largest = Math.max(largest, response?.rowCount ?? 0);
  };
  bench.store.db.on('query-response', note);
  try {
    await work();
  } finally {
    bench.store.db.removeListener('query-response', note);
  }
  return largest;
}

it('a load of records goes in steps, new and repeated', async () => {
  const people = Array.from({ length: records }, (_, at) => ({
    type: 'person',
    person_id: `p:${at}`,
    name: `Quill ${at}`,
    handle: null,
  }));
  const statements = Array.from({ length: records }, (_, at) => statement(`r:${at}`));
  for (const load of [() => bench.bundle(...people), () => bench.statements(...statements)]) {
    const steps = [await largestStep(load), await largestStep(load)];
    for (const rows of steps) {
      expect(rows).toBeGreaterThan(100);
      expect(rows).toBeLessThanOrEqual(rowsMax);
    }
  }
});

it('a load of prices goes in steps', async () => {
  const days = Array.from({ length: 16_000 }, (_, at) => new Date(Date.UTC(1971, 0, 1 + at)))
    .filter((day) => day.getUTCDay() % 6 > 0)
    .map((day) => `${day.toISOString().slice(0, 10)},ZQRX,${(40 + Math.sin(day.getTime())).toFixed(4)}\n`);
  const load = () => bench.prices('ZQRX.csv', `date,ticker,adj_close\n${days.join('')}`);
  const rows = await largestStep(load);
  expect(rows).toBeGreaterThan(100);
  expect(rows).toBeLessThanOrEqual(rowsMax);
});
