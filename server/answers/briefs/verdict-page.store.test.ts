// Worked example of the guide "How a verdict is reached": its rows give the answer that the page shows.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BriefFull, BriefOverview } from '../../../generated/api.ts';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { asDocument } from '../../ingest/testing/market.ts';
import { createAnswers } from '../answers.ts';

const asOf = '2016-03-31T21:00:00.000Z';
const page = readFileSync(resolve(import.meta.dirname, '../../docs/verdict.md'), 'utf8');

/** Text of the chapter with this heading. */
function chapter(heading: string): string {
  const start = page.indexOf(`### ${heading}\n`);
  expect(start, heading).toBeGreaterThan(0);
  const next = page.indexOf('\n###', start + 1);
  return page.slice(start, next < 0 ? undefined : next);
}

/** Rows of the table in a chapter, without its header. */
function table(heading: string): string[][] {
  const lines = chapter(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const idOf = (name: string): string => `p:${name.toLowerCase().replaceAll(' ', '-')}`;

let bench: LoadingBench;
let overview: BriefOverview;
let full: BriefFull;

beforeAll(async () => {
  bench = await LoadingBench.open();
  const statements = table('The raw statements').map(([person = '', observed_at, precision, direction, words], place) =>
    statement(`lamp:${place}`, {
      person: { id: idOf(person), name: person, handle: null, kind: null },
      security: { ticker: 'LAMP', name: 'Lampwick Mills' },
      observed_at,
      observed_at_precision: precision,
      direction,
      statement: words,
    }),
  );
  const prices = table('The raw prices');
  await bench.statements(...statements);
  for (const [column, ticker] of ['LAMP', 'SPY'].entries()) {
    const rows = prices.map((row) => `${row[0]},${row[column + 1]}`);
    await bench.prices(`${ticker}.csv`, `Date,Adj Close\n${rows.join('\n')}\n`, { ticker, provider: 'Example prices' });
  }
  await bench.release('2013-12-31T00:00:00.000Z');
  const answers = createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => asOf });
  const subject = { ticker: 'LAMP', as_of: asOf };
  overview = asDocument(await answers.brief('live', subject)) as BriefOverview;
  full = asDocument(await answers.brief('live', { ...subject, detail: 'full', max_results: 20 })) as BriefFull;
});

afterAll(() => bench.close());

test('the reasons are the words of the page', () => {
  expect([table('The raw statements').length, table('The raw prices').length]).toEqual([7, 4]);
  const words = chapter('The word')
    .replaceAll('\n  ', ' ')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2));
  expect(overview.trade_state.reasons.map(({ text }) => text)).toEqual(words);
  expect(overview.trade_state).toMatchObject({ action: 'WAIT', decision_mode: 'one_sided', direction: 'bullish' });
});

test('the views and their dates are those of the page', () => {
  const shown = full.views.map(({ person, direction }, place) => {
    const { direction_since: since } = full.activity.views[place] ?? {};
    return `${person.name} ${direction} ${since?.slice(0, 10)}`;
  });
  // A view that has ended is not among those shown.
  const open = table('Who counts').filter(([, , , counts = '']) => !counts.startsWith('ended'));
  const expected = open.map(([view = '', direction, since]) => `${view.split(',')[0]} ${direction} ${since}`);
  expect(shown.toSorted()).toEqual(expected.toSorted());
  expect(overview.activity.people).toEqual({ bullish: 3, bearish: 0, mixed: 1, unclear: 0 });
  expect(overview.activity.not_counting).toEqual({ invalidated: 0, status: 0, horizon: 0, silent: 1 });
});

test('each difference since the direction is the one that the page works out', () => {
  const rows = table('What the price says');
  expect(rows).toHaveLength(3);
  for (const [name, session, own = '', other = '', difference] of rows) {
    const place = full.views.findIndex(({ person, direction }) => person.name === name && direction === 'bullish');
    const mark = full.activity.views[place]?.since_direction_mark;
    const points = (value: number | null | undefined): string =>
      `${(value ?? 0) > 0 ? '+' : ''}${(value ?? Number.NaN).toFixed(2)}`;
    expect(mark?.entry?.session_date).toBe(session);
    expect(own.endsWith(`${points(mark?.security_change_percent)} %`), own).toBe(true);
    expect(other.endsWith(`${points(mark?.benchmark_change_percent)} %`), other).toBe(true);
    expect(points(mark?.excess_change_percent)).toBe(difference);
  }
});
