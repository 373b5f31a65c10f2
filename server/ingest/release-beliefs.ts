// Publishing beliefs of a bundle: each with its revisions, and the claims, conditions, intents, targets and notes of those.
import { derivedId } from '../store/ids.ts';
import { beliefOwners, revisionFacts, type RevisionFact } from '../store/publish-lookups.ts';
import { replaceRows, type Row } from '../store/publish-rows.ts';
import { beliefTable, partTable, revisionTable } from '../store/publish-tables.ts';
import { stagedTimes } from '../store/staging.ts';
import { closeParts, type PartKey } from '../store/withdraw.ts';
import { moveOf } from './course-rules.ts';
import { RefusedInput } from './faults.ts';
import { partRow, type PartRecord } from './release-parts.ts';
import type { BeliefRecord, RevisionRecord } from './records.ts';
import type { Publishing } from './release-identity.ts';

/** A belief begins with its first revision, which is published after it and still staged here. */
export async function publishBeliefs(
  { trx, release, listings }: Publishing,
  records: readonly BeliefRecord[],
): Promise<void> {
  const ids = await listings.idsOf(records.flatMap((r) => ('ticker' in r.subject ? [r.subject.ticker] : [])));
  const firsts = records.map((r) => `${r.belief_id} 1`);
  const openedAt = await stagedTimes(trx, { collection: release.collection, kind: 'revision', keys: firsts });
  const rows = records.map((r) => {
    const opened = openedAt.get(`${r.belief_id} 1`);
    if (opened === undefined) throw unfinished(r.belief_id);
    const entityId = 'ticker' in r.subject ? ids.get(r.subject.ticker) : r.subject.entity_id;
    return [derivedId('belief', r.belief_id), entityId ?? null, r.person_id, 'bundle', opened];
  });
  await replaceRows(trx, release, beliefTable, rows);
}

function unfinished(beliefId: string): RefusedInput {
  const what = 'the belief has no revision 1, so nobody knows what it says';
  return new RefusedInput(
    [{ file: 'release', line: null, field: beliefId, what, fix: 'load its revisions, then release' }],
    1,
  );
}

export async function publishRevisions(
  { trx, release }: Publishing,
  records: readonly RevisionRecord[],
): Promise<void> {
  const beliefIds = [...new Set(records.map((r) => derivedId('belief', r.belief_id)))];
  const owners = await beliefOwners(trx, release.collection, beliefIds);
  const facts = await revisionFacts(trx, release.collection, beliefIds);
  const rows: Row[] = [];
  const cases: Row[] = [];
  const dropped: PartKey[] = [];
  for (const record of records) {
    const beliefId = derivedId('belief', record.belief_id);
    const owner = owners.get(beliefId);
    // A belief that was withdrawn takes what is still loaded for it along.
    if (owner === undefined) continue;
    const isCorrection = facts.get(beliefId)?.some((fact) => fact.revision === record.revision) === true;
    const move = takeStep(facts, beliefId, record);
    rows.push([
      beliefId,
      record.revision,
      owner.entity_id,
      owner.person_id,
      null,
      null,
      `${record.belief_id} ${record.revision}`,
      record.observed_at,
      false,
      record.direction,
      record.status,
      move,
      record.summary,
      derivedId('citation', record.source_citation_id),
      record.validity,
      record.external_state,
      bodyOf(record),
    ]);
    if (record.investment_case) cases.push(caseRow(beliefId, record, record.investment_case));
    else if (isCorrection) dropped.push({ belief_id: beliefId, revision: record.revision, ...casePart });
  }
  await replaceRows(trx, release, revisionTable, rows);
  await replaceRows(trx, release, partTable, cases);
  await closeParts(trx, release, dropped);
}

/** A correction keeps the move that the revision made: it cannot change what a move depends on. */
function takeStep(facts: Map<string, RevisionFact[]>, beliefId: string, record: RevisionRecord): string {
  const course = facts.get(beliefId) ?? [];
  const existing = course.find((fact) => fact.revision === record.revision);
  if (existing !== undefined) return existing.move;
  const move = moveOf(course.at(-1), record);
  course.push({ ...record, belief_id: beliefId, move });
  facts.set(beliefId, course);
  return move;
}

function bodyOf({ blockers, confidence, horizon }: RevisionRecord): string {
  return JSON.stringify({ blockers, confidence, horizon, direction_basis: 'author_declared' });
}

const casePart = { kind: 'investment_case', part_id: 'investment_case' };

function caseRow(
  beliefId: string,
  record: RevisionRecord,
  { paragraphs }: NonNullable<RevisionRecord['investment_case']>,
): Row {
  const cited = paragraphs.map(({ text, citation_ids: ids }) => ({
    text,
    citation_ids: ids.map((id) => derivedId('citation', id)),
  }));
  return [
    beliefId,
    casePart.kind,
    casePart.part_id,
    record.revision,
    record.observed_at,
    JSON.stringify({ paragraphs: cited }),
  ];
}

/** Parts take the time of the revision that they belong to. */
export async function publishParts({ trx, release }: Publishing, records: readonly PartRecord[]): Promise<void> {
  const beliefIds = [...new Set(records.map((r) => derivedId('belief', r.belief_id)))];
  const facts = await revisionFacts(trx, release.collection, beliefIds);
  const rows = records.flatMap((record) => {
    const beliefId = derivedId('belief', record.belief_id);
    const revision = facts.get(beliefId)?.find((fact) => fact.revision === record.revision);
    return revision === undefined ? [] : [partRow(record, beliefId, revision.observed_at)];
  });
  await replaceRows(trx, release, partTable, rows);
}
