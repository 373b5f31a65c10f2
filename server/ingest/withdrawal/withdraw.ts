// Withdraws a record with all that rests on it, in a separate release: afterwards all published research has evidence.
import { databaseNow, lockHead, openRelease, retrying } from '../../store/known/clock.ts';
import type { Collection, Instant, Pool, Trx } from '../../store/engine/db.ts';
import { noteReport } from '../../store/published/publish-report.ts';
import { replaceRows, type Release } from '../../store/published/publish-rows.ts';
import { partTable } from '../../store/published/publish-tables.ts';
import {
  citationsInto,
  evidenceOf,
  partsCiting,
  partsNamed,
  revisionsOn,
  type RevisionRef,
} from '../../store/published/rests-on.ts';
import {
  add,
  closeBeliefs,
  closeCitations,
  closeNamed,
  closeParts,
  closeRevisions,
  isOpen,
  partsOfRevisions,
  settleBeliefs,
  type PartKey,
  type Tally,
} from '../../store/published/withdraw.ts';
import { withoutCitations } from '../records/cited-parts.ts';
import { settleDirections } from '../statements/settle-directions.ts';
import { retellPairs } from '../statements/retell.ts';
import { targetOf, whyNotOpen, type Target } from './withdraw-target.ts';

export type WithdrawRequest = { collection: Collection; id: string; reason: string; dryRun: boolean };

type Counts = { [kind: string]: number };

export type WithdrawReport = {
  collection: Collection;
  id: string;
  kind: Target['kind'];
  reason: string;
  dry_run: boolean;
  version: number;
  effective_at: Instant;
  /** Rows that readers no longer see from this release on, by kind. */
  withdrawn: Counts;
  /** Rows that changed, because a record next to them is gone. */
  retold: Counts;
};

/** Ends the transaction of a dry run: everything was tried, and nothing is kept. */
class DryRun<Report> extends Error {
  readonly report: Report;
  constructor(report: Report) {
    super('dry run');
    this.report = report;
  }
}

/** Throws RefusedInput for what is not there to be withdrawn. */
export async function withdraw(db: Pool, request: WithdrawRequest): Promise<WithdrawReport> {
  return triedOrDone(db, request.dryRun, async (trx) => {
    const target = targetOf(request.id);
    await lockHead(trx, request.collection);
    if (!(await isOpen(trx, request.collection, target)))
      throw await whyNotOpen(trx, 'withdraw', { ...request, given: request.id, target });
    return withdrawOpen(trx, request, target);
  });
}

export async function triedOrDone<Report>(
  db: Pool,
  dryRun: boolean,
  work: (trx: Trx) => Promise<Report>,
): Promise<Report> {
  try {
    return await retrying(db, async (trx) => {
      const report = await work(trx);
      if (dryRun) throw new DryRun(report);
      return report;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.report as Report;
    throw error;
  }
}

/** The withdrawal itself, of a record that is released, under the head row's lock. */
export async function withdrawOpen(trx: Trx, request: WithdrawRequest, target: Target): Promise<WithdrawReport> {
  const { collection, reason } = request;
  const now = await databaseNow(trx);
  const opened = await openRelease(trx, { collection, kind: 'withdrawal', now, newestObservedAt: null });
  const taking: WithdrawalContext = { trx, release: { collection, version: opened.version }, reason, ...tallies() };
  await take(taking, target);
  const report = {
    collection,
    id: target.id,
    kind: target.kind,
    reason,
    dry_run: request.dryRun,
    version: opened.version,
    effective_at: opened.effectiveAt,
    withdrawn: counts(taking.withdrawn),
    retold: counts(taking.retold),
  };
  await noteReport(trx, taking.release, report);
  return report;
}

type WithdrawalContext = { trx: Trx; release: Release; reason: string; withdrawn: Tally; retold: Tally };

const tallies = (): Pick<WithdrawalContext, 'withdrawn' | 'retold'> => ({ withdrawn: new Map(), retold: new Map() });

export function counts(tally: Tally): Counts {
  return Object.fromEntries([...tally].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function take(taking: WithdrawalContext, { kind, table, id }: Target): Promise<void> {
  const { trx, release, reason, withdrawn } = taking;
  const within = { collection: release.collection, span: 'open' } as const;
  if (kind === 'belief') return merge(withdrawn, await closeBeliefs(trx, release, { ids: [id], reason }));
  if (table === 'belief_part') return takeParts(taking, await partsNamed(trx, within, id));
  const evidence = kind === 'source' ? await evidenceOf(trx, within, id) : kind === 'evidence' ? [id] : [];
  const into = await citationsInto(trx, within, evidence);
  const citations = kind === 'citation' ? [id] : into.map((citation) => citation.citation_id);
  const revisions = await revisionsOn(trx, within, citations);
  await takeFromBundles(taking, citations, revisions);
  await takeFromStatements(taking, citations, revisions);
  add(withdrawn, 'citation', await closeCitations(trx, release, citations));
  add(withdrawn, 'evidence', await closeNamed(trx, release, { table: 'evidence', ids: evidence, reason }));
  if (kind !== 'source') return;
  add(withdrawn, 'source', await closeNamed(trx, release, { table: 'source', ids: [id], reason }));
}

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
