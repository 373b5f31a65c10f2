// Answers about sources: a page of sources, one source with its newest evidence, and a page of evidence.
import { ProblemError } from '../../contract/problems.ts';
import { type SourceAddresses, evidencePage, sourceDetail, sourcesPage } from '../../documents/sources.ts';
import { pageOf } from '../../reads/lists/belief-list.ts';
import { readListPrice } from '../../reads/lists/list-price.ts';
import type { SourceReader } from '../../reads/sources.ts';
import { type Collection, type Cutoff, type Db, type Instant, stateOf } from '../../store/engine/db.ts';
import type { SourceKind } from '../../store/known/read-citations.ts';
import { listEvidence, withdrawalOf } from '../../store/known/read-sources.ts';
import { removalOf } from '../../store/published/removals.ts';
import { addressOf } from '../addresses.ts';
import type { Answer } from '../kept.ts';
import { listedAnswer } from './left-out.ts';
import { type ObservedRequest, observedFilters, observedRange, refuseEmptyRange } from './observed-range.ts';
import { removedRecord } from '../removed.ts';
import { type ListContext, type PageRequest, placeOf, placePage } from './pages.ts';

export type SourcesContext = ListContext & { sources: SourceReader };

export type SourcesRequest = PageRequest & ObservedRequest & { kind?: SourceKind | undefined };

export type EvidenceRequest = PageRequest & ObservedRequest & { id: string };

const PATH = '/v1/sources';
/** Pieces of evidence in the record of a source. */
const EVIDENCE_MAX = 50;

export function sourceAddresses(baseUrl: string, asOf: Instant): SourceAddresses {
  const record = (folder: string) => (id: string) => addressOf(baseUrl, `/v1/${folder}/${id}`, { as_of: asOf });
  return { source: record('sources'), evidence: record('evidence') };
}

/** Throws `invalid-cursor`, `cursor-mismatch`, `as-of-in-future`. */
export async function sourcesAnswer(
  context: SourcesContext,
  collection: Collection,
  request: SourcesRequest,
): Promise<Answer> {
  const { db, baseUrl, sources, kept, onUnfit } = context;
  const { kind } = request;
  const filters = { kind, ...observedFilters(request) };
  refuseEmptyRange(filters);
  const page = await placePage(context, { operation: 'listSources', path: PATH, collection, filters }, request);
  return kept.get(page.key, async () => {
    const { cutoff } = page.moment;
    const after = page.after?.[0] ?? null;
    if (after !== null) await refuseRemovedPlace(db, cutoff, after);
    const { rows, more } = await sources.page(db, cutoff, {
      kind,
      ...observedRange(filters),
      after,
      limit: page.limit,
    });
    const last = more ? rows.at(-1) : undefined;
    const place = await placeOf(context, page, { last: last === undefined ? null : [last.source_id] });
    const addresses = sourceAddresses(baseUrl, cutoff.asOf);
    return listedAnswer({
      schema: 'SourcesPage',
      pointer: '/data/sources',
      rows,
      idOf: (row) => row.source_id,
      build: (fitting, leftOut) => sourcesPage({ place, sources: fitting, leftOut, addresses }),
      onUnfit,
    });
  });
}

/** A cursor names a source by its id; without the source, the next one is unknown. */
async function refuseRemovedPlace(db: Db, { collection }: Cutoff, sourceId: string): Promise<void> {
  if ((await removalOf(db, collection, sourceId)) === null) return;
  throw new ProblemError('removed-legally', {
    detail:
      'The source at which the page before this one ended was removed for legal reasons. Start again from the first page.',
  });
}

export type RecordRequest = { id: string; as_of?: string | undefined };

/** Throws `no-such-record`, `withdrawn`, `as-of-in-future`. */
export async function sourceAnswer(
  { db, baseUrl, moments, sources, kept, prices, onUnfit }: SourcesContext,
  collection: Collection,
  { id, as_of: requested }: RecordRequest,
): Promise<Answer> {
  const moment = await moments.at(collection, requested);
  const { cutoff } = moment;
  return kept.get(JSON.stringify(['getSource', stateOf(cutoff), id]), async () => {
    const source = await sources.one(db, cutoff, id);
    if (source === null) throw await absentRecord(db, cutoff, { table: 'source', id });
    const evidence = await listEvidence(db, cutoff, { sourceId: id, after: null, limit: EVIDENCE_MAX });
    const { asOf } = cutoff;
    const addresses = sourceAddresses(baseUrl, asOf);
    const price = await readListPrice(db, moment, { prices, subject: null });
    return listedAnswer({
      schema: 'SourceDetail',
      pointer: '/data/evidence',
      rows: evidence,
      idOf: (row) => row.evidence_id,
      build: (fitting, leftOut) =>
        sourceDetail({ mode: collection, asOf, price, source, evidence: fitting, leftOut, addresses }),
      onUnfit,
    });
  });
}

/** Throws `no-such-record`, `withdrawn`, `invalid-cursor`, `cursor-mismatch`, `as-of-in-future`. */
export async function evidencePageAnswer(
  context: SourcesContext,
  collection: Collection,
  request: EvidenceRequest,
): Promise<Answer> {
  const { db, baseUrl, sources, kept, onUnfit } = context;
  const { id } = request;
  const filters = observedFilters(request);
  refuseEmptyRange(filters);
  // The scope of the cursor includes the source, which is in the path and not among the filters.
  const listed = { operation: `listEvidence ${id}`, path: `${PATH}/${id}/evidence`, collection, filters };
  const page = await placePage(context, listed, request);
  return kept.get(page.key, async () => {
    const { cutoff } = page.moment;
    const source = await sources.one(db, cutoff, id);
    if (source === null) throw await absentRecord(db, cutoff, { table: 'source', id });
    const [countsFrom, evidenceId] = page.after ?? [];
    const after = countsFrom === undefined || evidenceId === undefined ? null : { countsFrom, evidenceId };
    const question = { sourceId: id, ...observedRange(filters), after, limit: page.limit + 1 };
    const { rows, more } = pageOf(await listEvidence(db, cutoff, question), page.limit);
    const last = more ? rows.at(-1) : undefined;
    const place = await placeOf(context, page, {
      last: last === undefined ? null : [last.counts_from, last.evidence_id],
    });
    const addresses = sourceAddresses(baseUrl, cutoff.asOf);
    return listedAnswer({
      schema: 'EvidencePage',
      pointer: '/data/evidence',
      rows,
      idOf: (row) => row.evidence_id,
      build: (fitting, leftOut) => evidencePage({ place, source, evidence: fitting, leftOut, addresses }),
      onUnfit,
    });
  });
}

/** 451 for a legal removal, 410 with its reason for a withdrawal by the cutoff, 404 for an unknown record. */
export async function absentRecord(
  db: Db,
  cutoff: Cutoff,
  record: { table: 'source' | 'evidence'; id: string },
): Promise<ProblemError> {
  const what = record.table === 'source' ? 'source' : 'evidence';
  const removed = await removedRecord(db, cutoff, { what, id: record.id });
  if (removed !== null) return removed;
  const reason = await withdrawalOf(db, cutoff, record);
  if (reason === null) {
    return new ProblemError('no-such-record', { detail: `No ${what} has this id at ${cutoff.asOf}.` });
  }
  return new ProblemError('withdrawn', {
    detail: `This ${what} was withdrawn; earlier cutoffs still show it.`,
    extra: { reason },
  });
}
