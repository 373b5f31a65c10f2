// The answers to "where does research come from": a page of sources, and one source with its newest evidence.
import { validateDocument } from '../contract/documents-validator.ts';
import { ProblemError } from '../contract/problems.ts';
import { type SourceAddresses, sourceDetail, sourcesPage } from '../documents/sources.ts';
import type { SourceReader } from '../reads/sources.ts';
import type { Collection, Cutoff, Db, Instant } from '../store/db.ts';
import type { SourceKind } from '../store/read-citations.ts';
import { newestEvidence, withdrawalOf } from '../store/read-sources.ts';
import { addressOf } from './addresses.ts';
import { type Answer, answerOf } from './kept.ts';
import { type ListContext, type PageRequest, placeOf, placePage } from './pages.ts';

export type SourcesContext = ListContext & { sources: SourceReader };

export type SourcesRequest = PageRequest & { kind?: SourceKind | undefined };

const PATH = '/v1/sources';
/** Pieces of evidence beside one source. */
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
  const { db, baseUrl, sources, kept } = context;
  const { kind } = request;
  const page = await placePage(
    context,
    { operation: 'listSources', path: PATH, collection, filters: { kind } },
    request,
  );
  return kept.get(page.key, async () => {
    const { cutoff } = page.moment;
    const { rows, more } = await sources.page(db, cutoff, { kind, after: page.after?.[0] ?? null, limit: page.limit });
    const last = more ? rows.at(-1) : undefined;
    const place = await placeOf(context, page, last === undefined ? null : [last.source_id]);
    const document = sourcesPage(place, rows, sourceAddresses(baseUrl, cutoff.asOf));
    validateDocument('SourcesPage', document);
    return answerOf(document);
  });
}

export type RecordRequest = { id: string; as_of?: string | undefined };

/** Throws `no-such-record`, `withdrawn`, `as-of-in-future`. */
export async function sourceAnswer(
  { db, baseUrl, moments, sources, kept }: SourcesContext,
  collection: Collection,
  { id, as_of: requested }: RecordRequest,
): Promise<Answer> {
  const { cutoff } = await moments.at(collection, requested);
  const { version, asOf } = cutoff;
  return kept.get(JSON.stringify(['getSource', collection, version, asOf, id]), async () => {
    const source = await sources.one(db, cutoff, id);
    if (source === null) throw await absentRecord(db, cutoff, { table: 'source', id });
    const evidence = await newestEvidence(db, cutoff, { sourceId: id, limit: EVIDENCE_MAX });
    const addresses = sourceAddresses(baseUrl, asOf);
    const document = sourceDetail({ mode: collection, asOf, source, evidence, addresses });
    validateDocument('SourceDetail', document);
    return answerOf(document);
  });
}

/** 410 with its reason for what was withdrawn by the cutoff, 404 for what is not known there. */
export async function absentRecord(
  db: Db,
  cutoff: Cutoff,
  record: { table: 'source' | 'evidence'; id: string },
): Promise<ProblemError> {
  const reason = await withdrawalOf(db, cutoff, record);
  const what = record.table === 'source' ? 'source' : 'evidence';
  if (reason === null) {
    return new ProblemError('no-such-record', { detail: `No ${what} has this id at ${cutoff.asOf}.` });
  }
  return new ProblemError('withdrawn', {
    detail: `This ${what} was withdrawn; earlier cutoffs still show it.`,
    extra: { reason },
  });
}
