// Cold briefs of the serving bench: a market whose tickers have 250 statements and ten years of prices each, and its
// rows.
import { mkdirSync } from 'node:fs';
import { openStore } from '../../../server/store/engine/engine.ts';
import { random } from '../../../server/testing/random.ts';
import { settings, succeed } from '../../stage/running-service.ts';
import { type Document, readDocument } from './documents.ts';
import { commandsOf, isSession, writeMarket } from './load/market.ts';
import { type ServingMarket, anyOf, makePayers } from './serving-market.ts';
import type { Row } from './serving-rows.ts';

const TICKERS = 10;
const WORKSPACES = 100;
const STORED = 20;

/** Cutoffs lie in the last year, when a ticker has most of its statements. */
const CUTOFFS_MS = 365 * 86_400_000;

/** The goals are half of the time at the first measurement. */
const forms = [
  { detail: 'overview', name: 'brief, cold', targets: { must: 0.0018, goal: 0.0038 } },
  { detail: 'full', name: 'full brief, cold', targets: { must: 0.002, goal: 0.0044 } },
] as const;

type Form = (typeof forms)[number];

export type StatementMarket = Pick<ServingMarket, 'tickers' | 'keys' | 'from' | 'to'>;

export async function makeStatementMarket(folder: string, databaseUrl: string): Promise<StatementMarket> {
  const { env } = await settings({ databaseUrl });
  mkdirSync(folder, { recursive: true });
  const market = await writeMarket(folder, TICKERS, isSession);
  for (const { words } of commandsOf(market)) await succeed(['scripts/admin.js', ...words], env);
  const store = await openStore({ databaseUrl, statementTimeoutMs: 0 });
  try {
    const { keys } = await makePayers(store, WORKSPACES);
    const to = Date.parse(market.lastDay);
    const [from, until] = [to - CUTOFFS_MS, to].map((ms) => new Date(ms).toISOString());
    return { tickers: market.priced, keys, from: from ?? '', to: until ?? '' };
  } finally {
    await store.close();
  }
}

/** Briefs at separate cutoffs, which were never requested before. */
function coldBriefs({ tickers, from, to }: StatementMarket, { detail }: Form, seed: number): () => string {
  const next = random(seed);
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return () => {
    const ticker = tickers[Math.floor(next() * tickers.length)] ?? '';
    const asOf = new Date(first + next() * (last - first)).toISOString();
    return `/v1/brief?ticker=${ticker}&detail=${detail}&as_of=${asOf}`;
  };
}

/** Briefs for the references, which repeat stored answers. The seed is unlike those of rounds. */
export async function storedBriefs(base: string, market: StatementMarket): Promise<Document[][]> {
  const [key = ''] = market.keys;
  const stored: Document[][] = [];
  for (const form of forms) {
    const next = coldBriefs(market, form, -1);
    const documents: Document[] = [];
    for (let n = 0; n < STORED; n += 1) documents.push(await readDocument(base, next(), key));
    stored.push(documents);
  }
  return stored;
}

export function coldBriefRows(
  market: StatementMarket,
  { stored, keys }: { stored: readonly Document[][]; keys: readonly string[] },
): Row[] {
  return forms.map((form, at): Row => {
    const documents = stored[at] ?? [];
    const bytesMin = Math.floor(Math.min(...documents.map(({ bytes }) => bytes.length)) / 2);
    return {
      name: form.name,
      connections: 32,
      metered: true,
      isOfStatements: true,
      targets: form.targets,
      questions: (asked, seed) => {
        if (asked !== 'ours') return anyOf(documents, keys, seed);
        const [key, path] = [anyOf(documents, market.keys, seed), coldBriefs(market, form, seed)];
        return () => ({ ...key(), path: path(), bytes: undefined, bytesMin });
      },
    };
  });
}
