// Prices whose ticker has no listing: they are staged and wait, with the names that may have been meant.
import { listedTickers, otherProviders, pricedTickers, unlistedTickers } from '../../store/known/listed-tickers.ts';
import type { Collection, Db } from '../../store/engine/db.ts';
import { benchmarkTicker } from '../../terms/research.ts';

export type WaitingTicker = { ticker: string; nearest: string[] };

/** So many are named; the rest is counted. */
const namedMax = 20;
const nearestMax = 3;
const distanceMax = 2;

/** The tickers whose staged prices a release leaves out, other than those that it is to open a listing for. */
export async function waitingTickers(
  db: Db,
  collection: Collection,
  newListings: readonly string[] = [],
): Promise<string[]> {
  const priced = await pricedTickers(db, collection);
  const given = new Set([benchmarkTicker, ...newListings]);
  return unlistedTickers(
    db,
    collection,
    priced.filter((ticker) => !given.has(ticker)),
  );
}

/** Of the tickers of a file, those that wait, each with the listed tickers that are nearest to it. */
export async function waitingOf(
  { db, collection }: { db: Db; collection: Collection },
  tickers: readonly string[],
): Promise<{ named: WaitingTicker[]; count: number }> {
  const asked = tickers.filter((ticker) => ticker !== benchmarkTicker);
  const waiting = await unlistedTickers(db, collection, asked);
  if (waiting.length === 0) return { named: [], count: 0 };
  const listed = await listedTickers(db, collection);
  const named = waiting.slice(0, namedMax).map((ticker) => ({ ticker, nearest: nearest(ticker, listed) }));
  return { named, count: waiting.length };
}

/** At most three, the nearest first; BRK-B and BRK.B are as near as can be. */
export function nearest(ticker: string, listed: readonly string[], max = distanceMax): string[] {
  const bare = (text: string): string => text.replaceAll(/[^A-Z0-9]/g, '');
  const limit = Math.min(max, Math.floor(ticker.length / 2));
  return listed
    .map((other) => ({ other, away: bare(other) === bare(ticker) ? 0 : distance(ticker, other, limit) }))
    .filter(({ away }) => away <= limit)
    .sort((a, b) => a.away - b.away || (a.other < b.other ? -1 : 1))
    .slice(0, nearestMax)
    .map(({ other }) => other);
}

/** Letters to add, take away or change; more than the limit is one more than it. */
function distance(one: string, another: string, limit: number): number {
  if (Math.abs(one.length - another.length) > limit) return limit + 1;
  let row = Array.from({ length: another.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= another.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + Number(one[i - 1] !== another[j - 1]);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[another.length] ?? 0;
}

/** The report of a release on the prices that it leaves out. */
export function waitingWarnings(waiting: readonly string[]): string[] {
  const [first] = waiting;
  if (first === undefined) return [];
  const more = waiting.length - namedMax;
  const names = `${waiting.slice(0, namedMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [
    `prices of ${names} wait: no listing has ${waiting.length === 1 ? 'this ticker' : 'these tickers'}; load the security, or publish them with release --new-listing ${first}`,
  ];
}

/** A file whose layout shows no provider would open a second series next to the one that it may continue. */
export async function secondSeriesNotes(
  { db, collection }: { db: Db; collection: Collection },
  opening: readonly string[],
  provider: string,
): Promise<string[]> {
  const [first, ...more] = await otherProviders(db, collection, { tickers: opening, provider });
  if (first === undefined) return [];
  const others = more.length === 0 ? '' : `, and so for ${more.length} more tickers`;
  return [
    `${first.ticker} has prices of ${first.provider} already, and these are a second series of ${provider}${others}: --provider ${first.provider} continues those`,
  ];
}
