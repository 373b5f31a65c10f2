// Publishes everything staged as one release: one transaction under the head row's lock, streamed a chunk at a time.
import type { Store } from '../../store/engine/engine.ts';
import { databaseNow, lockHead, nextEffect, openRelease } from '../../store/known/clock.ts';
import type { Collection, Instant, Trx } from '../../store/engine/db.ts';
import { sweepImports } from '../../store/staged/price-imports.ts';
import { noteReport } from '../../store/published/publish-report.ts';
import type { StagedBody } from '../../store/staged/staging.ts';
import { withStaging } from '../../store/staged/staging-lock.ts';
import {
  moveToRegistry,
  settleStagedDays,
  stagedChunks,
  stagedSummary,
  type StagedSummary,
} from '../../store/staged/staging.ts';
import { publishBeliefs, publishParts, publishRevisions } from './release-beliefs.ts';
import { publishStatementCorrections } from './release-corrections.ts';
import { publishCitations, publishEvidence } from './release-evidence.ts';
import {
  publishEntities,
  publishIndustry,
  publishPeople,
  publishSessions,
  publishSources,
  publishSplits,
  refuseContestedTickers,
  type ReleaseContext,
} from './release-identity.ts';
import { Listings } from './release-listings.ts';
import { nothingLeftOut, settleLeftOut, standing, type LeftOut } from './release-standing.ts';
import { releasePrices, type PriceTally } from './release-prices.ts';
import { noStatements, publishStatements, type StatementTally } from './release-statements.ts';
import { waitingTickers, waitingWarnings } from '../prices/waiting-prices.ts';
import { wholeDates } from '../files/whole-dates.ts';
import { recordTypes, type RecordType } from '../records/record-schemas.ts';
import type { RecordOf, ReleaseFields } from '../records/records.ts';

export type ReleaseRequest = {
  collection: Collection;
  effectiveAt?: Instant;
  /** Tickers whose prices are published without a record that opens their listing. */
  newListings?: readonly string[];
};

export type ReleaseReport = {
  collection: Collection;
  /** Null when nothing was staged: then nothing was written. */
  version: number | null;
  effective_at: Instant | null;
  records: { [kind: string]: number };
  statements: {
    beliefs_opened: number;
    beliefs_revised: number;
    beliefs_reversed: number;
    beliefs_closed: number;
    /** Revisions that rest on several statements of one instant, or of one date. */
    grouped: number;
    late: number;
    late_record_ids: string[];
  };
  prices: PriceTally;
  warnings: string[];
};

type Publisher<T extends RecordType> = (
  publishing: ReleaseContext,
  records: readonly (RecordOf<T> & ReleaseFields)[],
) => Promise<void>;

type PlainType = Exclude<RecordType, 'statement'>;

const publishers: { readonly [T in PlainType]: Publisher<T> } = {
  source: publishSources,
  person: publishPeople,
  entity: publishEntities,
  session: publishSessions,
  industry: publishIndustry,
  split: publishSplits,
  evidence: publishEvidence,
  citation: publishCitations,
  belief: publishBeliefs,
  revision: publishRevisions,
  claim: publishParts,
  condition: publishParts,
  intent: publishParts,
  target: publishParts,
  note: publishParts,
};

export async function release(db: Store['db'], request: ReleaseRequest): Promise<ReleaseReport> {
  const report = await withStaging(db, request.collection, async (trx) => {
    const head = await lockHead(trx, request.collection);
    const now = await databaseNow(trx);
    const effectiveAt = request.effectiveAt ?? nextEffect(head, now);
    await settleStagedDays(trx, request.collection, { effectiveAt, now });
    const waiting = await waitingTickers(trx, request.collection, request.newListings);
    const staged = await stagedSummary(trx, request.collection, waiting);
    if (Object.keys(staged.records).length === 0 && staged.priceRows + staged.rankedSeries === 0)
      return nothing(request.collection, waiting);
    return publish(trx, { ...request, now, waiting }, staged);
  });
  await sweepImports(db);
  return report;
}

async function publish(
  trx: Trx,
  { collection, effectiveAt, now, waiting }: ReleaseRequest & { now: Instant; waiting: readonly string[] },
  staged: StagedSummary,
): Promise<ReleaseReport> {
  const opened = await openRelease(trx, {
    collection,
    kind: 'release',
    now,
    newestObservedAt: staged.newestObservedAt,
    ...(effectiveAt !== undefined && { effectiveAt }),
  });
  const publishing: ReleaseContext = {
    trx,
    release: { collection, version: opened.version },
    listings: new Listings(trx, collection),
  };
  const tally = noStatements();
  const left = nothingLeftOut();
  for (const kind of recordTypes) {
    if (staged.records[kind] === undefined) continue;
    await publishKind(publishing, kind, { tally, left });
    if (kind === 'entity') await refuseContestedTickers(publishing);
  }
  const leftOut = await settleLeftOut(publishing, left);
  const prices = await releasePrices(publishing, waiting);
  await moveToRegistry(trx, collection, opened.version);
  const report: ReleaseReport = {
    collection,
    version: opened.version,
    effective_at: opened.effectiveAt,
    records: staged.records,
    statements: statementsReport(tally),
    prices,
    warnings: [...warningsOf(tally), ...leftOut, ...waitingWarnings(waiting)],
  };
  await noteReport(trx, publishing.release, report);
  return report;
}

type Tallies = { tally: StatementTally; left: LeftOut };

async function publishKind(publishing: ReleaseContext, kind: RecordType, tallies: Tallies): Promise<void> {
  // Corrections first: what follows builds on them.
  for (const corrections of [true, false]) {
    if (kind === 'statement') await publishStatementKind(publishing, corrections, tallies);
    else await publishPlainKind(publishing, kind, { corrections, left: tallies.left });
  }
}

async function publishPlainKind<Kind extends PlainType>(
  publishing: ReleaseContext,
  kind: Kind,
  { corrections, left }: { corrections: boolean; left: LeftOut },
): Promise<void> {
  const { trx, release: published } = publishing;
  const publish: Publisher<Kind> = publishers[kind];
  for await (const chunk of stagedChunks(trx, { collection: published.collection, kind, corrections })) {
    const records = await standing(publishing, { records: loadedFrom<Kind>(chunk), replaces: corrections }, left);
    await publish(publishing, records);
  }
}

async function publishStatementKind(publishing: ReleaseContext, corrections: boolean, tallies: Tallies): Promise<void> {
  const { trx, release: published } = publishing;
  const { tally, left } = tallies;
  const chunks = stagedChunks(trx, { collection: published.collection, kind: 'statement', corrections });
  for await (const chunk of wholeDates(chunks)) {
    const loaded = loadedFrom<'statement'>(chunk);
    const records = await standing(publishing, { records: loaded, replaces: corrections }, left);
    if (corrections) await publishStatementCorrections(publishing, records);
    else await publishStatements(publishing, records, tally);
  }
}

/**
 * Staged records as a release publishes them; their kind was judged when they were staged. A kind without an
 * observation has a null, which its publisher does not read.
 */
function loadedFrom<Kind extends RecordType>(chunk: readonly StagedBody[]): (RecordOf<Kind> & ReleaseFields)[] {
  return chunk.map(({ body, countsFrom }) => ({
    ...(JSON.parse(body) as RecordOf<Kind>),
    counts_from: countsFrom as Instant,
  }));
}

function statementsReport(tally: StatementTally): ReleaseReport['statements'] {
  return {
    beliefs_opened: tally.opened,
    beliefs_revised: tally.revised,
    beliefs_reversed: tally.reversed,
    beliefs_closed: tally.closed,
    grouped: tally.grouped,
    late: tally.lateCount,
    late_record_ids: tally.late,
  };
}

function warningsOf(tally: StatementTally): string[] {
  if (tally.lateCount === 0) return [];
  return [
    `${tally.lateCount} late statements joined beliefs that had newer ones; they move neither direction, status nor summary`,
  ];
}

function nothing(collection: Collection, waiting: readonly string[]): ReleaseReport {
  return {
    collection,
    version: null,
    effective_at: null,
    records: {},
    statements: statementsReport(noStatements()),
    prices: { rows: 0, vintages_opened: 0, vintages_appended: 0, vintages_restated: 0, series_ranked: 0 },
    warnings:
      waiting.length === 0
        ? ['nothing is staged, so nothing was released']
        : ['nothing was released', ...waitingWarnings(waiting)],
  };
}
