// Random histories of many listings: the form of a question changes the views shown, never the facts of the security.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BeliefsPage, BriefFull, BriefOverview } from '../../../generated/api.ts';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { asDocument } from '../../ingest/testing/market.ts';
import { createCalendar } from '../../measures/calendar.ts';
import { shiftDays } from '../../measures/time.ts';
import { type Answers, createAnswers } from '../answers.ts';

type Statement = { [field: string]: unknown };

const asOf = '2021-12-31T22:00:00.000Z';
const listings = 60;
const tickers = Array.from({ length: listings }, (_, place) => `Q${String(place).padStart(3, '0')}`);
const sessions = createCalendar()
  .sessions.map(({ date }) => date)
  .filter((date) => date >= '2020-06-01' && date <= '2021-12-31');

/** Statements at any hour of 2020 and 2021, some known to the day only, some at one instant. */
const words = fc.record({
  person: fc.constantFrom('ada', 'bert', 'cora', 'dora', 'emil', 'fred', 'gina'),
  day: fc.integer({ min: 0, max: 690 }),
  hour: fc.constantFrom('00:00:00', '14:30:00', '15:00:00', '21:00:00', '23:59:59'),
  direction: fc.constantFrom('bullish', 'bullish', 'bearish', 'mixed', 'unclear'),
  precision: fc.constantFrom('second', 'second', 'second', 'day'),
  text: fc.constantFrom('Rates Buy.', 'Rates Hold.', 'Sold all of it.', 'Numbers on Tuesday.'),
  dropped: fc.constantFrom(false, false, false, false, true),
});

function historyOf(ticker: string, seed: number): Statement[] {
  const [history = []] = fc.sample(fc.array(words, { minLength: 1, maxLength: 14 }), { seed, numRuns: 1 });
  return history.map(({ person, day, hour, direction, precision, text, dropped }, place) =>
    statement(`${ticker}:${String(place).padStart(2, '0')}`, {
      person: { id: `p:${person}`, name: person, handle: null, kind: null },
      security: { ticker, name: `Listing ${ticker}` },
      observed_at: `${shiftDays('2020-01-15T00:00:00.000Z', day).slice(0, 10)}T${hour}Z`,
      observed_at_precision: precision,
      direction,
      statement: text,
      ...(dropped && { coverage: 'dropped' }),
    }),
  );
}

const histories = new Map(tickers.map((ticker, place) => [ticker, historyOf(ticker, 7 + place)]));

const pricesOf = (seed: number): string =>
  `Date,Adj Close\n${sessions.map((date, place) => `${date},${(50 + seed + 8 * Math.sin(place / (9 + seed))).toFixed(2)}`).join('\n')}\n`;

type Open = { answers: Answers; bench: LoadingBench };

async function open(priced: readonly string[], statements: readonly Statement[]): Promise<Open> {
  const bench = await LoadingBench.open();
  await bench.statements(...statements);
  for (const ticker of [...priced, 'SPY']) {
    const seed = ticker === 'SPY' ? 3 : tickers.indexOf(ticker) % 7;
    await bench.prices(`${ticker}.csv`, pricesOf(seed), { ticker, provider: 'Test feed' });
  }
  await bench.release('2019-12-31T00:00:00.000Z');
  const answers = createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => asOf });
  return { answers, bench };
}

let market: Open;

beforeAll(async () => {
  market = await open(tickers, [...histories.values()].flat());
});

afterAll(() => market.bench.close());

type Form = { max_results?: number; detail?: 'full'; as_of?: string };

async function brief(ticker: string, form: Form = {}, from: Open = market): Promise<BriefOverview | BriefFull> {
  return asDocument(await from.answers.brief('live', { ticker, as_of: asOf, ...form })) as BriefOverview | BriefFull;
}

/** All facts of the security that do not depend on the returned views. */
function saidOf({ trade_state, chart, activity, market_price, data_status }: BriefOverview | BriefFull): unknown {
  const { setups, watch_conditions: _watched, omitted_watch_condition_count: _omitted, ...verdict } = trade_state;
  const { views: _views, ...changes } = activity;
  const labels = setups.map(({ direction, posture, price_confirmation }) => ({
    direction,
    posture,
    price_confirmation,
  }));
  const line = chart === null ? null : { ...chart, markers: [], omitted_marker_count: 0 };
  return { verdict, labels, changes, line, market_price, freshness: data_status.freshness };
}

const marksOf = ({ activity }: BriefOverview | BriefFull) =>
  new Map(activity.views.map((view) => [view.belief_id, view]));

const forms: Form[] = [
  ...[1, 2, 3, 4, 5].map((max_results) => ({ max_results })),
  ...[undefined, 1, 3, 20].map((max) => ({ detail: 'full', ...(max !== undefined && { max_results: max }) }) as const),
];

describe('the form of a question', () => {
  it('never changes direction, chart, marks, action, mode, labels or the numbers of activity', async () => {
    for (const ticker of tickers) {
      const usual = await brief(ticker);
      const all = marksOf(await brief(ticker, { detail: 'full', max_results: 20 }));
      for (const form of forms) {
        const other = await brief(ticker, form);
        expect(saidOf(other), `${ticker} ${JSON.stringify(form)}`).toEqual(saidOf(usual));
        for (const [id, view] of marksOf(other)) expect(all.get(id) ?? view).toEqual(view);
      }
    }
  });

  it('an open view is either counted or named by its reason, and the sums agree', async () => {
    let open = 0;
    for (const ticker of tickers) {
      const { trade_state, activity } = await brief(ticker);
      const request = { ticker, as_of: asOf, limit: 50 };
      const page = asDocument(await market.answers.beliefs('live', request)) as BeliefsPage;
      expect(page.pagination.next_cursor).toBeNull();
      const isOpen = (status: string): boolean => !['reversed', 'resolved', 'abandoned'].includes(status);
      const views = page.data.beliefs.filter(({ status }) => isOpen(status)).length;
      const [, counting] = / from (\d+) counting view/.exec(trade_state.reasons[0]?.text ?? '') ?? [];
      const others = Object.values(activity.not_counting).reduce((sum, number) => sum + number, 0);
      expect(Number(counting) + others, ticker).toBe(views);
      open += views;
    }
    expect(open).toBeGreaterThan(100);
  });
});

describe('what is loaded beside it', () => {
  const chosen = tickers.slice(0, 12);
  it('another listing, and the order of the records of a release, change no byte', async () => {
    const statements = chosen.flatMap((ticker) => histories.get(ticker) ?? []);
    const shuffled = await open(chosen.toReversed(), statements.toReversed());
    const alone = await open(chosen.slice(0, 1), histories.get(chosen[0] ?? '') ?? []);
    try {
      for (const ticker of chosen) expect(await brief(ticker, {}, shuffled)).toEqual(await brief(ticker));
      expect(await brief(chosen[0] ?? '', {}, alone)).toEqual(await brief(chosen[0] ?? ''));
    } finally {
      await shuffled.bench.close();
      await alone.bench.close();
    }
  });
});

describe('time that passes', () => {
  it('never makes an old observation younger', async () => {
    for (const ticker of tickers.slice(0, 20)) {
      let before: BriefOverview | BriefFull | null = null;
      for (let days = 30; days >= 0; days -= 3) {
        const now = await brief(ticker, { as_of: shiftDays(asOf, -days) }).catch(() => null);
        if (now === null) continue;
        if (before !== null && before.data_status.latest_observation_at === now.data_status.latest_observation_at) {
          const age = (one: BriefOverview | BriefFull): number => one.activity.newest_observation_age_days ?? -1;
          expect(age(now)).toBe(age(before) + 3);
          expect(now.activity.not_counting.silent).toBeGreaterThanOrEqual(before.activity.not_counting.silent);
        }
        before = now;
      }
    }
  });
});
