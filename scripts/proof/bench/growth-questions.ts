// What the growth bench asks of a server: pages that nothing was kept for, and briefs that were.
import { Agent, get } from 'node:http';
import { random } from '../../../server/testing/random.ts';

/** The market of one size and the server that answers from it. */
export type Asked = { base: string; key: string; tickers: readonly string[]; from: string; to: string };

export type PageKind = 'every belief' | 'one ticker' | 'one person';

const LIMIT = 50;
const PAGES_PER_WALK = 4;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

type Got = { next: string | undefined; bytes: number };

/** Throws unless it is a 200. A refusal for asking too fast would be a fault of the bench: what waits measures nothing. */
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

/** A cutoff and a subject from three even numbers, so that equal numbers mean alike places in markets of any size. */
function firstPage({ base, tickers, from, to }: Asked, kind: PageKind, next: () => number): string {
  const [place, when] = [
    Math.floor(next() * tickers.length),
    // In the last fifth of the history, when every subject has been spoken of.
    Date.parse(from) + (0.8 + 0.2 * next()) * (Date.parse(to) - Date.parse(from)),
  ];
  const query = new URLSearchParams({ limit: String(LIMIT), as_of: new Date(when).toISOString() });
  if (kind === 'one ticker') query.set('ticker', tickers[place] ?? '');
  if (kind === 'one person') query.set('person_id', `person-${place}`);
  return `${base}/v1/beliefs?${query}`;
}

/** Asks for this many pages, each walk of a few of them at a cutoff of its own, so that none was asked for before. */
async function walk(
  asked: Asked,
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

/** One page after the other: what a page costs. */
export const coldPages = (
  asked: Asked,
  kind: PageKind,
  { seed, count }: { seed: number; count: number },
): Promise<number> => walk(asked, kind, { next: random(seed), count });

/** As many pages as `width` readers get who each ask again as soon as they are answered. */
export async function pagesAtOnce(
  asked: Asked,
  { seed, width, count }: { seed: number; width: number; count: number },
): Promise<number> {
  const kinds: PageKind[] = ['every belief', 'one ticker'];
  const readers = Array.from({ length: width }, (_, index) =>
    walk(asked, kinds[index % kinds.length] ?? 'every belief', { next: random(seed + index), count: count / width }),
  );
  return (await Promise.all(readers)).reduce((sum, pages) => sum + pages, 0);
}

/** The same few briefs over and over: after the first round they are kept bytes. */
export async function keptBriefs({ base, key, tickers, to }: Asked, count: number): Promise<number> {
  const few = 10;
  for (let n = 0; n < count; n += 1) {
    // Off the most spoken-of tickers, whose number of beliefs grows with the market.
    const ticker = tickers[Math.floor(((n % few) + few / 2) * (tickers.length / (2 * few)))] ?? '';
    await ask(`${base}/v1/brief?${new URLSearchParams({ ticker, as_of: to })}`, key);
  }
  return count;
}

export function hangUp(): void {
  agent.destroy();
}
