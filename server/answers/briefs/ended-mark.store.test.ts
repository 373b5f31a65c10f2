// Mark of an ended view: a statement that arrives late, and is dated after the end, does not move the end.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BeliefDetail } from '../../../generated/api.ts';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { asDocument } from '../../ingest/testing/market.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { createAnswers } from '../answers.ts';

const closes: readonly [string, number][] = [
  ['2020-03-02', 100],
  ['2020-03-04', 110],
  ['2020-03-06', 120],
  ['2020-03-11', 130],
];

let bench: LoadingBench;
beforeAll(async () => {
  bench = await LoadingBench.open();
});
afterAll(() => bench.close());

async function endOfMark(asOf: string) {
  const answers = createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => asOf });
  const page = asDocument(await answers.belief('live', derivedId('belief', 'z:1'), asOf)) as BeliefDetail;
  const { since_direction_mark: mark, revisions } = page.data.belief;
  return { ...mark, revisions: revisions.map(({ move, late }) => [move, late]) };
}

it('is the session of the revision that ended it, before and after the late statement', async () => {
  const rows = closes.map(([date, close]) => `${date},${close}`).join('\n');
  for (const ticker of ['ZQRX', 'SPY']) {
    await bench.prices(`${ticker}.csv`, `Date,Adj Close\n${rows}\n`, { ticker, provider: 'Example prices' });
  }
  await bench.statements(
    statement('z:1', { observed_at: '2020-03-02T15:00:00Z' }),
    statement('z:2', { observed_at: '2020-03-04T15:00:00Z', coverage: 'dropped' }),
    statement('z:3', { observed_at: '2020-03-11T15:00:00Z' }),
  );
  await bench.release('2020-03-20T00:00:00.000Z');
  // (110 / 100 - 1) * 100
  const end = { status: 'measured', ended: true, security_change_percent: expect.closeTo(10, 9) };
  expect(await endOfMark('2020-03-20T12:00:00.000Z')).toMatchObject({
    ...end,
    latest: { session_date: '2020-03-04', price: 110 },
  });

  await bench.statements(statement('z:late', { observed_at: '2020-03-06T15:00:00Z', direction: 'bearish' }));
  await bench.release('2020-03-21T00:00:00.000Z');
  const after = await endOfMark('2020-03-21T12:00:00.000Z');
  expect(after.revisions).toContainEqual(['none', true]);
  expect(after).toMatchObject({ ...end, latest: { session_date: '2020-03-04', price: 110 } });
});
