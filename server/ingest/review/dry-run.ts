// Dry run of a release: the release itself in a transaction that is rolled back, with what readers would see of it.
import type { BriefOverview, ChangeItem, ChangesPage } from '../../../generated/api.ts';
import { createAnswers, type Answers } from '../../answers/answers.ts';
import { ProblemError } from '../../contract/problems.ts';
import { databaseNow, readHead, type CollectionHead } from '../../store/known/clock.ts';
import type { Collection, Instant, Pool, Trx } from '../../store/engine/db.ts';
import { touchedTickers } from '../../store/published/release-effects.ts';
import { tried } from '../../store/known/tried.ts';
import { stagedDigest } from '../../store/staged/staged-digest.ts';
import { stagedPriceTickers } from '../../store/staged/staged-imports.ts';
import { withStaging } from '../../store/staged/staging-lock.ts';
import { benchmarkTicker } from '../../terms/research.ts';
import { releaseWithin, type ReleaseRequest } from '../release/release.ts';
import type { ReleaseReport } from '../release/release-report.ts';
import { briefChange, isUnchanged, type BriefChange, type Overviews } from './brief-change.ts';

/** Each ticker costs two briefs, for which readers of the embedded engine wait. */
const TICKERS_MAX = 100;

export type DryRunRequest = Omit<ReleaseRequest, 'actor'> & {
  /** Only these tickers are compared; by default those that the release touches. */
  tickers?: readonly string[];
};

export type SeenChanges = {
  /** Tickers that read otherwise after it. */
  changes: BriefChange[];
  compared: number;
  /** Touched tickers beyond the bound, which were not compared. */
  not_compared: number;
  /** True if the benchmark is priced by it: then the marks of every ticker may change. */
  moves_benchmark: boolean;
};

export type DryRunReport = {
  dry_run: true;
  digest: string;
  release: ReleaseReport;
  seen: SeenChanges;
};

/** Throws what the release would throw. Nothing is kept. */
export async function dryRunRelease(db: Pool, request: DryRunRequest): Promise<DryRunReport> {
  const { collection } = request;
  return tried(
    (work) => withStaging(db, collection, work),
    true,
    async (trx) => {
      const digest = await stagedDigest(trx, collection);
      const before = await readHead(trx, collection);
      const priced = await stagedPriceTickers(trx, collection);
      const release = await releaseWithin(trx, request);
      const seen = await seenChanges(trx, { before, priced, ...request }, release.version);
      return { dry_run: true, digest, release, seen };
    },
  );
}

/** An overview, or the full form with theses. */
export type Detail = 'overview' | 'full';

/** A ticker's brief now, and as it will be after the release; null if it is not covered. Nothing is kept. */
export async function triedBriefs(
  db: Pool,
  { collection, ticker, detail }: { collection: Collection; ticker: string; detail: Detail },
): Promise<Overviews> {
  return tried(
    (work) => withStaging(db, collection, work),
    true,
    async (trx) => {
      const { watermark } = await readHead(trx, collection);
      await releaseWithin(trx, { collection });
      const answers = await answersIn(trx);
      return overviewsOf(answers, collection, { ticker, watermark, detail });
    },
  );
}

/** A replica moves no clock: looking must not settle history. */
async function answersIn(trx: Trx): Promise<Answers> {
  const now = await databaseNow(trx);
  return createAnswers({ store: { db: trx }, baseUrl: 'http://dry-run.invalid', now: () => now, isReplica: true });
}

export type Comparison = {
  collection: Collection;
  before: CollectionHead;
  priced: readonly string[];
  tickers?: readonly string[];
};

/** Differences between the briefs at an earlier watermark and at the newest one, of the tickers that a version touched. */
export async function seenChanges(
  trx: Trx,
  { collection, before, priced, tickers }: Comparison,
  version: number | null,
): Promise<SeenChanges> {
  const touched = tickers ?? (version === null ? [] : await touchedTickers(trx, { collection, version }, priced));
  const compared = touched.slice(0, TICKERS_MAX);
  const answers = await answersIn(trx);
  const changes: BriefChange[] = [];
  for (const ticker of compared) {
    const overviews = await overviewsOf(answers, collection, { ticker, watermark: before.watermark });
    const change = briefChange(
      ticker,
      overviews,
      await changesOf(answers, collection, { ticker, since: before.watermark }),
    );
    if (!isUnchanged(change)) changes.push(change);
  }
  return {
    changes,
    compared: compared.length,
    not_compared: touched.length - compared.length,
    moves_benchmark: priced.includes(benchmarkTicker),
  };
}

async function overviewsOf(
  answers: Answers,
  collection: Collection,
  { ticker, watermark, detail = 'overview' }: { ticker: string; watermark: Instant; detail?: Detail },
): Promise<Overviews> {
  return {
    before: await overviewOf(answers, collection, { ticker, as_of: watermark, detail }),
    after: await overviewOf(answers, collection, { ticker, detail }),
  };
}

/** Null for what is not covered. */
async function overviewOf(
  answers: Answers,
  collection: Collection,
  request: { ticker: string; as_of?: Instant; detail: Detail },
): Promise<BriefOverview | null> {
  return covered(async () => {
    const { bytes } = await answers.brief(collection, request);
    return JSON.parse(bytes.toString()) as BriefOverview;
  });
}

/** The most that a reader may ask for. */
const PAGE_OF_CHANGES = 50;

/** Every change of a ticker, as readers can ask for them; none for a ticker without direct research. */
async function changesOf(
  answers: Answers,
  collection: Collection,
  { ticker, since }: { ticker: string; since: Instant },
): Promise<ChangeItem[]> {
  const changes: ChangeItem[] = [];
  let cursor: string | undefined;
  do {
    const request = { tickers: ticker, since, limit: PAGE_OF_CHANGES, cursor };
    const page = await covered(async () => {
      const { bytes } = await answers.changes(collection, request);
      return JSON.parse(bytes.toString()) as ChangesPage;
    });
    changes.push(...(page?.data.changes ?? []));
    cursor = page?.pagination.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return changes;
}

async function covered<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not-covered') return null;
    throw error;
  }
}
