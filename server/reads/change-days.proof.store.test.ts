// The marks of the cutoff slider: recorded research changed on each of them and not between them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BeliefsPage, BriefFull, TickersResponse } from '../../generated/api.ts';
import type { Answers } from '../answers/answers.ts';
import { openCorpus } from '../ingest/testing/corpus.ts';
import type { Store } from '../store/engine/engine.ts';
import { changeDaysReader, personDaysReader } from './change-days.ts';

let store: Store;
let answers: Answers;
beforeAll(async () => ({ store, answers } = await openCorpus()));
afterAll(() => store.close());

/** Recorded research without the effects of session prices. */
async function recorded(ticker: string, day: string): Promise<string> {
  const asked = { ticker, detail: 'full', max_results: 20, as_of: `${day}T23:59:59.999Z` } as const;
  // Before its first view a listing may not be covered at all.
  const { bytes } = await answers.brief('preview', asked).catch(() => ({ bytes: Buffer.from('{}') }));
  const { views = [], theses = [], security } = JSON.parse(bytes.toString()) as Partial<BriefFull>;
  const told = theses.map(({ belief_id, claims, conditions, revisions }) => ({
    belief_id,
    claims,
    conditions: conditions.toSorted(byText),
    revisions,
  }));
  // Time alone changes which views count, and so their order.
  return JSON.stringify({ views: views.toSorted(byText), told: told.toSorted(byText), name: security?.name });
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

const before = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

it('lists every day on which views, claims or conditions of a listing changed, and no other', async () => {
  const { tickers } = JSON.parse((await answers.tickers('preview')).bytes.toString()) as TickersResponse;
  const changeDays = changeDaysReader(store.db);
  let [changed, unchanged] = [0, 0];
  for (const { ticker, security_id: id } of tickers) {
    const { days, omitted, newest } = await changeDays('preview', id);
    expect([omitted, newest]).toEqual([0, '2026-10-01T13:00:00.000Z']);
    expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))].sort().reverse());
    for (const [index, { day, revisions }] of days.entries()) {
      if (revisions > 0) {
        expect([ticker, day, await recorded(ticker, day)]).not.toEqual([
          ticker,
          day,
          await recorded(ticker, before(day)),
        ]);
        changed += 1;
      }
      const next = days[index - 1]?.day ?? '2026-10-01';
      if (before(next) <= day) continue;
      expect([ticker, day, await recorded(ticker, before(next))]).toEqual([ticker, day, await recorded(ticker, day)]);
      unchanged += 1;
    }
  }
  expect(changed).toBeGreaterThan(50);
  expect(unchanged).toBeGreaterThan(50);
});

it('lists every day on which the views of a person changed, of whatever company', async () => {
  const personDays = personDaysReader(store.db);
  const viewsAt = async (day: string): Promise<string> => {
    const asked = { person_id: 'p:valdermark', limit: 50, as_of: `${day}T23:59:59.999Z` };
    const { data } = JSON.parse((await answers.beliefs('preview', asked)).bytes.toString()) as BeliefsPage;
    return JSON.stringify(data.beliefs.map((belief) => ({ ...belief, detail_url: null })));
  };
  const { days } = await personDays('preview', 'p:valdermark');
  const revised = days.filter(({ revisions }) => revisions > 0);
  expect(revised.length).toBeGreaterThan(5);
  for (const { day } of revised) expect([day, await viewsAt(day)]).not.toEqual([day, await viewsAt(before(day))]);
  for (const [index, { day }] of days.entries()) {
    const next = days[index - 1]?.day ?? '2026-10-01';
    if (before(next) > day) expect([day, await viewsAt(before(next))]).toEqual([day, await viewsAt(day)]);
  }
  expect((await personDays('preview', 'p:nobody')).days).toEqual([]);
});
