// Withdraws a record with all that rests on it, in a separate release: afterwards all published research has evidence.
import { databaseNow, lockHead, openRelease } from '../../store/known/clock.ts';
import type { Collection, Instant, Pool, Trx } from '../../store/engine/db.ts';
import { appendReleases } from '../../store/log/append.ts';
import type { Salts } from '../../log/rows.ts';
import { noteReport } from '../../store/published/publish-report.ts';
import { replaceRows, type Release } from '../../store/published/publish-rows.ts';
import { partTable } from '../../store/published/publish-tables.ts';
import {
  citationsInto,
  evidenceOf,
  partsCiting,
  partsNamed,
  revisionsOn,
  type PartRef,
  type RevisionRef,
} from '../../store/published/rests-on.ts';
import {
  add,
  closeBeliefs,
  closeCitations,
  closeNamed,
  closeParts,
  closeRevisions,
  partsOfRevisions,
  settleBeliefs,
  type PartKey,
  type Tally,
} from '../../store/published/withdraw.ts';
import { triedOrDone } from '../../store/known/tried.ts';
import { withoutCitations } from '../records/cited-parts.ts';
import { settleDirections } from '../statements/settle-directions.ts';
import { retellPairs } from '../statements/retell.ts';
import { openTargets, type Bases, type TargetSet } from './withdraw-set.ts';
import type { Target } from './withdraw-target.ts';
import { sentenceOf, touchedBy, type TouchedNames } from '../release/touched.ts';
import { recordEvent } from '../../store/people/admin-events.ts';

export type WithdrawRequest = {
  collection: Collection;
  id: string;
  reason: string;
  dryRun: boolean;
  /** Whose act it is, for the trail. */
  actor?: string;
  /** Salts of the leaves in the public log; absent: random ones. */
  salts?: Salts;
};

/** Several records, or the research of one release. */
export type WithdrawSet = Omit<WithdrawRequest, 'id'> & ({ ids: readonly string[] } | { release: number });

type Counts = { [kind: string]: number };

export type WithdrawReport = {
  collection: Collection;
  /** The record, or what names the set of them. */
  id: string;
  kind: Target['kind'] | 'records' | 'release';
  reason: string;
  dry_run: boolean;
  version: number;
  effective_at: Instant;
  /** Rows that readers no longer see from this release on, by kind. */
  withdrawn: Counts;
  /** Rows that changed, because a record next to them is gone. */
  retold: Counts;
  /** Of a release that is withdrawn: what of it stays in force, by kind. */
  stays: Counts;
  touched: TouchedNames;
  /** One sentence for the reader of a log. */
  summary: string;
};

/** Throws RefusedInput for what is not there to be withdrawn. */
export async function withdraw(db: Pool, request: WithdrawRequest): Promise<WithdrawReport> {
  return withdrawSet(db, { ...request, ids: [request.id] });
}

/** As one release. Throws RefusedInput and changes nothing if one of the records is not there to be withdrawn. */
export async function withdrawSet(db: Pool, request: WithdrawSet): Promise<WithdrawReport> {
  return triedOrDone(db, request.dryRun, async (trx) => {
    await lockHead(trx, request.collection);
    return withdrawOpen(trx, request, await openTargets(trx, request));
  });
}

/** The withdrawal itself, of records that are released, under the head row's lock. */
export async function withdrawOpen(
  trx: Trx,
  { collection, reason, dryRun, actor, salts }: Omit<WithdrawRequest, 'id'>,
  { id, kind, stays, ...bases }: TargetSet,
): Promise<WithdrawReport> {
  const now = await databaseNow(trx);
  const opened = await openRelease(trx, { collection, kind: 'withdrawal', now, newestObservedAt: null });
  const taking: WithdrawalContext = { trx, release: { collection, version: opened.version }, reason, ...tallies() };
  await take(taking, bases);
  const touched = await touchedBy(trx, taking.release);
  const report = {
    collection,
    id,
    kind,
    reason,
    dry_run: dryRun,
    version: opened.version,
    effective_at: opened.effectiveAt,
    withdrawn: counts(taking.withdrawn),
    retold: counts(taking.retold),
    stays,
    touched,
    summary: sentenceOf(`Withdrawal ${opened.version} of ${collection}`, touched),
  };
  await noteReport(trx, taking.release, report);
  if (collection === 'live') await appendReleases(trx, { salts });
  if (actor !== undefined) {
    const detail = { collection, version: opened.version, what: id };
    await recordEvent(trx, { action: 'research-withdrawn', actor, subject: String(opened.version), detail });
  }
  return report;
}

type WithdrawalContext = { trx: Trx; release: Release; reason: string; withdrawn: Tally; retold: Tally };

const tallies = (): Pick<WithdrawalContext, 'withdrawn' | 'retold'> => ({ withdrawn: new Map(), retold: new Map() });

export function counts(tally: Tally): Counts {
  return Object.fromEntries([...tally].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function take(taking: WithdrawalContext, bases: Bases): Promise<void> {
  const { trx, release, reason, withdrawn } = taking;
  const within = { collection: release.collection, span: 'open' } as const;
  merge(withdrawn, await closeBeliefs(trx, release, { ids: bases.beliefs, reason }));
  const named: PartRef[] = [];
  for (const id of bases.partIds) named.push(...(await partsNamed(trx, within, id)));
  const evidence = new Set(bases.evidence);
  for (const id of bases.sources) for (const one of await evidenceOf(trx, within, id)) evidence.add(one);
  const into = (await citationsInto(trx, within, [...evidence])).map((citation) => citation.citation_id);
  const citations = [...new Set([...bases.citations, ...into])];
  const resting = citations.length === 0 ? [] : await revisionsOn(trx, within, citations);
  const keys = new Set(resting.map(revisionKey));
  const revisions = [...resting, ...bases.revisions.filter((row) => !keys.has(revisionKey(row)))];
  if (revisions.length + citations.length > 0) {
    await takeFromBundles(taking, citations, revisions);
    await takeFromStatements(taking, citations, revisions);
  }
  await takeStanding(taking, [...named, ...bases.parts]);
  add(withdrawn, 'citation', await closeCitations(trx, release, citations));
  add(withdrawn, 'evidence', await closeNamed(trx, release, { table: 'evidence', ids: [...evidence], reason }));
  add(withdrawn, 'source', await closeNamed(trx, release, { table: 'source', ids: bases.sources, reason }));
}

const revisionKey = ({ belief_id: id, revision }: RevisionRef): string => `${id} ${revision}`;

/** Parts that did not go with what carried them. */
async function takeStanding(taking: WithdrawalContext, parts: readonly PartRef[]): Promise<void> {
  const ids = [...new Set(parts.map((part) => part.part_id))];
  const open = new Set<string>();
  const within = { collection: taking.release.collection, span: 'open' } as const;
  for (const id of ids) for (const part of await partsNamed(taking.trx, within, id)) open.add(partKey(part));
  const standing = new Map(parts.filter((part) => open.has(partKey(part))).map((part) => [partKey(part), part]));
  await takeParts(taking, [...standing.values()]);
}

const partKey = (part: PartKey): string => `${part.belief_id} ${part.kind} ${part.part_id} ${part.revision}`;

function merge(into: Tally, from: Tally): void {
  for (const [kind, count] of from) add(into, kind, count);
}

async function takeParts({ trx, release, withdrawn }: WithdrawalContext, parts: readonly PartKey[]): Promise<void> {
  await closeParts(trx, release, parts);
  for (const { kind } of parts) add(withdrawn, kind, 1);
}

/** Revisions with their parts, beliefs without a revision, and other parts that rest on this evidence alone. */
async function takeFromBundles(
  taking: WithdrawalContext,
  citations: readonly string[],
  revisions: readonly RevisionRef[],
): Promise<void> {
  const { trx, release, reason, withdrawn, retold } = taking;
  const going = revisions.filter((row) => row.origin === 'bundle');
  await takeParts(taking, await partsOfRevisions(trx, release.collection, going));
  add(withdrawn, 'revision', await closeRevisions(trx, release, going));
  const settled = await settleBeliefs(trx, release, { ids: [...new Set(going.map((row) => row.belief_id))], reason });
  merge(withdrawn, settled.withdrawn);
  add(retold, 'belief', settled.moved);
  const changed = await settleDirections({ trx, release }, [...new Set(going.map((row) => row.belief_id))]);
  add(retold, 'revision', changed);
  // The intents of statements are rebuilt with them.
  const told = new Set(revisions.filter((row) => row.origin === 'statement').map((row) => row.belief_id));
  await takeCiting(taking, citations, told);
}

async function takeCiting(
  taking: WithdrawalContext,
  citations: readonly string[],
  not: ReadonlySet<string>,
): Promise<void> {
  const { trx, release, retold } = taking;
  const gone = new Set(citations);
  const citing = (await partsCiting(trx, { collection: release.collection, span: 'open' }, citations))
    .filter((part) => !not.has(part.belief_id))
    .map((part) => ({ ...part, left: withoutCitations(part, gone) }));
  await takeParts(
    taking,
    citing.filter(({ left }) => left === null),
  );
  const shortened = citing.filter(({ left }) => left !== null);
  const rows = shortened.map(({ belief_id, kind, part_id, revision, observed_at, observed_as, left }) => {
    const text = JSON.stringify(left);
    return [belief_id, kind, part_id, revision, observed_at, observed_as, text];
  });
  await replaceRows(trx, release, partTable, rows);
  for (const { kind } of shortened) add(retold, kind, 1);
}

/** Rebuilds a person's course about a listing without the withdrawn statements. */
async function takeFromStatements(
  taking: WithdrawalContext,
  citations: readonly string[],
  revisions: readonly RevisionRef[],
): Promise<void> {
  const { trx, release, reason, withdrawn, retold } = taking;
  const pairs = new Map(
    revisions
      .filter((row) => row.origin === 'statement')
      .map((row) => [`${row.person_id} ${row.entity_id}`, { personId: row.person_id, entityId: row.entity_id }]),
  );
  const again = await retellPairs({ trx, release }, [...pairs.values()], { citations: new Set(citations), reason });
  merge(withdrawn, again.withdrawn);
  merge(retold, again.retold);
}
