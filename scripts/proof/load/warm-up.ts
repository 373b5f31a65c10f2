// Brings a server to the state of one that has run for days: everything that it remembers within a bound is full.
import { randomBytes } from 'node:crypto';
import { makeKey } from '../../../server/access/keys.ts';
import { eachOf, publishMore } from '../faults/stage/world.ts';
import { Connection } from '../fuzz/wire.ts';
import { type Asker, type Readers, type Totals, ask, askInChat, newTotals } from './asking.ts';

/** Releases that a server remembers the prices of: of the preview corpus, somewhat more than their bound in bytes. */
const RELEASES = 90;
/** Numbers of releases that the run itself does not give. */
const RELEASES_FROM = 1_000_000;
const CONNECTIONS = 16;
/** Of so many documents, few enough to be remembered until they are asked for again. */
const ROUNDS = 11;
/** Documents whose digests are remembered of a day: large ones fill the rest of the memory sooner than this. */
const DIGESTS = 50_000;
/** Keys whose rate limits are remembered. */
const KEYS = 20_000;
/** The last of these rounds are asked for once: that part has to be full as well. */
const ONCE_ROUNDS = 2;
/** One in so many chats ask for, too: what they are sent is quoted, and that is remembered as well. */
const CHATS_OF = 4;
const coldUntil = Date.parse('2026-10-01T00:00:00Z');

type WarmUpReaders = Pick<Readers, 'store' | 'baseUrl' | 'key' | 'token' | 'tickers'>;
type WarmUpSize = { port: number; documents: number; releases?: number };
type Act = (one: Asker) => Promise<unknown>;

/**
 * Requests popular releases, then this many new documents at full speed. A document that was requested once has only a
 * small part of the cache, so all are requested again, in a row or after a release.
 */
export async function warmUp(
  readers: WarmUpReaders,
  { port, documents, releases = RELEASES }: WarmUpSize,
): Promise<Totals> {
  const totals = newTotals();
  const free = Array.from({ length: CONNECTIONS }, (): Asker => ({
    readers,
    connection: new Connection(port),
    totals,
  }));
  const all = async (acts: Iterable<Act>): Promise<void> => {
    await eachOf(acts, CONNECTIONS, async (act) => {
      const one = free.pop() as Asker;
      await act(one).catch((error: unknown) => totals.failures.push(String(error)));
      free.push(one);
    });
  };
  let released = RELEASES_FROM;
  for (let count = 0; documents > 0 && count < releases; count += 1) {
    await publishMore(readers.store, released++);
    await all(readers.tickers.map((ticker) => (one) => read(one, readers, `/v1/brief?ticker=${ticker}`)));
  }
  const keys = Array.from({ length: documents > 0 ? KEYS : 0 }, () => makeKey('live', randomBytes).key);
  await all(keys.map((key) => (one) => ask(one, '/v1/status', { key, expects: [401] })));
  const small = documents > 0 && readers.tickers.length > 0 ? Math.max(0, DIGESTS - documents) : 0;
  const smallPaths = Array.from(
    { length: small },
    (_, number) => `/v1/sources?limit=1&as_of=${cutoffAt(number - small)}`,
  );
  await all(smallPaths.map((path) => (one) => read(one, readers, path)));
  const length = Math.ceil(documents / ROUNDS);
  for (let round = 0; documents > 0 && round < ROUNDS; round += 1) {
    const cutoffs = Array.from({ length }, (_, place) => cutoffAt(round * length + place));
    const paths = cutoffs.map((asOf, place) => `${pathOf(readers, place)}as_of=${asOf}`);
    await all(paths.map((path) => (one) => read(one, readers, path)));
    if (round >= ROUNDS - ONCE_ROUNDS) continue;
    // Answers at the newest head are remembered apart from those of any, which a release leaves alone.
    if (round < ROUNDS / 2) await publishMore(readers.store, released++);
    await all(paths.map((path) => (one) => read(one, readers, path, 'gzip')));
    const asked = cutoffs.slice(0, length / CHATS_OF).map((asOf, place) => chatOf(readers, place, asOf));
    await all(asked.map((call) => (one) => askInChat(one, call)));
  }
  for (const { connection } of free) connection.close();
  return totals;
}

function read(one: Asker, { key }: WarmUpReaders, path: string, coding = 'identity') {
  return ask(one, path, { key, headers: { 'Accept-Encoding': coding }, expects: [200] });
}

const cutoffAt = (number: number): string => new Date(coldUntil - number * 1_000).toISOString();

/** Paths that readers of tickers request, in their shares; small documents if there are no tickers. */
function pathOf({ tickers }: WarmUpReaders, place: number): string {
  const ticker = tickers[place % tickers.length];
  if (ticker === undefined) return '/v1/sources?limit=3&';
  return [`/v1/brief?ticker=${ticker}&`, '/v1/beliefs?limit=20&', '/v1/sources?'][place % 3] ?? '';
}

function chatOf({ token, tickers }: WarmUpReaders, place: number, asOf: string) {
  const ticker = tickers[place % tickers.length];
  if (ticker === undefined) return { token, id: 1, name: 'get_sources', given: { limit: 3, as_of: asOf } };
  return place % 2 === 0
    ? { token, id: 1, name: 'get_brief', given: { ticker, max_results: 3, as_of: asOf } }
    : { token, id: 1, name: 'get_beliefs', given: { limit: 5, as_of: asOf } };
}
