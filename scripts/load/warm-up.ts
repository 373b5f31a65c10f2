// Brings a server to the state of one that has run for days: everything that it remembers within a bound is full.
import { eachOf, publishMore } from '../faults/world.ts';
import { Connection } from '../fuzz/wire.ts';
import { type Asker, type Readers, type Told, ask, newlyTold } from './asking.ts';

/** Releases that a server remembers the prices of: of the preview corpus, somewhat more than their bound in bytes. */
const RELEASES = 90;
/** Numbers of releases that the run itself does not give. */
const RELEASES_FROM = 1_000_000;
const CONNECTIONS = 16;
/** The part of the documents that is asked for a second time at once: what is asked for again has most of the memory. */
const AGAIN_SHARE = 0.75;
const coldUntil = Date.parse('2026-10-01T00:00:00Z');
const expects = [200];

type Warmed = { port: number; documents: number; releases?: number };

/** So many documents that nobody has asked for, most of them twice, after releases that everybody asks about; as fast as they are answered. */
export async function warmUp(
  readers: Pick<Readers, 'store' | 'baseUrl' | 'key' | 'tickers'>,
  { port, documents, releases = RELEASES }: Warmed,
): Promise<Told> {
  const told = newlyTold();
  const free = Array.from({ length: CONNECTIONS }, (): Asker => ({ readers, connection: new Connection(port), told }));
  const all = async (paths: Iterable<string>, times = 1): Promise<void> => {
    await eachOf(paths, CONNECTIONS, async (path) => {
      const one = free.pop() as Asker;
      for (let time = 0; time < times; time += 1) {
        await ask(one, path, { key: readers.key, expects }).catch((error: unknown) =>
          told.failures.push(String(error)),
        );
      }
      free.push(one);
    });
  };
  for (let count = 0; documents > 0 && count < releases; count += 1) {
    await publishMore(readers.store, RELEASES_FROM + count);
    await all(readers.tickers.map((ticker) => `/v1/brief?ticker=${ticker}`));
  }
  const asked = [...coldPaths(documents)];
  const again = Math.floor(documents * AGAIN_SHARE);
  await all(asked.slice(0, again), 2);
  await all(asked.slice(again));
  for (const { connection } of free) connection.close();
  return told;
}

function* coldPaths(count: number): Generator<string> {
  for (let number = 0; number < count; number += 1) {
    yield `/v1/sources?limit=1&as_of=${new Date(coldUntil - number * 1_000).toISOString()}`;
  }
}
