// Records serialised once and inserted in many pages, with the same bytes as a page that is serialised whole.
import type { BeliefItem, Citation } from '../../generated/api.ts';
import type { SharedRecord } from '../terms/page-parts.ts';
import { sharedRecord } from '../memory/shared-records.ts';
import type { CitationRow } from '../store/known/read-citations.ts';
import type { ListedBelief, StatedBelief } from '../store/known/lists/read-stated-beliefs.ts';

/**
 * A belief of a list: its JSON before and behind the cutoff that ends its address, and its part in the page's counts.
 */
export type WrittenBelief = {
  belief_id: string;
  before: SharedRecord;
  after: string;
  /** UTF-8 bytes of the whole. */
  size: number;
  citationId: string;
  state: Pick<StatedBelief, 'observed_at' | 'is_day' | 'name' | 'body'> & Pick<ListedBelief, 'named_before'>;
};

export type WrittenCitation = Pick<CitationRow, 'citation_id' | 'removed_characters' | 'verification'> & {
  record: SharedRecord;
};

/** The text around a property of an object's JSON. Quotes inside texts are escaped, so the property occurs once. */
export function around(json: string, property: string): [before: string, after: string] {
  const [before = '', after, ...more] = json.split(property);
  if (after === undefined || more.length > 0) throw new Error(`${property.slice(0, 40)} is not there once`);
  return [before, after];
}

/** The item's address ends with the encoded cutoff of some page. */
export function writeBelief({ stated, named_before }: Omit<ListedBelief, 'placed'>, item: BeliefItem): WrittenBelief {
  const text = JSON.stringify(item);
  const address = `"detail_url":${JSON.stringify(item.detail_url)}`;
  const [before, after] = around(text, address);
  const cutoffless = address.slice(0, address.lastIndexOf('=') + 1);
  return {
    belief_id: stated.belief_id,
    before: sharedRecord(before + cutoffless),
    after: `"${after}`,
    size: Buffer.byteLength(text),
    citationId: stated.source_citation_id,
    state: {
      observed_at: stated.observed_at,
      is_day: stated.is_day,
      name: stated.name,
      named_before,
      body: stated.body,
    },
  };
}

export function writeCitation(row: CitationRow, shown: Citation): WrittenCitation {
  const { citation_id, removed_characters, verification } = row;
  return { citation_id, removed_characters, verification, record: sharedRecord(JSON.stringify(shown)) };
}
