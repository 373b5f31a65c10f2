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
import { notRestated, publishRestated } from './release-restatements.ts';
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
import { releasePrices } from './release-prices.ts';
import {
  noStatements,
  publishStatements,
  type ReleasedStatementRecord,
  type StatementTally,
} from './release-statements.ts';
import { waitingTickers, waitingWarnings } from '../prices/waiting-prices.ts';
import { effectsByImport } from '../../store/published/release-effects.ts';
import { recordEvent } from '../../store/people/admin-events.ts';
import { restatements } from '../../store/staged/import-restated.ts';
import { stagedDigest } from '../../store/staged/staged-digest.ts';
import { appendReleases } from '../../store/log/append.ts';
import type { Salts } from '../../log/rows.ts';
import { stagedImports, stagedPriceTickers } from '../../store/staged/staged-imports.ts';
import { RefusedInput } from '../files/faults.ts';
import { importReport, nothing, type ReleaseReport, statementsReport, warningsOf } from './release-report.ts';
import { sentenceOf, touchedBy } from './touched.ts';
import { wholeDates } from '../files/whole-dates.ts';
import { recordTypes, type RecordType } from '../records/record-schemas.ts';
import type { RecordOf, ReleaseFields } from '../records/records.ts';

export type ReleaseRequest = {
  collection: Collection;
  effectiveAt?: Instant;
  /** Tickers whose prices are published without a record that opens their listing. */
  newListings?: readonly string[];
  /** Publishes only the staged set with this digest. */
  digest?: string;
  /** Whose act it is, for the trail; absent for what the service itself publishes. */
  actor?: string;
  /** Salts of the leaves in the public log; absent: random ones. */
  salts?: Salts;
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
  const report = await withStaging(db, request.collection, (trx) => releaseWithin(trx, request));
  await sweepImports(db);
  return report;
}

/** In a transaction that holds the lock on staging. */
export async function releaseWithin(trx: Trx, request: ReleaseRequest): Promise<ReleaseReport> {
  const { collection } = request;
  const head = await lockHead(trx, collection);
  await refuseChangedSet(trx, request);
  const now = await databaseNow(trx);
  const effectiveAt = request.effectiveAt ?? nextEffect(head, now);
  await settleStagedDays(trx, collection, { effectiveAt, now });
  const waiting = await waitingTickers(trx, collection, request.newListings);
  const staged = await stagedSummary(trx, collection, waiting);
  if (Object.keys(staged.records).length === 0 && staged.priceRows + staged.rankedSeries === 0)
    return nothing(collection, waiting);
  return publish(trx, { ...request, now, waiting }, staged);
}

/** An approval is of one staged set. */
async function refuseChangedSet(trx: Trx, { collection, digest }: ReleaseRequest): Promise<void> {
  if (digest === undefined) return;
  const now = await stagedDigest(trx, collection);
  if (now === digest) return;
  const what = `the staged set of ${collection} has changed: its digest is ${now}`;
  const fix = 'look at it again (admin staged, or release --dry-run), then approve that digest';
  throw new RefusedInput([{ file: 'release', line: null, field: 'digest', what, fix }], 1);
}

async function publish(
  trx: Trx,
  {
    collection,
    effectiveAt,
    now,
    waiting,
    actor,
    salts,
  }: ReleaseRequest & { now: Instant; waiting: readonly string[] },
  staged: StagedSummary,
): Promise<ReleaseReport> {
  const imports = await stagedImports(trx, collection);
  const priced = (await stagedPriceTickers(trx, collection)).filter((ticker) => !waiting.includes(ticker));
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
  const byImport = await effectsByImport(trx, publishing.release);
  const restated = await restatements(trx, collection);
  await moveToRegistry(trx, collection, opened.version);
  const touched = await touchedBy(trx, publishing.release, priced);
  const report: ReleaseReport = {
    collection,
    version: opened.version,
    effective_at: opened.effectiveAt,
    records: staged.records,
    statements: statementsReport(tally),
    prices,
    warnings: [...warningsOf(tally), ...leftOut, ...waitingWarnings(waiting)],
    imports: imports.map((one) => importReport(one, byImport)),
    restated,
    touched,
    summary: sentenceOf(`Release ${opened.version} of ${collection}`, touched),
  };
  await noteReport(trx, publishing.release, report);
  if (collection === 'live') await appendReleases(trx, { salts });
  const again = restated.reduce((sum, { records }) => sum + records, 0);
  const moved = { opened: tally.opened, reversed: tally.reversed, ...(again > 0 && { restated: again }) };
  const detail = { collection, version: opened.version, ...moved };
  if (actor !== undefined)
    await recordEvent(trx, { action: 'research-released', actor, subject: String(opened.version), detail });
  return report;
}

type Tallies = { tally: StatementTally; left: LeftOut };

async function publishKind(publishing: ReleaseContext, kind: RecordType, tallies: Tallies): Promise<void> {
  if (kind === 'statement') await publishRestatedStatements(publishing);
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

/** Before all others, and a pair at once: what follows joins the courses that these restore. */
async function publishRestatedStatements(publishing: ReleaseContext): Promise<void> {
  const { trx, release: published } = publishing;
  const { collection } = published;
  if ((await restatements(trx, collection)).length === 0) return;
  let waiting: ReleasedStatementRecord[] = [];
  for await (const chunk of stagedChunks(trx, { collection, kind: 'statement', corrections: false })) {
    waiting.push(...loadedFrom<'statement'>(chunk));
    const last = waiting.at(-1);
    const isOpen = (one: ReleasedStatementRecord): boolean =>
      one.person.id === last?.person.id && one.security.ticker === last.security.ticker;
    await publishRestated(
      publishing,
      waiting.filter((one) => !isOpen(one)),
    );
    waiting = waiting.filter(isOpen);
  }
  await publishRestated(publishing, waiting);
}

async function publishStatementKind(publishing: ReleaseContext, corrections: boolean, tallies: Tallies): Promise<void> {
  const { trx, release: published } = publishing;
  const { tally, left } = tallies;
  const chunks = stagedChunks(trx, { collection: published.collection, kind: 'statement', corrections });
  for await (const chunk of wholeDates(chunks)) {
    const loaded = loadedFrom<'statement'>(chunk);
    const fresh = corrections ? loaded : await notRestated(publishing, loaded);
    const records = await standing(publishing, { records: fresh, replaces: corrections }, left);
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
