// Records as JSON that is written once and put into page after page: the same bytes as a page that was written whole.
import type { BeliefItem, Citation } from '../../generated/api.ts';
import type { CitationRow } from '../store/read-citations.ts';
import type { ListedBelief } from '../store/read-stated-beliefs.ts';

/** A belief of a list: the JSON before and behind its address, which names the cutoff, and what the page says of it. */
export type WrittenBelief = {
  belief_id: string;
  before: string;
  after: string;
  /** Of the whole, in UTF-8. */
  bytes: number;
  citationId: string;
  state: Pick<ListedBelief, 'observed_at' | 'name' | 'body'>;
};

export type WrittenCitation = Pick<CitationRow, 'citation_id' | 'removed_characters' | 'verification'> & {
  text: string;
  /** In UTF-8. */
  bytes: number;
};

/** What stands around a property of an object's JSON. Inside of texts quotes are escaped: it is there as a property, once. */
export function around(json: string, property: string): [before: string, after: string] {
  const [before = '', after, ...more] = json.split(property);
  if (after === undefined || more.length > 0) throw new Error(`${property.slice(0, 40)} is not there once`);
  return [before, after];
}

const addressed = (detailUrl: string): string => `"detail_url":${JSON.stringify(detailUrl)}`;

export function writeBelief(row: ListedBelief, item: BeliefItem): WrittenBelief {
  const text = JSON.stringify(item);
  const [before, after] = around(text, addressed(item.detail_url));
  return {
    belief_id: row.belief_id,
    before,
    after,
    bytes: Buffer.byteLength(text),
    citationId: row.source_citation_id,
    state: { observed_at: row.observed_at, name: row.name, body: row.body },
  };
}

/** The belief with its address at the cutoff of the page. */
export function beliefText({ before, after }: WrittenBelief, detailUrl: string): string {
  return before + addressed(detailUrl) + after;
}

export function writeCitation(row: CitationRow, shown: Citation): WrittenCitation {
  const text = JSON.stringify(shown);
  const { citation_id, removed_characters, verification } = row;
  return { citation_id, removed_characters, verification, text, bytes: Buffer.byteLength(text) };
}
