// Questions of the growth bench: pages that no cache holds, and briefs that are cached.
import { Agent, get } from 'node:http';
import { random } from '../../../server/testing/random.ts';

/** Market of one size, and the server with its data. */
export type MarketServer = { base: string; key: string; tickers: readonly string[]; from: string; to: string };

export type PageKind = 'every belief' | 'one ticker' | 'one person';

const LIMIT = 50;
const PAGES_PER_WALK = 4;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

type Got = { next: string | undefined; bytes: number };

/** Throws unless the answer is a 200. A rate limit would be a fault of the bench: a waiting client measures nothing. */
function ask(address: string, key: string): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = get(address, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        if (response.statusCode !== 200)
          reject(new Error(`${address} answered ${response.statusCode}: ${String(body)}`));
        const next = /^<([^>]+)>; rel="next"/.exec(String(response.headers['link'] ?? ''))?.[1];
        resolve({ next, bytes: body.length });
      });
    });
    sent.on('error', reject);
  });
}

/**
 * A cutoff and a subject from evenly distributed numbers: equal numbers select corresponding places in markets of any
 * size.
 */
function firstPage({ base, tickers, from, to }: MarketServer, kind: PageKind, next: () => number): string {
  const [place, when] = [
    Math.floor(next() * tickers.length),
    // In the last fifth of the history, when every subject has statements.
    Date.parse(from) + (0.8 + 0.2 * next()) * (Date.parse(to) - Date.parse(from)),
  ];
  const query = new URLSearchParams({ limit: String(LIMIT), as_of: new Date(when).toISOString() });
  if (kind === 'one ticker') query.set('ticker', tickers[place] ?? '');
  if (kind === 'one person') query.set('person_id', `person-${place}`);
  return `${base}/v1/beliefs?${query}`;
}

/** Requests this many pages; each short walk has a separate cutoff, so that no page was requested before. */
async function walk(
  asked: MarketServer,
  kind: PageKind,
  { next, count }: { next: () => number; count: number },
): Promise<number> {
  let pages = 0;
  while (pages < count) {
    let address: string | undefined = firstPage(asked, kind, next);
    for (let page = 0; page < PAGES_PER_WALK && address !== undefined && pages < count; page += 1) {
      address = (await ask(address, asked.key)).next;
      pages += 1;
    }
  }
  return pages;
}

/** Pages one after the other: the cost of a page. */
export const coldPages = (
  asked: MarketServer,
  kind: PageKind,
  { seed, count }: { seed: number; count: number },
): Promise<number> => walk(asked, kind, { next: random(seed), count });

/** Pages per second with `width` concurrent readers, each of which asks again at once. */
export async function pagesAtOnce(
  asked: MarketServer,
  { seed, width, count }: { seed: number; width: number; count: number },
): Promise<number> {
  const kinds: PageKind[] = ['every belief', 'one ticker'];
  const readers = Array.from({ length: width }, (_, index) =>
    walk(asked, kinds[index % kinds.length] ?? 'every belief', { next: random(seed + index), count: count / width }),
  );
  return (await Promise.all(readers)).reduce((sum, pages) => sum + pages, 0);
}

/** The same few briefs repeatedly: from the second round on they come from the cache. */
export async function keptBriefs({ base, key, tickers, to }: MarketServer, count: number): Promise<number> {
  const few = 10;
  for (let n = 0; n < count; n += 1) {
    // Skips the tickers with the most statements, whose number of beliefs grows with the market.
    const ticker = tickers[Math.floor(((n % few) + few / 2) * (tickers.length / (2 * few)))] ?? '';
    await ask(`${base}/v1/brief?${new URLSearchParams({ ticker, as_of: to })}`, key);
  }
  return count;
}

export function hangUp(): void {
  agent.destroy();
}
