// A page of beliefs with everything that it cites, within its bound in bytes.
import type { BeliefsPage } from '../../generated/api.ts';
import type { ListedBelief } from '../store/read-belief-list.ts';
import type { CitationRow } from '../store/read-citations.ts';
import { beliefItem } from './belief-item.ts';
import { citation } from './citation.ts';
import { textLimits } from './data-status.ts';
import { type PagePlace, listStatus, pagination } from './list-status.ts';

/** Bytes of the UTF-8 body of a page, before any compression. */
export const BELIEFS_PAGE_BYTES_MAX = 160 * 1024;
/** Kept free for all that is not a record: status, limitations, and the address of the next page. */
const FRAME_BYTES = 12 * 1024;

export type BeliefsPageFacts = {
  place: PagePlace;
  beliefs: readonly ListedBelief[];
  /** The rows of what these beliefs cite, by id. */
  citations: readonly CitationRow[];
  detailUrl: (beliefId: string) => string;
  /** Fewer records than were asked for, because no more of them fit. */
  cut: boolean;
};

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

/** True for a whole page, as written, that has so much room left that its records need not be measured one by one. */
export function fitsSurely(text: string): boolean {
  return Buffer.byteLength(text) <= BELIEFS_PAGE_BYTES_MAX - FRAME_BYTES;
}

/** How many of these beliefs fit on one page, in their order; the first one always does. */
export function beliefsThatFit({ beliefs, citations, detailUrl }: Omit<BeliefsPageFacts, 'place' | 'cut'>): number {
  const cited = new Map(citations.map((row) => [row.citation_id, bytesOf(citation(row))]));
  let bytes = FRAME_BYTES;
  for (const [index, row] of beliefs.entries()) {
    bytes += bytesOf(beliefItem(row, detailUrl(row.belief_id))) + (cited.get(row.source_citation_id) ?? 0);
    cited.delete(row.source_citation_id);
    if (bytes > BELIEFS_PAGE_BYTES_MAX) return Math.max(1, index);
  }
  return beliefs.length;
}

function nameLimits(beliefs: readonly ListedBelief[]): string[] {
  const unnamed = beliefs.filter((row) => row.name === null).length;
  return unnamed === 0
    ? []
    : [`name-unknown: no source names the subject of ${unnamed} of ${beliefs.length} records, so its name is null.`];
}

function warnings({ cut, beliefs }: BeliefsPageFacts): BeliefsPage['warnings'] {
  if (!cut) return [];
  return [
    {
      code: 'page-byte-cap',
      message: `Only ${beliefs.length} records fit within ${BELIEFS_PAGE_BYTES_MAX} bytes, fewer than limit; the next page goes on from here.`,
      pointer: '/data/beliefs',
    },
  ];
}

export function beliefsPage(facts: BeliefsPageFacts): BeliefsPage {
  const { place, beliefs, citations, detailUrl } = facts;
  const states = beliefs.map((row) => ({ state: row }));
  return {
    view: 'beliefs',
    as_of: place.asOf,
    data: {
      beliefs: beliefs.map((row) => beliefItem(row, detailUrl(row.belief_id))),
      citations: citations.map(citation),
    },
    data_status: listStatus(place, {
      observed: beliefs.map((row) => row.observed_at),
      limits: [...nameLimits(beliefs), ...textLimits(states, citations)],
    }),
    warnings: warnings(facts),
    pagination: pagination(place),
  };
}
