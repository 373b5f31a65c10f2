// Publishing beliefs of a bundle: each with its revisions, and the claims, conditions, intents, targets and notes of those.
import { derivedId } from '../../store/engine/ids.ts';
import { beliefOwners, revisionFacts, type RevisionFact } from '../../store/published/publish-lookups.ts';
import { replaceRows, type Row } from '../../store/published/publish-rows.ts';
import { beliefTable, partTable, revisionTable } from '../../store/published/publish-tables.ts';
import { stagedTimes } from '../../store/staged/staging.ts';
import { restatedKeys } from '../../store/staged/import-restated.ts';
import { closeParts, settleBeliefs, type PartKey } from '../../store/published/withdraw.ts';
import { moveOf } from '../statements/course-rules.ts';
import { RefusedInput } from '../files/faults.ts';
import { partRow, type PartRecord } from './release-parts.ts';
import { directionAfter, directionBody, directionOf } from '../records/directions.ts';
import { observedAs } from '../records/record-keys.ts';
import { bundleStep, settleDirections } from '../statements/settle-directions.ts';
import type { BeliefRecord, ReleaseFields, RevisionRecord } from '../records/records.ts';
import type { ReleaseContext } from './release-identity.ts';

/** A belief begins with its first revision, which is published after it and still staged here. */
export async function publishBeliefs(
  { trx, release, listings }: ReleaseContext,
  records: readonly BeliefRecord[],
): Promise<void> {
  const ids = await listings.idsOf(records.flatMap((r) => ('ticker' in r.subject ? [r.subject.ticker] : [])));
  const firsts = records.map((r) => `${r.belief_id} 1`);
  const openedAt = await stagedTimes(trx, { collection: release.collection, kind: 'revision', keys: firsts });
  const rows = records.map((r) => {
    const opened = openedAt.get(`${r.belief_id} 1`);
    if (opened === undefined) throw unfinished(r.belief_id);
    const entityId = 'ticker' in r.subject ? ids.get(r.subject.ticker) : r.subject.entity_id;
    return [
      derivedId('belief', r.belief_id),
      entityId ?? null,
      r.person_id,
      'bundle',
      opened.observed_at,
      opened.observed_as,
    ];
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
  { trx, release }: Pick<ReleaseContext, 'trx' | 'release'>,
  records: readonly (RevisionRecord & ReleaseFields)[],
): Promise<void> {
  const beliefIds = [...new Set(records.map((r) => derivedId('belief', r.belief_id)))];
  const owners = await beliefOwners(trx, release.collection, beliefIds);
  const facts = await revisionFacts(trx, release.collection, beliefIds);
  const rows: Row[] = [];
  const cases: Row[] = [];
  const dropped: PartKey[] = [];
  const corrected = new Set<string>();
  const keys = records.map((r) => `${r.belief_id} ${r.revision}`);
  const held = await restatedKeys(trx, release.collection, { kind: 'revision', keys });
  const restated = new Set<string>();
  for (const record of records) {
    const beliefId = derivedId('belief', record.belief_id);
    const owner = owners.get(beliefId);
    // A belief that was withdrawn takes what is still loaded for it along.
    if (owner === undefined) continue;
    const isCorrection = facts.get(beliefId)?.some((fact) => fact.revision === record.revision) === true;
    if (isCorrection) corrected.add(beliefId);
    else if (held.has(`${record.belief_id} ${record.revision}`)) restated.add(beliefId);
    const fact = takeStep(facts, beliefId, record);
    rows.push([
      beliefId,
      record.revision,
      owner.entity_id,
      owner.person_id,
      null,
      null,
      `${record.belief_id} ${record.revision}`,
      fact.observed_at,
      fact.observed_as,
      false,
      record.direction,
      record.status,
      fact.move,
      record.summary,
      derivedId('citation', record.source_citation_id),
      record.validity,
      record.external_state,
      ...ownWords,
      JSON.stringify(fact.body),
    ]);
    if (record.investment_case) cases.push(caseRow(fact, record.investment_case));
    else if (isCorrection) dropped.push({ belief_id: beliefId, revision: record.revision, ...casePart });
  }
  await replaceRows(trx, release, revisionTable, rows);
  await replaceRows(trx, release, partTable, cases);
  await closeParts(trx, release, dropped);
  // A belief may begin earlier again than since the withdrawal of its first revision.
  if (restated.size > 0) await settleBeliefs(trx, release, { ids: [...restated], reason: 'restated' });
  // A correction may change the basis, which later revisions have from it.
  await settleDirections({ trx, release }, [...corrected, ...restated]);
}

/** A revision of a bundle has only its summary as words, and one citation. */
const ownWords = [null, null, null];

/** A correction keeps the move that the revision made, and from when it counts: it cannot change what those depend on. */
function takeStep(
  facts: Map<string, RevisionFact[]>,
  beliefId: string,
  record: RevisionRecord & ReleaseFields,
): RevisionFact {
  const course = facts.get(beliefId) ?? [];
  facts.set(beliefId, course);
  const existing = course.findIndex((fact) => fact.revision === record.revision);
  // A revision that is stated again may have later ones after it.
  const last = course.findLast((fact) => fact.revision < record.revision);
  const { counts_from: observed_at, ...told } = record;
  const fact = {
    ...told,
    belief_id: beliefId,
    observed_at: course[existing]?.observed_at ?? observed_at,
    observed_as: observedAs(record),
    move: course[existing]?.move ?? moveOf(last, record),
    body: {},
  };
  const stated = { blockers: record.blockers, confidence: record.confidence, horizon: record.horizon };
  const own = { ...fact, body: { ...stated, stated_basis: record.direction_basis } };
  const direction = directionAfter(last ? directionOf(last.direction, last.body) : null, bundleStep(own));
  const whole = { ...own, body: { ...own.body, ...directionBody(direction) } };
  course[existing === -1 ? course.length : existing] = whole;
  course.sort((a, b) => a.revision - b.revision);
  return whole;
}

const casePart = { kind: 'investment_case', part_id: 'investment_case' };

function caseRow(fact: RevisionFact, { paragraphs }: NonNullable<RevisionRecord['investment_case']>): Row {
  const cited = paragraphs.map(({ text, citation_ids: ids }) => ({
    text,
    citation_ids: ids.map((id) => derivedId('citation', id)),
  }));
  return [
    fact.belief_id,
    casePart.kind,
    casePart.part_id,
    fact.revision,
    fact.observed_at,
    fact.observed_as,
    JSON.stringify({ paragraphs: cited }),
  ];
}

/** Parts take the time of the revision that they belong to. */
export async function publishParts({ trx, release }: ReleaseContext, records: readonly PartRecord[]): Promise<void> {
  const beliefIds = [...new Set(records.map((r) => derivedId('belief', r.belief_id)))];
  const facts = await revisionFacts(trx, release.collection, beliefIds);
  const rows = records.flatMap((record) => {
    const beliefId = derivedId('belief', record.belief_id);
    const revision = facts.get(beliefId)?.find((fact) => fact.revision === record.revision);
    return revision === undefined ? [] : [partRow(record, beliefId, revision)];
  });
  await replaceRows(trx, release, partTable, rows);
}
