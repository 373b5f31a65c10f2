// The answers to "which beliefs are there" and "which entities have any": one page at a cutoff.
import type { BeliefsPage } from '../../generated/api.ts';
import { validateDocument } from '../contract/documents-validator.ts';
import { ProblemError } from '../contract/problems.ts';
import { beliefsPage, beliefsThatFit, fitsSurely } from '../documents/beliefs-page.ts';
import { entitiesPage } from '../documents/entities-page.ts';
import { type BeliefPage, readBeliefPage, readEntityPage } from '../reads/belief-list.ts';
import type { Collection } from '../store/db.ts';
import { foldTicker } from '../store/ids.ts';
import type { BeliefPosition, ListedBelief } from '../store/read-belief-list.ts';
import type { BeliefStatus, Direction } from '../store/read-beliefs.ts';
import { beliefAddress } from './addresses.ts';
import { citationBook } from './citations.ts';
import { type Answer, answerOf } from './kept.ts';
import { canonicalInstant } from '../contract/formats.ts';
import { type ListContext, type PageRequest, type PlacedPage, placeOf, placePage } from './pages.ts';
import { findSubject, notCovered } from './subject.ts';

export type BeliefsRequest = PageRequest & {
  ticker?: string | undefined;
  entity_id?: string | undefined;
  person_id?: string | undefined;
  direction?: Direction | undefined;
  status?: BeliefStatus | undefined;
  updated_since?: string | undefined;
  view?: 'beliefs' | 'entities' | undefined;
};

const PATH = '/v1/beliefs';

/** Throws `not-covered`, `invalid-cursor`, `cursor-mismatch`, `as-of-in-future`; `invalid-request` for a filter of entities. */
export async function beliefsAnswer(
  context: ListContext,
  collection: Collection,
  request: BeliefsRequest,
): Promise<Answer> {
  return request.view === 'entities'
    ? entitiesAnswer(context, collection, request)
    : listAnswer(context, collection, request);
}

/** One spelling of each filter, so that equal questions have equal answers, cursors included. */
function filtersOf(request: BeliefsRequest): Record<string, string | undefined> {
  const { ticker, entity_id: entityId, person_id: personId, direction, status, updated_since: since } = request;
  return {
    ticker: ticker === undefined ? undefined : foldTicker(ticker),
    entity_id: entityId?.toLowerCase(),
    person_id: personId,
    direction,
    status,
    updated_since: since === undefined ? undefined : canonicalInstant(since),
  };
}

async function listAnswer(context: ListContext, collection: Collection, request: BeliefsRequest): Promise<Answer> {
  const listed = { operation: 'listBeliefs', path: PATH, collection, filters: filtersOf(request) };
  const page = await placePage(context, listed, request);
  return context.kept.get(page.key, async () => {
    const { document, text } = await buildPage(context, page, request);
    validateDocument('BeliefsPage', document);
    return answerOf(document, text);
  });
}

type WrittenPage = { document: BeliefsPage; text: string };

async function buildPage(context: ListContext, page: PlacedPage, request: BeliefsRequest): Promise<WrittenPage> {
  const { db, baseUrl } = context;
  const { cutoff } = page.moment;
  const { rows, more, citations } = await readRows(context, page, request);
  const cited = citationBook(db, cutoff, citations);
  const detailUrl = (beliefId: string): string => beliefAddress(baseUrl, beliefId, cutoff.asOf);
  const write = async (count: number): Promise<WrittenPage> => {
    const beliefs = rows.slice(0, count);
    const last = count < rows.length || more ? beliefs.at(-1) : undefined;
    const document = beliefsPage({
      place: await placeOf(context, page, last === undefined ? null : [last.first_observed_at, last.belief_id]),
      beliefs,
      citations: await cited(citationsOf(beliefs)),
      detailUrl,
      cut: count < rows.length,
    });
    return { document, text: JSON.stringify(document) };
  };
  const whole = await write(rows.length);
  if (fitsSurely(whole.text)) return whole;
  const fit = beliefsThatFit({ beliefs: rows, citations: await cited(citationsOf(rows)), detailUrl });
  return fit === rows.length ? whole : write(fit);
}

const citationsOf = (beliefs: readonly ListedBelief[]): Set<string> =>
  new Set(beliefs.map((row) => row.source_citation_id));

async function readRows(
  { db }: ListContext,
  { moment, filters, after, limit }: PlacedPage,
  request: BeliefsRequest,
): Promise<BeliefPage> {
  const subjects = await subjectsOf(db, moment.cutoff, request);
  const [entityId, ...others] = new Set(subjects);
  // A ticker and the id of another entity: each is covered, and no belief is about both.
  if (others.length > 0) return { rows: [], more: false, citations: [] };
  const { personId, direction, status, updatedSince } = {
    personId: request.person_id,
    direction: request.direction,
    status: request.status,
    updatedSince: filters['updated_since'],
  };
  const found = await readBeliefPage(db, moment.cutoff, {
    filters: { entityId, personId, direction, status, updatedSince },
    after: positionOf(after),
    limit,
  });
  if (found === null) throw notCovered(request, moment.cutoff);
  return found;
}

/** The entities that the filters name. Throws `not-covered` for one that is not known at the cutoff. */
async function subjectsOf(
  db: ListContext['db'],
  cutoff: PlacedPage['moment']['cutoff'],
  { ticker, entity_id: entityId }: BeliefsRequest,
): Promise<string[]> {
  const named = [ticker === undefined ? null : { ticker }, entityId === undefined ? null : { entity_id: entityId }];
  const subjects: string[] = [];
  for (const subject of named) if (subject !== null) subjects.push((await findSubject(db, cutoff, subject)).entity_id);
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
    const place = await placeOf(context, page, last === undefined ? null : [last.entity_id]);
    const document = entitiesPage(place, rows);
    validateDocument('EntitiesPage', document);
    return answerOf(document);
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
