// Writes what courses are after statements were withdrawn: only the rows that differ are closed, and opened anew.
import { isDeepStrictEqual } from 'node:util';
import { groupedBy } from '../../store/engine/grouped.ts';
import { derivedId } from '../../store/engine/ids.ts';
import {
  lastNumbers,
  toldBeliefs,
  toldParts,
  toldRevisions,
  type ToldPart,
} from '../../store/published/pair-history.ts';
import { revisionRow, type FullRevision } from '../../store/published/publish-corrections.ts';
import { pairKey, type Pair } from '../../store/published/publish-pairs.ts';
import { dropOpened, dropParts, dropRevisions } from '../../store/published/drop-opened.ts';
import { replaceRows, type Row } from '../../store/published/publish-rows.ts';
import { beliefTable, partTable, revisionTable } from '../../store/published/publish-tables.ts';
import { releasedEvidence } from '../../store/staged/staging-lookups.ts';
import {
  add,
  closeBeliefs,
  closeParts,
  closeRevisions,
  goneIds,
  type PartKey,
  type RevisionKey,
  type Tally,
} from '../../store/published/withdraw.ts';
import type { PartOfStep } from './course-rows.ts';
import type { ReleaseContext } from '../release/release-identity.ts';
import { recordsOf, tellAgain, type PairAgain, type PublishedPair, type RestatedStatement } from './retell-course.ts';
import { entriesOf, type CaptureFields } from './statement-entries.ts';
import type { CourseStatement } from './statement-groups.ts';

type RowsBefore = Pick<PublishedPair, 'beliefs' | 'revisions'>;

type RetellContext = Pick<ReleaseContext, 'trx' | 'release'>;

/** The cause: withdrawn citations with the reason, or statements that are corrected or stated again. */
export type CourseChange = {
  citations?: ReadonlySet<string>;
  reason?: string;
  corrected?: ReadonlyMap<string, CourseStatement>;
  restated?: readonly RestatedStatement[];
  /** Closed revisions of the restated ones. */
  former?: readonly FullRevision[];
};

/** Rows that are withdrawn, and rows that changed. */
export type Retold = { withdrawn: Tally; retold: Tally };

const pairsAtOnce = 500;

export async function retellPairs(
  telling: RetellContext,
  pairs: readonly Pair[],
  changed: CourseChange,
): Promise<Retold> {
  const done: Retold = { withdrawn: new Map(), retold: new Map() };
  for (let start = 0; start < pairs.length; start += pairsAtOnce) {
    await retellSome(telling, await readPairs(telling, pairs.slice(start, start + pairsAtOnce), changed.former ?? []), {
      changed,
      done,
    });
  }
  return done;
}

async function readPairs(
  { trx, release: { collection } }: RetellContext,
  pairs: readonly Pair[],
  former: readonly FullRevision[],
): Promise<PublishedPair[]> {
  const [revisions, beliefs] = [await toldRevisions(trx, collection, pairs), await toldBeliefs(trx, collection, pairs)];
  const numbers = await lastNumbers(trx, collection, [...new Set(former.map((row) => row.belief_id))]);
  const of = <Row extends { person_id: string; entity_id: string }>(rows: readonly Row[]) =>
    groupedBy(rows, ({ person_id: personId, entity_id: entityId }) => pairKey({ personId, entityId }));
  const [byBelief, byRevision, before] = [of(beliefs), of(revisions), of(former)];
  return pairs.map((pair) => ({
    pair,
    beliefs: byBelief.get(pairKey(pair)) ?? [],
    revisions: byRevision.get(pairKey(pair)) ?? [],
    before: { revisions: before.get(pairKey(pair)) ?? [], numbers },
  }));
}

/** A statement's words, and from when it counts, are those of its evidence: a revision may have those of another one. */
async function captures(
  { trx, release }: RetellContext,
  pairs: readonly PublishedPair[],
): Promise<Map<string, CaptureFields>> {
  const records = new Map(recordsOf(pairs).map((key) => [derivedId('evidence', key), key]));
  const evidence = await releasedEvidence(trx, release.collection, [...records.keys()]);
  return new Map(evidence.map((row) => [records.get(row.evidence_id) ?? '', row]));
}

async function retellSome(
  telling: RetellContext,
  pairs: readonly PublishedPair[],
  { changed, done }: { changed: CourseChange; done: Retold },
): Promise<void> {
  const { trx, release } = telling;
  const remaining = {
    gone: changed.citations ?? new Set<string>(),
    captured: await captures(telling, pairs),
    corrected: changed.corrected ?? new Map<string, CourseStatement>(),
    restated: changed.restated ?? [],
  };
  const again = pairs.map((pair) => tellAgain(pair, remaining));
  // A belief that was withdrawn by itself does not come back when its pair is rebuilt.
  const named = again.flatMap(({ opened }) => opened.map(({ beliefId }) => beliefId));
  const gone = await goneIds(trx, release.collection, { table: 'belief', ids: named });
  for (const id of restatedBeliefs(again, remaining.restated)) gone.delete(id);
  const before: RowsBefore = {
    beliefs: pairs.flatMap((pair) => pair.beliefs),
    revisions: pairs.flatMap((pair) => pair.revisions),
  };
  const after = {
    opened: again.flatMap(({ opened }) => opened).filter(({ beliefId }) => !gone.has(beliefId)),
    revisions: again.flatMap(({ revisions }) => revisions).filter((row) => !gone.has(row.belief_id)),
    parts: again.flatMap(({ parts }) => parts).filter((part) => !gone.has(part.belief_id)),
  };
  add(done.retold, 'revision', await writeRevisions(telling, before, after, done));
  await writeParts(telling, { before, after }, done);
  const beliefs = beliefRows(before, after);
  await replaceRows(trx, release, beliefTable, beliefs);
  add(done.retold, 'belief', beliefs.length);
  const told = new Set(after.opened.map(({ beliefId }) => beliefId));
  const untold = before.beliefs.map((belief) => belief.belief_id).filter((id) => !told.has(id));
  await dropOpened(trx, release, untold);
  const closed = await closeBeliefs(trx, release, { ids: untold, reason: changed.reason ?? 'corrected' });
  for (const [kind, count] of closed) add(done.withdrawn, kind, count);
}

/** Beliefs that rest on a statement which is stated again. */
function restatedBeliefs(again: readonly PairAgain[], restated: readonly RestatedStatement[]): string[] {
  const ids = new Set(restated.map(({ statement }) => statement.recordId));
  if (ids.size === 0) return [];
  const rests = (row: FullRevision): boolean => entriesOf(row).some(({ record_id: id }) => ids.has(id));
  return again.flatMap(({ revisions }) => revisions.filter(rests).map((row) => row.belief_id));
}

const keyOf = ({ belief_id: id, revision }: RevisionKey): string => `${id} ${revision}`;

async function writeRevisions(
  { trx, release }: RetellContext,
  before: RowsBefore,
  after: PairAgain,
  { withdrawn }: Retold,
): Promise<number> {
  const old = new Map(before.revisions.map((row) => [keyOf(row), row]));
  const kept = new Set(after.revisions.map(keyOf));
  const closed = before.revisions.filter((row) => !kept.has(keyOf(row)));
  const changed = after.revisions.filter((row) => !isSame(row, old.get(keyOf(row))));
  // A course that is derived twice in one release leaves nothing of the first time.
  await dropRevisions(trx, release, closed);
  add(withdrawn, 'revision', await closeRevisions(trx, release, closed));
  await replaceRows(trx, release, revisionTable, changed.map(revisionRow));
  return changed.length;
}

function isSame(row: FullRevision, old: FullRevision | undefined): boolean {
  if (old === undefined) return false;
  const columns = revisionTable.columns.map(([name]) => name as keyof FullRevision);
  return columns.every((name) => isDeepStrictEqual(old[name], row[name]));
}

function beliefRows(before: RowsBefore, { opened, revisions }: PairAgain): Row[] {
  const old = new Map(before.beliefs.map((belief) => [belief.belief_id, belief]));
  const about = new Map(revisions.map((row) => [row.belief_id, row]));
  return opened
    .filter(({ beliefId, openedAt, openedAs }) => {
      const was = old.get(beliefId);
      return was?.observed_at !== openedAt || was.observed_as !== openedAs;
    })
    .map(({ beliefId, openedAt, openedAs }) => {
      const row = about.get(beliefId);
      return [beliefId, row?.entity_id ?? null, row?.person_id ?? null, 'statement', openedAt, openedAs];
    });
}

/** The records of a statement go with it: away, or to the belief that the statement belongs to now. */
async function writeParts(
  { trx, release }: RetellContext,
  { before, after }: { before: RowsBefore; after: PairAgain },
  { withdrawn }: Retold,
): Promise<void> {
  const beliefIds = before.beliefs.map((belief) => belief.belief_id);
  const old = await toldParts(trx, release.collection, beliefIds);
  const nameOf = ({ belief_id: id, kind, part_id: part, revision }: PartKey): string =>
    `${id} ${kind} ${part} ${revision}`;
  const told = new Map(after.parts.map((part) => [nameOf(part), part]));
  const standing = new Map(old.map((part) => [nameOf(part), part]));
  const leaving = old.filter((part) => !told.has(nameOf(part)));
  const arriving = after.parts.filter((part) => !isSamePart(part, standing.get(nameOf(part))));
  await dropParts(trx, release, leaving);
  await closeParts(trx, release, leaving);
  await replaceRows(
    trx,
    release,
    partTable,
    arriving.map(({ row }) => row),
  );
  for (const kind of ['intent', 'target'])
    add(
      withdrawn,
      kind,
      old.filter((part) => part.kind === kind).length - after.parts.filter((part) => part.kind === kind).length,
    );
}

function isSamePart({ row }: PartOfStep, old: ToldPart | undefined): boolean {
  if (old === undefined) return false;
  const [observedAt, observedAs, body] = row.slice(-3);
  return (
    old.observed_at === observedAt &&
    old.observed_as === observedAs &&
    isDeepStrictEqual(old.body, JSON.parse(String(body)))
  );
}
