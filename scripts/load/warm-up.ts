// Brings a server to the state of one that has run for days: everything that it remembers within a bound is full.
import { eachOf, publishMore } from '../faults/world.ts';
import { Connection } from '../fuzz/wire.ts';
import { type Asker, type Readers, type Told, ask, newlyTold } from './asking.ts';

/** Releases that a server remembers the prices of: of the preview corpus, somewhat more than their bound in bytes. */
const RELEASES = 90;
/** Numbers of releases that the run itself does not give. */
const RELEASES_FROM = 1_000_000;
const CONNECTIONS = 16;
const coldUntil = Date.parse('2026-10-01T00:00:00Z');
const expects = [200];

type Warmed = { port: number; documents: number; releases?: number };

/** So many documents that nobody has asked for, after releases that everybody asks about; as fast as they are answered. */
export async function warmUp(
  readers: Pick<Readers, 'store' | 'baseUrl' | 'key' | 'tickers'>,
  { port, documents, releases = RELEASES }: Warmed,
): Promise<Told> {
  const told = newlyTold();
  const free = Array.from({ length: CONNECTIONS }, (): Asker => ({ readers, connection: new Connection(port), told }));
  const all = async (paths: Iterable<string>): Promise<void> => {
    await eachOf(paths, CONNECTIONS, async (path) => {
      const one = free.pop() as Asker;
      await ask(one, path, { key: readers.key, expects }).catch((error: unknown) => told.failures.push(String(error)));
      free.push(one);
    });
  };
  for (let count = 0; documents > 0 && count < releases; count += 1) {
    await publishMore(readers.store, RELEASES_FROM + count);
    await all(readers.tickers.map((ticker) => `/v1/brief?ticker=${ticker}`));
  }
  await all(coldPaths(documents));
  for (const { connection } of free) connection.close();
  return told;
}

function* coldPaths(count: number): Generator<string> {
  for (let number = 0; number < count; number += 1) {
    yield `/v1/sources?limit=1&as_of=${new Date(coldUntil - number * 1_000).toISOString()}`;
  }
}
