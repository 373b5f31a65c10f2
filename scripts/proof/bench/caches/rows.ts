// Rows that caches serve: those of the serving bench, and additional kinds of answers.
import type { CacheName } from '../../../../server/memory/caches.ts';
import type { Question } from '../generator.ts';
import { random } from '../../../../server/testing/random.ts';
import { type PreparedDocuments, RESULTS, type ServingMarket } from '../serving-market.ts';
import { servingRows } from '../serving-rows.ts';

export type CacheRow = { name: string; questions: (seed: number) => () => Question };

export const BRIEF = 'brief';
const CHAT = 'MCP get_brief';
const NEW_BRIEF = 'brief, cold';
const NEW_PAGE = 'beliefs page, cold';

/** The row that a cache serves; null if no row is measured. */
export const servedRow: Record<CacheName, string | null> = {
  'recent-live': BRIEF,
  // The same code as for live research.
  'recent-preview': null,
  kept: 'tickers',
  seen: 'beliefs page, repeated',
  compressed: 'tickers, gzip',
  quoted: CHAT,
  beliefs: NEW_PAGE,
  citations: NEW_PAGE,
  stretches: NEW_PAGE,
  names: NEW_PAGE,
  prices: NEW_BRIEF,
  // A page of releases is a kept answer; this cache serves the first request after a release.
  releases: null,
  subjects: NEW_BRIEF,
  courses: NEW_BRIEF,
  lists: NEW_PAGE,
  tallies: 'evidence, cold',
  calendars: NEW_BRIEF,
  // Saves only memory: versions share one array.
  'calendar-days': null,
  'change-days': 'front page',
  verdicts: BRIEF,
  envelopes: CHAT,
  fingerprints: BRIEF,
  payers: null,
  tokens: CHAT,
  'key-limits': BRIEF,
  'account-limits': BRIEF,
  'kept-bodies': BRIEF,
  'key-uses': BRIEF,
  buckets: null,
};

type RowSources = { market: ServingMarket; prepared: PreparedDocuments; evidence: readonly string[] };

export function cacheRows({ market, prepared, evidence }: RowSources): CacheRow[] {
  const { keys } = market;
  const anyKey = (next: () => number): string => keys[Math.floor(next() * keys.length)] ?? '';
  const ours = servingRows(market, prepared).map(({ name, questions }): CacheRow => ({
    name,
    questions: (seed) => questions('ours', seed),
  }));
  return [
    ...ours,
    { name: NEW_BRIEF, questions: (seed) => newBriefs(market, seed) },
    {
      name: 'tickers, gzip',
      questions: () => () => ({ path: prepared.tickers.path, headers: 'Accept-Encoding: gzip\r\n', bytesMin: 500 }),
    },
    {
      name: 'evidence, cold',
      questions: (seed) => {
        const next = random(seed);
        let place = Math.floor(next() * evidence.length);
        return () => {
          place += 1;
          return { path: `/v1/evidence/${evidence[place % evidence.length] ?? ''}`, key: anyKey(next), bytesMin: 200 };
        };
      },
    },
    { name: 'front page', questions: () => () => ({ path: '/', bytesMin: 2_000 }) },
  ];
}

/** Briefs at separate cutoffs in the last tenth of the history, when every listing has statements. */
function newBriefs({ tickers, keys, from, to }: ServingMarket, seed: number): () => Question {
  const next = random(seed);
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return () => {
    const ticker = tickers[Math.floor(next() * Math.min(200, tickers.length))] ?? '';
    const asOf = new Date(first + (0.9 + 0.1 * next()) * (last - first)).toISOString();
    return {
      path: `/v1/brief?ticker=${ticker}&max_results=${RESULTS}&as_of=${asOf}`,
      key: keys[Math.floor(next() * keys.length)] ?? '',
      bytesMin: 500,
    };
  };
}

const PAGES = 80;

/** Ids of evidence, of the first source. */
export async function evidenceIds(base: string, key: string): Promise<string[]> {
  const read = async (url: string): Promise<{ data: Record<string, unknown>; next: string | null }> => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    const { data, pagination } = (await response.json()) as {
      data: Record<string, unknown>;
      pagination: { next_page_url: string | null };
    };
    return { data, next: pagination.next_page_url };
  };
  const { data } = await read(`${base}/v1/sources?limit=1`);
  const [source] = data['sources'] as { source_id: string }[];
  const ids: string[] = [];
  let next: string | null = `${base}/v1/sources/${source?.source_id ?? ''}/evidence?limit=50`;
  for (let page = 0; page < PAGES && next !== null; page += 1) {
    const address = new URL(next);
    const found = await read(`${base}${address.pathname}${address.search}`);
    ids.push(...(found.data['evidence'] as { evidence_id: string }[]).map(({ evidence_id: id }) => id));
    next = found.next;
  }
  return ids;
}
