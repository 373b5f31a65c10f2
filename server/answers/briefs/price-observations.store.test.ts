// Observation of prices: an answer is not older than the newest observation in it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BriefOverview } from '../../../generated/api.ts';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { asDocument } from '../../ingest/testing/market.ts';
import { type Answers, createAnswers } from '../answers.ts';

const sessions = ['2020-03-02', '2020-03-03', '2020-03-04', '2020-03-05', '2020-03-06'];
/** On Monday, before the close and after the last boundary, which was on Friday. */
const [before, backfilled] = ['2020-03-09T14:59:59.999Z', '2020-03-09T15:00:00.000Z'];

let bench: LoadingBench;
let answers: Answers;

beforeEach(async () => {
  bench = await LoadingBench.open();
  answers = createAnswers({
    store: bench.store,
    baseUrl: 'https://research.test',
    now: () => new Date().toISOString(),
  });
});

afterEach(() => bench.close());

type ObservationTime = (session: string) => string;
const atClose: ObservationTime = (session) => `${session}T21:00:00Z`;

async function priced(ticker: string, provider: string, observed: ObservationTime, first = 10): Promise<void> {
  const rows = sessions.map((session, index) => `${session},${first + index},${observed(session)}`);
  const content = `date,adj_close,observed_at\n${rows.join('\n')}\n`;
  await bench.prices(`${ticker} ${provider}.csv`, content, { ticker, provider });
}

async function overviewAt(asOf: string): Promise<BriefOverview> {
  const answer = await answers.brief('live', { ticker: 'ZQRX', as_of: asOf });
  return asDocument(answer) as BriefOverview;
}

async function released(): Promise<void> {
  // A dataset observed later moves the watermark past the cutoff of the question.
  const other = { ticker: 'QQTT', name: 'Quill Trust' };
  await bench.statements(statement('s:1'), statement('s:2', { security: other, observed_at: '2020-05-01T15:00:00Z' }));
  await bench.release('2020-01-01T00:00:00.000Z');
}

describe('a price that its provider told of days after its session', () => {
  const late: ObservationTime = (session) => (session === '2020-03-03' ? backfilled : atClose(session));
  it.each([
    ['of the security', { security: late, benchmark: atClose }],
    ['of the benchmark', { security: atClose, benchmark: late }],
  ])('%s is the newest of what the brief tells', async (_whose, { security, benchmark }) => {
    await priced('ZQRX', 'First', security);
    await priced('SPY', 'First', benchmark, 100);
    await released();
    const [without, told] = [await overviewAt(before), await overviewAt(backfilled)];
    expect(without.chart?.sampled_from_points).toBe(4);
    expect(told.chart?.sampled_from_points).toBe(5);
    expect([without.generated_at, told.generated_at]).toEqual(['2020-03-06T22:00:00.000Z', backfilled]);
  });

  it('of another provider, which contradicts the quoted one, is so too', async () => {
    await priced('ZQRX', 'First', atClose);
    await priced('SPY', 'First', atClose, 100);
    await priced('ZQRX', 'Second', () => backfilled, 20);
    await released();
    const [without, told] = [await overviewAt(before), await overviewAt(backfilled)];
    expect([without.market_price.status, told.market_price.status]).toEqual(['current', 'unverified']);
    expect([without.generated_at, told.generated_at]).toEqual(['2020-03-06T22:00:00.000Z', backfilled]);
  });
});
