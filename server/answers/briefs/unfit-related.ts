// Related records that do not fit the contract: omitted from briefs of other companies.
import type { BriefFull, BriefOverview } from '../../../generated/api.ts';
import { InvalidDocument } from '../../contract/validation/documents-validator.ts';
import type { ListingAtCutoff } from '../../reads/brief.ts';
import { type Answer, checkedAnswer } from '../kept.ts';
import type { OnUnfit } from '../lists/left-out.ts';

/** All faults of a document may come from this related record. */
class RelatedFault extends Error {
  readonly beliefId: string;
  override readonly cause: InvalidDocument;

  constructor(beliefId: string, cause: InvalidDocument) {
    super(`the related belief ${beliefId} does not fit`);
    this.beliefId = beliefId;
    this.cause = cause;
  }
}

export async function checkedBrief(
  schema: 'BriefOverview' | 'BriefFull',
  document: BriefOverview | BriefFull,
): Promise<Answer> {
  try {
    return await checkedAnswer(schema, document);
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    const unfit = unfitIn(document, error);
    throw unfit === undefined ? error : new RelatedFault(unfit, error);
  }
}

/** The first related record with a fault in itself or in its citation. */
function unfitIn({ related_context, citations }: BriefOverview | BriefFull, { pointers }: InvalidDocument) {
  return related_context.related_beliefs.find(({ citation_id: id }, place) => {
    const cited = citations.findIndex(({ citation_id }) => citation_id === id);
    const own = [
      `/related_context/related_beliefs/${place}/`,
      `/sector_context/related/${place}/`,
      `/citations/${cited}/`,
    ];
    return pointers.some((pointer) => own.some((start) => pointer.startsWith(start)));
  })?.belief_id;
}

/** The answer without the related records that do not fit; it reports their number. */
export async function aroundUnfitRelated(
  listing: ListingAtCutoff,
  onUnfit: OnUnfit,
  build: (listing: ListingAtCutoff, leftOut: number) => Promise<Answer>,
): Promise<Answer> {
  let { related } = listing;
  for (let leftOut = 0; ; leftOut += 1) {
    try {
      return await build({ ...listing, related }, leftOut);
    } catch (error) {
      if (!(error instanceof RelatedFault)) throw error;
      onUnfit({ list: 'related', id: error.beliefId, cause: error.cause });
      const chosen = related.chosen.filter(({ beliefId }) => beliefId !== error.beliefId);
      if (chosen.length === related.chosen.length) throw error.cause;
      related = { ...related, chosen };
    }
  }
}
