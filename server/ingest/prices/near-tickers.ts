// Index of listed tickers by edit distance (deletion neighbourhoods): a lookup compares with few of them, however many are listed.

const nearestMax = 3;

const bare = (ticker: string): string => ticker.replaceAll(/[^A-Z0-9]/g, '');

export class NearTickers {
  readonly #distanceMax: number;
  readonly #byBare: ReadonlyMap<string, readonly string[]>;
  readonly #byDeletion: ReadonlyMap<string, readonly string[]>;
  /** Tickers that lookups have compared. */
  compared = 0;

  constructor(listed: readonly string[], distanceMax: number) {
    this.#distanceMax = distanceMax;
    this.#byBare = indexed(listed, (ticker) => [bare(ticker)]);
    this.#byDeletion = indexed(listed, (ticker) => deletions(ticker, distanceMax));
  }

  /** At most three, the nearest first; BRK-B and BRK.B have no distance. */
  nearest(ticker: string): string[] {
    const limit = Math.min(this.#distanceMax, Math.floor(ticker.length / 2));
    const same = new Set(this.#byBare.get(bare(ticker)));
    // Within the limit two tickers share a text that both become by at most so many deletions.
    const candidates = new Set([...deletions(ticker, limit)].flatMap((text) => this.#byDeletion.get(text) ?? []));
    this.compared += candidates.size;
    return [...new Set([...same, ...candidates])]
      .map((other) => ({ other, away: same.has(other) ? 0 : distance(ticker, other) }))
      .filter(({ away }) => away <= limit)
      .sort((a, b) => a.away - b.away || (a.other < b.other ? -1 : 1))
      .slice(0, nearestMax)
      .map(({ other }) => other);
  }
}

function indexed(tickers: readonly string[], keysOf: (ticker: string) => Iterable<string>): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const ticker of tickers) {
    for (const key of keysOf(ticker)) {
      const found = index.get(key);
      if (found === undefined) index.set(key, [ticker]);
      else found.push(ticker);
    }
  }
  return index;
}

/** The text without at most so many of its letters. */
function deletions(text: string, count: number): Set<string> {
  const found = new Set([text]);
  let longest = [text];
  for (let left = count; left > 0; left -= 1) {
    longest = longest.flatMap((longer) =>
      Array.from({ length: longer.length }, (_, at) => longer.slice(0, at) + longer.slice(at + 1)),
    );
    for (const shorter of longest) found.add(shorter);
  }
  return found;
}

/** Letters to add, take away or change. */
function distance(one: string, another: string): number {
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
