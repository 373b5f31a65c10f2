// The difference of two cutoffs of subjects: their briefs at both, and the rows that only one cutoff shows.
import type { Change } from '../measures/changes/change.ts';
import { changesBetween } from '../measures/changes/changes.ts';
import type { BriefValues, Part, Step, SubjectState, ViewState } from '../measures/changes/subject-state.ts';
import { measureTradeState } from '../measures/verdict/trade-state.ts';
import type { Db } from '../store/engine/db.ts';
import { groupedBy } from '../store/engine/grouped.ts';
import { readTogether } from '../store/engine/read.ts';
import { type BeliefPart, type BeliefState, type TargetBody, beliefParts } from '../store/known/read-beliefs.ts';
import {
  type CameRow,
  type ChangedParts,
  type CutoffPair,
  beliefsWithdrawn,
  evidenceWithdrawn,
  partsThatDiffer,
  revisionsThatCame,
  revisionsThatWent,
} from '../store/known/read-changed-rows.ts';
import type { EntityRow } from '../store/known/read-entities.ts';
import { type ListingAtCutoff, excessOf, measureListing } from './brief.ts';
import { type PriceReader, statusOf } from './prices.ts';
import { type Moment, type SubjectAtCutoff, readSubject } from './subject.ts';
import { chooseViews } from './views.ts';

/** Two points in time of one collection; `since` is not after `until`. */
export type MomentPair = { since: Moment; until: Moment };

export type ChangedSubject = {
  entity: EntityRow;
  changes: readonly Change[];
};

type ChangedRows = Awaited<ReturnType<typeof readChangedRows>>;

export function cutoffsOf({ since, until }: MomentPair): CutoffPair {
  return { since: since.cutoff, until: until.cutoff };
}

/** In the order of the ids; an entity that neither cutoff knows is absent. */
export async function readChanges(
  db: Db,
  moments: MomentPair,
  { entityIds, prices }: { entityIds: readonly string[]; prices: PriceReader },
): Promise<ChangedSubject[]> {
  if (entityIds.length === 0) return [];
  const rows = await readChangedRows(db, cutoffsOf(moments), entityIds);
  const subjects: ChangedSubject[] = [];
  for (const entityId of entityIds) {
    const name = { entityId };
    const since = await readSubject(db, moments.since, { name, prices });
    const until = await readSubject(db, moments.until, { name, prices });
    const entity = until?.entity ?? since?.entity;
    if (entity !== undefined) subjects.push(changedSubject({ entity, since, until, moments, rows }));
  }
  return subjects;
}

async function readChangedRows(db: Db, pair: CutoffPair, entityIds: readonly string[]) {
  const isOneVersion = pair.since.version === pair.until.version;
  const { came, gone, differing, withdrawn, evidence } = await readTogether(db, {
    came: revisionsThatCame(pair, entityIds),
    differing: partsThatDiffer(pair, entityIds),
    // Only a release closes rows.
    gone: isOneVersion ? null : revisionsThatWent(pair, entityIds),
    withdrawn: isOneVersion ? null : beliefsWithdrawn(pair, entityIds),
    evidence: isOneVersion ? null : evidenceWithdrawn(pair, entityIds),
  });
  const ids = [...new Set(differing.map(({ belief_id: id }) => id))];
  const { before, after } = await readTogether(db, {
    before: ids.length === 0 ? null : beliefParts(pair.since, ids),
    after: ids.length === 0 ? null : beliefParts(pair.until, ids),
  });
  return {
    came: groupedBy(came, ({ entity_id: id }) => id),
    gone: groupedBy(gone, ({ entity_id: id }) => id),
    differing: groupedBy(differing, ({ entity_id: id }) => id),
    evidence: groupedBy(evidence, ({ entity_id: id }) => id),
    withdrawn,
    before: byPart(before),
    after: byPart(after),
  };
}

function byPart(parts: readonly BeliefPart[]): Map<string, BeliefPart> {
  return new Map(parts.map((part) => [partKey(part), part]));
}

function partKey(part: Pick<BeliefPart, 'belief_id' | 'part_id'> & { kind: string }): string {
  return `${part.belief_id} ${part.kind} ${part.part_id}`;
}

type Subject = {
  entity: EntityRow;
  since: SubjectAtCutoff | null;
  until: SubjectAtCutoff | null;
  moments: MomentPair;
  rows: ChangedRows;
};

function changedSubject({ entity, since, until, moments, rows }: Subject): ChangedSubject {
  const id = entity.entity_id;
  const came = (rows.came.get(id) ?? []).map(stepOf);
  const differing = rows.differing.get(id) ?? [];
  const [before, after] = [
    stateOf(since, moments.since, { came, parts: partsOf(differing, rows.before) }),
    stateOf(until, moments.until, { came, parts: partsOf(differing, rows.after) }),
  ];
  const withdrawnEvidence = (rows.evidence.get(id) ?? []).map((row) => ({
    evidenceId: row.evidence_id,
    beliefId: row.belief_id,
    personId: row.person_id,
    release: row.release,
    withdrawnAt: row.withdrawn_at,
    reason: row.reason,
  }));
  const changes = changesBetween({
    since: before,
    until: after,
    came,
    gone: (rows.gone.get(id) ?? []).map((row) => ({
      beliefId: row.belief_id,
      personId: row.person_id,
      revision: row.revision,
      release: row.release,
      closedAt: row.closed_at,
    })),
    gonePartRows: differing.flatMap(({ belief_id: beliefId, kind, part_id: partId, release, closed_at: closedAt }) =>
      release === null || closedAt === null
        ? []
        : [{ beliefId, kind: kind as Part['kind'], partId, release, closedAt }],
    ),
    withdrawnBeliefs: rows.withdrawn.map(({ belief_id: beliefId, reason }) => ({ beliefId, reason })),
    withdrawnEvidence,
  });
  return { entity, changes };
}

function stepOf(row: CameRow): Step {
  return {
    beliefId: row.belief_id,
    personId: row.person_id,
    revision: row.revision,
    countsFrom: row.counts_from,
    observedAt: row.observed_at,
    release: row.release,
    words: row.words,
    isCut: row.is_cut,
    citationIds: row.citation_ids,
    direction: row.direction,
    status: row.status,
    validity: row.validity,
    externalState: row.external_state,
    move: row.move,
  };
}

type StateRows = { came: readonly Step[]; parts: readonly Part[] };

function stateOf(subject: SubjectAtCutoff | null, moment: Moment, { came, parts }: StateRows): SubjectState {
  if (subject === null) return { brief: null, views: [], parts };
  const steps = new Map(came.map((step) => [`${step.beliefId} ${step.revision}`, step]));
  const views = subject.states.map((state) => viewOf(state, steps.get(`${state.belief_id} ${state.revision}`)));
  return { brief: briefOf(subject, moment), views, parts };
}

/** `step` is the revision of the state where it is new at the later cutoff. */
function viewOf(state: BeliefState, step: Step | undefined): ViewState {
  const behind = step?.countsFrom === state.counts_from ? step : undefined;
  return {
    beliefId: state.belief_id,
    personId: state.person_id,
    revision: state.revision,
    countsFrom: state.counts_from,
    direction: state.direction,
    status: state.status,
    validity: state.validity,
    externalState: state.external_state,
    observedAt: state.observed_at,
    release: behind?.release ?? null,
    words: state.summary,
    isCut: state.body.truncated_by_source === true,
    citationIds: behind?.citationIds ?? [state.source_citation_id],
  };
}

/** Views of a brief, whose sources a computed value cites. */
const SHOWN_VIEWS = 5;

/** A brief of related research alone has no values: they would come and go with other companies. */
function briefOf(subject: SubjectAtCutoff, { cutoff }: Moment): BriefValues | null {
  const { entity } = subject;
  if (subject.states.length === 0) return null;
  if (entity.kind !== 'listing' || entity.ticker === null) return null;
  const listing = measureListing(subject, { ...entity, ticker: entity.ticker });
  const { beliefs, related, prices } = listing;
  const price = statusOf(prices, prices.security);
  const { action, direction, decisionMode } = verdictOf(listing, price, cutoff.asOf);
  return {
    action,
    direction,
    decisionMode,
    priceStatus: price.status,
    relatedBasis: related.total === 0 ? 'none' : 'direct_and_related',
    citationIds: [...new Set(chooseViews(beliefs, SHOWN_VIEWS).map(({ state }) => state.source_citation_id))].sort(),
  };
}

/** Conditions enter the reasons of a trade state, and neither its action nor its direction. */
function verdictOf({ beliefs }: ListingAtCutoff, priceStatus: ReturnType<typeof statusOf>, asOf: string) {
  return measureTradeState({
    asOf,
    priceStatus,
    views: beliefs.map((belief) => ({
      beliefId: belief.state.belief_id,
      personId: belief.state.person_id,
      direction: belief.state.direction,
      standing: belief.standing,
      validity: belief.state.validity,
      externalState: belief.state.external_state,
      excess: excessOf(belief),
      returned: false,
      conditions: [],
    })),
  });
}

function partsOf(differing: readonly ChangedParts[], states: ReadonlyMap<string, BeliefPart>): Part[] {
  return differing.flatMap((row): Part[] => {
    const part = states.get(partKey(row));
    const value = part === undefined ? null : valueOf(part);
    if (part === undefined || value === null) return [];
    const owner = { beliefId: row.belief_id, personId: row.person_id, partId: row.part_id };
    return [{ ...owner, ...value, observedAt: part.observed_at, release: part.release, isCut: false }];
  });
}

function valueOf(part: BeliefPart): Pick<Part, 'kind' | 'value' | 'words' | 'citationIds'> | null {
  const { kind, body } = part;
  if (kind === 'claim') return { kind, value: body.role, words: body.statement, citationIds: [body.citation_id] };
  if (kind === 'condition') return { kind, value: body.status, words: body.statement, citationIds: [body.citation_id] };
  if (kind === 'target') return { kind, value: rangeOf(body), words: null, citationIds: [body.citation_id] };
  return null;
}

/** A target as one value: `120 USD`, or `120 to 140 USD`. */
function rangeOf({ low, high, currency }: Pick<TargetBody, 'low' | 'high' | 'currency'>): string {
  const ends = [...new Set([low, high].filter((end) => end !== null))];
  return `${ends.join(' to ')} ${currency}`;
}
