// A round of hostile records: loaded into an empty store, released, and read by every way in. What loads can be answered.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnswers } from '../../../server/answers/answers.ts';
import { release } from '../../../server/ingest/release/release.ts';
import type { Collection } from '../../../server/store/engine/db.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { type HostileLoad, loadUnits } from './loads.ts';
import { readOverHttp } from './over-http.ts';
import { type Failure, readEverything } from './reads.ts';

export type HostileReport = {
  records: number;
  /** Changed fields that loaded, and changed fields that the load refused. */
  accepted: number;
  refused: number;
  reads: number;
  failures: readonly Failure[];
  /** The changes of the units that loaded, to look for the one behind a failure. */
  changes: readonly string[];
};

export type Round = { seed: number; from: number; count: number };

const baseUrl = 'https://research.example';
/** Before the first record, so that earlier cutoffs are answered too. */
const history = '2014-01-01T00:00:00.000Z';
const now = '2026-11-01T00:00:00.000Z';
/** Units that are read over HTTP and on pages too. */
const served_max = 12;

export async function hostileRound(store: Store, { seed, from, count }: Round): Promise<HostileReport> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  try {
    const load = async (collection: Collection, units: number): Promise<HostileLoad> => {
      const loading = { db: store.db, collection, dryRun: false };
      const loaded = await loadUnits(loading, folder, { seed, from, count: units });
      await release(store.db, { collection, effectiveAt: history });
      return loaded;
    };
    const { tickers: _, ...tally } = await load('live', count);
    const served = await load('preview', Math.min(served_max, count));
    await store.afterImport();
    // A list leaves out only records that loaded and cannot be shown.
    const leftOut: Failure[] = [];
    const onUnfit = ({ list, id, cause }: { list: string; id: string; cause: Error }): void =>
      void leftOut.push({ read: `${list} ${id}`, why: cause.message });
    const answers = createAnswers({ store, baseUrl, now: () => now, onUnfit });
    const own = await readEverything(answers, 'live');
    const http = await readOverHttp(store, await coveredIn(answers, served), now);
    return {
      ...tally,
      reads: own.count + http.count,
      failures: [...own.failures, ...http.failures, ...leftOut],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Tickers of these units that have research in both collections. */
async function coveredIn(answers: ReturnType<typeof createAnswers>, loaded: HostileLoad): Promise<string[]> {
  const listed = async (collection: Collection): Promise<Set<string>> => {
    const { bytes } = await answers.tickers(collection);
    const { tickers } = JSON.parse(bytes.toString()) as { tickers: { ticker: string }[] };
    return new Set(tickers.map(({ ticker }) => ticker));
  };
  const [live, preview] = [await listed('live'), await listed('preview')];
  const tickers = loaded.tickers.map((ticker) => ticker.toUpperCase());
  return tickers.filter((ticker) => live.has(ticker) && preview.has(ticker));
}
