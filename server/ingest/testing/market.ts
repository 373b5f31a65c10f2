// A small fictional market whose every optional input can be taken away or changed, and the documents that it answers.
import { type Answers, createAnswers } from '../../answers/answers.ts';
import { createCalendar } from '../../measures/calendar.ts';
import type { Store } from '../../store/engine/engine.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { LoadingBench } from './loading.ts';
import { cast, companyId, neighbour, subject } from './market-records.ts';

export type Fields = { readonly [field: string]: unknown };
export type PriceFile = { ticker: string; provider: string; rows: readonly PriceLine[]; plain?: boolean };
export type PriceLine = { date: string; close: number };
export type Market = { records: readonly Fields[]; prices: readonly PriceFile[] };
/** Answers of a market, by the name of the question. */
export type Documents = { readonly [question: string]: unknown };

/** The clock of the service: after the last session's publication delay. */
const now = '2021-06-30T22:00:00.000Z';
export const beliefIds = {
  ada: derivedId('belief', 'b:ada'),
  bert: derivedId('belief', 'b:bert'),
  cora: derivedId('belief', 'b:cora'),
};

/** Sessions from March to June 2021. */
function sessionDates(): string[] {
  return createCalendar()
    .sessions.map(({ date }) => date)
    .filter((date) => date >= '2021-03-01' && date <= '2021-06-30');
}

/** A gentle walk that is the same every time. */
export function walk(start: number, step: number): PriceLine[] {
  return sessionDates().map((date, index) => ({
    date,
    close: Number((start + step * index + Math.sin(index) / 2).toFixed(2)),
  }));
}

export function wholeMarket(): Market {
  return {
    records: [...cast, ...subject, ...neighbour],
    prices: [
      { ticker: 'NWTB', provider: 'Test feed', rows: walk(40, 0.15) },
      { ticker: 'SPY', provider: 'Test feed', rows: walk(100, 0.05) },
      { ticker: 'NWTB', provider: 'Second feed', rows: walk(40, 0.15) },
    ],
  };
}

/** A plain file says what its adjusted close is, and nothing of the close as it was quoted. */
function csv({ rows, plain = false }: PriceFile): string {
  const lines = rows.map(({ date, close }) =>
    plain
      ? `${date},${(close * 0.98).toFixed(4)}`
      : `${date},${close},${close},${close},${close},${(close * 0.98).toFixed(4)},1000`,
  );
  return `${[plain ? 'Date,Adj Close' : 'Date,Open,High,Low,Close,Adj Close,Volume', ...lines].join('\n')}\n`;
}

export type OpenMarket = { answers: Answers; store: Store; close(): Promise<void> };

/** The market released into a fresh store, dated before its first record. */
export async function openMarket({ records, prices }: Market): Promise<OpenMarket> {
  const bench = await LoadingBench.open();
  await bench.bundle(...records);
  for (const file of prices) {
    await bench.prices(`${file.ticker}-${file.provider}.csv`, csv(file), {
      ticker: file.ticker,
      provider: file.provider,
    });
  }
  await bench.release('2021-01-01T00:00:00.000Z');
  const answers = createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => now });
  return { answers, store: bench.store, close: () => bench.close() };
}

export const asDocument = ({ bytes }: { bytes: Uint8Array }): unknown =>
  JSON.parse(Buffer.from(bytes).toString('utf8'));

/** Everything that the service says of the market. */
export async function documentsOf(market: Market): Promise<Documents> {
  const { answers, close } = await openMarket(market);
  try {
    const beliefs = Object.entries(beliefIds).map(
      async ([name, id]) => [`belief ${name}`, asDocument(await answers.belief('live', id, undefined))] as const,
    );
    return {
      overview: asDocument(await answers.brief('live', { ticker: 'NWTB' })),
      full: asDocument(await answers.brief('live', { ticker: 'NWTB', detail: 'full' })),
      entity: asDocument(await answers.brief('live', { entity_id: companyId })),
      beliefs: asDocument(await answers.beliefs('live', {})),
      entities: asDocument(await answers.beliefs('live', { view: 'entities' })),
      sources: asDocument(await answers.sources('live', {})),
      tickers: asDocument(await answers.tickers('live')),
      evidence: asDocument(await answers.evidence('live', { id: derivedId('evidence', 'e:ada') })),
      ...Object.fromEntries(await Promise.all(beliefs)),
    };
  } finally {
    await close();
  }
}
