// Answer with one captured evidence, whole, and the citations that point into it.
import { evidenceDetail } from '../../documents/evidence.ts';
import { readListPrice } from '../../reads/lists/list-price.ts';
import { type Collection, stateOf } from '../../store/engine/db.ts';
import { citationsInto, findEvidence } from '../../store/known/read-sources.ts';
import { resolveCitations } from '../citations.ts';
import { type Answer, checkedAnswer } from '../kept.ts';
import { type RecordRequest, type SourcesContext, absentRecord, sourceAddresses } from './sources.ts';

/** Throws `no-such-record`, `withdrawn`, `as-of-in-future`. */
export async function evidenceAnswer(
  { db, baseUrl, moments, sources, kept, prices }: SourcesContext,
  collection: Collection,
  { id, as_of: requested }: RecordRequest,
): Promise<Answer> {
  const moment = await moments.at(collection, requested);
  const { cutoff } = moment;
  const { asOf } = cutoff;
  return kept.get(JSON.stringify(['getEvidence', stateOf(cutoff), id]), async () => {
    const evidence = await findEvidence(db, cutoff, id);
    if (evidence === null) throw await absentRecord(db, cutoff, { table: 'evidence', id });
    const source = await sources.one(db, cutoff, evidence.source_id);
    // Evidence without its source would have no name: a fault of the store.
    if (source === null) throw new Error(`evidence ${id} comes from a source that is not known at ${asOf}`);
    const citations = await resolveCitations(db, cutoff, new Set(await citationsInto(db, cutoff, id)));
    const addresses = sourceAddresses(baseUrl, asOf);
    const price = await readListPrice(db, moment, { prices, subject: null });
    const document = evidenceDetail({ mode: collection, asOf, price, evidence, source, citations, addresses });
    return checkedAnswer('EvidenceDetail', document);
  });
}
