// The answers to "where does research come from": a page of sources, and one source with its newest evidence.
import { ProblemError } from '../../contract/problems.ts';
import { type SourceAddresses, sourceDetail, sourcesPage } from '../../documents/sources.ts';
import { readListPrice } from '../../reads/list-price.ts';
import type { SourceReader } from '../../reads/sources.ts';
import { type Collection, type Cutoff, type Db, type Instant, stateOf } from '../../store/engine/db.ts';
import type { SourceKind } from '../../store/known/read-citations.ts';
import { newestEvidence, withdrawalOf } from '../../store/known/read-sources.ts';
import { removalOf } from '../../store/published/removals.ts';
import { addressOf } from '../addresses.ts';
import type { Answer } from '../kept.ts';
import { listedAnswer } from './left-out.ts';
import { removedRecord } from '../removed.ts';
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
  const { db, baseUrl, sources, kept, onUnfit } = context;
  const { kind } = request;
  const page = await placePage(
    context,
    { operation: 'listSources', path: PATH, collection, filters: { kind } },
    request,
  );
  return kept.get(page.key, async () => {
    const { cutoff } = page.moment;
    const after = page.after?.[0] ?? null;
    if (after !== null) await refuseRemovedPlace(db, cutoff, after);
    const { rows, more } = await sources.page(db, cutoff, { kind, after, limit: page.limit });
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

/** A source is its own place in the list: without it, nobody can say what comes after it. */
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
    const evidence = await newestEvidence(db, cutoff, { sourceId: id, limit: EVIDENCE_MAX });
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

/** 451 for what was removed, 410 with its reason for what was withdrawn by the cutoff, 404 for what is not known there. */
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
