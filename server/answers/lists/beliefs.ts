// Lists of beliefs, and of the entities that have any: one page at a cutoff.
import type { BeliefsPage } from '../../../generated/api.ts';
import { validateDocument } from '../../contract/validation/documents-validator.ts';
import { ProblemError } from '../../contract/problems.ts';
import type { Parts } from '../../terms/page-parts.ts';
import { beliefsThatFit, pageFrame, pageParts } from '../../documents/beliefs-page.ts';
import { entitiesPage } from '../../documents/entities-page.ts';
import type { WrittenBelief, WrittenCitation } from '../../documents/written.ts';
import { type Page, readBeliefPage, readEntityPage } from '../../reads/lists/belief-list.ts';
import type { Collection, Cutoff, Db } from '../../store/engine/db.ts';
import { foldTicker } from '../../terms/ticker.ts';
import { type BeliefPosition, type PlacedBelief, hasBeliefs } from '../../store/known/lists/read-belief-list.ts';
import type { BeliefStatus, Direction } from '../../store/known/read-beliefs.ts';
import type { EntityRow } from '../../store/known/read-entities.ts';
import { beliefAddress } from '../addresses.ts';
import { type Answer, answerOf } from '../kept.ts';
import { listedAnswer } from './left-out.ts';
import { canonicalInstant } from '../../contract/validation/formats.ts';
import { type ListContext, type PageRequest, type PlacedPage, placeOf, placePage } from './pages.ts';
import { type ObservedRequest, observedFilters, observedRange, refuseEmptyRange } from './observed-range.ts';
import { type BriefSubject, findSubject, notCovered } from '../subject.ts';

export type BeliefsRequest = PageRequest &
  ObservedRequest & {
    ticker?: string | undefined;
    entity_id?: string | undefined;
    person_id?: string | undefined;
    direction?: Direction | undefined;
    status?: BeliefStatus | undefined;
    updated_since?: string | undefined;
    view?: 'beliefs' | 'entities' | undefined;
  };

const PATH = '/v1/beliefs';

/**
 * Throws `not-covered`, `invalid-cursor`, `cursor-mismatch`, `as-of-in-future`; `invalid-request` for a filter of
 * entities.
 */
export async function beliefsAnswer(
  context: ListContext,
  collection: Collection,
  request: BeliefsRequest,
): Promise<Answer> {
  return request.view === 'entities'
    ? entitiesAnswer(context, collection, request)
    : listAnswer(context, collection, request);
}

/** One spelling of each filter, so that equal questions have equal answers and cursors. */
function filtersOf(request: BeliefsRequest): Record<string, string | undefined> {
  const { ticker, entity_id: entityId, person_id: personId, direction, status, updated_since: since } = request;
  return {
    ticker: ticker === undefined ? undefined : foldTicker(ticker),
    entity_id: entityId?.toLowerCase(),
    person_id: personId,
    direction,
    status,
    updated_since: since === undefined ? undefined : canonicalInstant(since),
    ...observedFilters(request),
  };
}

async function listAnswer(context: ListContext, collection: Collection, request: BeliefsRequest): Promise<Answer> {
  const filters = filtersOf(request);
  refuseEmptyRange(filters);
  const listed = { operation: 'listBeliefs', path: PATH, collection, filters };
  const page = await placePage(context, listed, request);
  return context.kept.get(page.key, async () => {
    const { frame, parts } = await buildPage(context, page, request);
    return answerOf(frame, parts);
  });
}

type WrittenPage = { frame: BeliefsPage; parts: Parts };

/** Builds the frame of a page; its records were validated when they were written. */
async function buildPage(context: ListContext, page: PlacedPage, request: BeliefsRequest): Promise<WrittenPage> {
  const { db, baseUrl, records } = context;
  const { cutoff } = page.moment;
  const subjects = await subjectsOf(context.db, cutoff, request);
  const { rows, more } = await readRows(context, page, { request, subjects });
  const detailUrl = (beliefId: string): string => beliefAddress(baseUrl, beliefId, cutoff.asOf);
  const told = await records.ofPage(db, cutoff, { placed: rows, detailUrl });
  const fitting = told.beliefs.filter((belief) => belief !== null);
  const fit = beliefsThatFit({ beliefs: fitting, citations: told.citations });
  const beliefs = fitting.slice(0, fit);
  const isCut = fit < fitting.length;
  const lastShown = beliefs.at(-1);
  const end = isCut ? told.beliefs.indexOf(lastShown ?? null) + 1 : rows.length;
  const last = isCut || more ? rows[end - 1] : undefined;
  const facts = {
    place: await placeOf(context, page, {
      last: last === undefined ? null : [last.counts_from, last.belief_id],
      subject: subjects[0]?.entity ?? null,
    }),
    beliefs,
    citations: isCut ? citedBy(beliefs, told.citations) : told.citations,
    cut: isCut,
    leftOut: end - beliefs.length,
  };
  const frame = pageFrame(facts);
  validateDocument('BeliefsPage', frame);
  return { frame, parts: pageParts(frame, facts) };
}

function citedBy(beliefs: readonly WrittenBelief[], citations: readonly WrittenCitation[]): readonly WrittenCitation[] {
  const ids = new Set(beliefs.map(({ citationId }) => citationId));
  return citations.filter(({ citation_id: id }) => ids.has(id));
}

/** The subject in the filter's words, together with its row. */
type NamedSubject = { named: BriefSubject; entity: EntityRow };

async function readRows(
  context: ListContext,
  { moment, filters, after, limit }: PlacedPage,
  { request, subjects }: { request: BeliefsRequest; subjects: readonly NamedSubject[] },
): Promise<Page<PlacedBelief>> {
  const [entityId, ...others] = new Set(subjects.map(({ entity }) => entity.entity_id));
  const question = {
    filters: {
      entityId,
      personId: request.person_id,
      direction: request.direction,
      status: request.status,
      updatedSince: filters['updated_since'],
      ...observedRange(filters),
    },
    after: positionOf(after),
    limit,
  };
  // A ticker and the id of another entity: no belief is about both.
  const isNone = others.length > 0;
  const page = isNone ? { rows: [], more: false } : await readBeliefPage(context, moment.cutoff, question);
  if (page.rows.length === 0) await refuseUncovered(context.db, moment.cutoff, subjects);
  return page;
}

/** An empty page is for covered subjects only; a subject without any research at this cutoff is refused. */
async function refuseUncovered(db: Db, cutoff: Cutoff, subjects: readonly NamedSubject[]): Promise<void> {
  for (const { named, entity } of subjects)
    if (!(await hasBeliefs(db, cutoff, entity.entity_id))) throw notCovered(named, cutoff);
}

/** The entities of the filters. Throws `not-covered` for one that is unknown at the cutoff. */
async function subjectsOf(
  db: Db,
  cutoff: Cutoff,
  { ticker, entity_id: entityId }: BeliefsRequest,
): Promise<NamedSubject[]> {
  const asked = [ticker === undefined ? [] : { ticker }, entityId === undefined ? [] : { entity_id: entityId }].flat();
  const subjects: NamedSubject[] = [];
  for (const named of asked) subjects.push({ named, entity: await findSubject(db, cutoff, named) });
  return subjects;
}

function positionOf(after: readonly string[] | null): BeliefPosition | null {
  if (after === null) return null;
  const [observedAt = '', beliefId = ''] = after;
  return { observedAt, beliefId };
}

async function entitiesAnswer(context: ListContext, collection: Collection, request: BeliefsRequest): Promise<Answer> {
  refuseFilters(request);
  const listed = { operation: 'listBeliefs', path: PATH, collection, filters: { view: 'entities' } };
  const page = await placePage(context, listed, request);
  return context.kept.get(page.key, async () => {
    const question = { after: page.after?.[0] ?? null, limit: page.limit };
    const { rows, more } = await readEntityPage(context.db, page.moment.cutoff, question);
    const last = more ? rows.at(-1) : undefined;
    const place = await placeOf(context, page, { last: last === undefined ? null : [last.entity_id] });
    return listedAnswer({
      schema: 'EntitiesPage',
      pointer: '/data/entities',
      rows,
      idOf: (row) => row.entity_id,
      build: (fitting, leftOut) => entitiesPage(place, fitting, leftOut),
      onUnfit: context.onUnfit,
    });
  });
}

function refuseFilters(request: BeliefsRequest): void {
  const sent = Object.entries(filtersOf(request)).filter(([, value]) => value !== undefined);
  if (sent.length === 0) return;
  throw new ProblemError('invalid-request', {
    detail: 'view=entities takes limit, cursor and as_of, and no filter.',
    errors: sent.map(([name]) => ({
      location: `query.${name}`,
      message: 'does not go with view=entities',
      fix: `Remove ${name}, or list beliefs instead.`,
    })),
  });
}
