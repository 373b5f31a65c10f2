// A page of beliefs with everything that it cites, within its bound in bytes.
import type { BeliefsPage } from '../../generated/api.ts';
import type { Parts } from '../terms/page-parts.ts';
import { RECORD_PLACE, ownBytes } from '../memory/shared-records.ts';
import { leftOutWarnings } from './left-out.ts';
import { type Limit, beliefLimits, citationLimits, limit } from './limitations.ts';
import { type PagePlace, listStatus, pagination } from './list-status.ts';
import { type WrittenBelief, type WrittenCitation, around } from './written.ts';

/** Bytes of the UTF-8 body of a page, before any compression. */
export const BELIEFS_PAGE_BYTES_MAX = 160 * 1024;
/** Reserved for everything except records: status, limitations, and the address of the next page. */
const FRAME_BYTES = 12 * 1024;

export type BeliefsPageFacts = {
  place: PagePlace;
  beliefs: readonly WrittenBelief[];
  /** Citations of these beliefs, each once, by id. */
  citations: readonly WrittenCitation[];
  /** Fewer records than requested, because more of them do not fit. */
  cut: boolean;
  /** Records of the page that do not fit the contract, or that cite a record which does not. */
  leftOut: number;
};

/** Number of these beliefs that fit on one page, in their order; the first one always fits. */
export function beliefsThatFit({ beliefs, citations }: Pick<BeliefsPageFacts, 'beliefs' | 'citations'>): number {
  const sizes = beliefs.reduce((sum, { size }) => sum + size + 1, FRAME_BYTES);
  const whole = citations.reduce((sum, { record }) => sum + record.bytes.length + 1, sizes);
  if (whole <= BELIEFS_PAGE_BYTES_MAX) return beliefs.length;
  const cited = new Map(citations.map(({ citation_id: id, record }) => [id, record.bytes.length + 1]));
  let all = FRAME_BYTES;
  for (const [index, { size, citationId }] of beliefs.entries()) {
    all += size + 1 + (cited.get(citationId) ?? 0);
    cited.delete(citationId);
    if (all > BELIEFS_PAGE_BYTES_MAX) return Math.max(1, index);
  }
  return beliefs.length;
}

function nameLimits(beliefs: readonly WrittenBelief[], asOf: string): Limit[] {
  const unnamed = beliefs.filter(({ state }) => state.name === null).length;
  const asLoaded = beliefs.filter(({ state: { named_before: until } }) => until !== null && asOf < until).length;
  const of = `of ${beliefs.length} records`;
  return [
    ...limit(
      unnamed,
      'name-unknown',
      (n) => `name-unknown: no source names the subject of ${n} ${of}, so its name is null.`,
    ),
    ...limit(
      asLoaded,
      'name-as-loaded',
      (n) => `Names known when they were loaded, not those of the cutoff: the subjects of ${n} ${of}.`,
    ),
  ];
}

function warnings({ cut, leftOut, beliefs }: BeliefsPageFacts): BeliefsPage['warnings'] {
  const unfit = leftOutWarnings(leftOut, '/data/beliefs');
  if (!cut) return unfit;
  return [
    ...unfit,
    {
      code: 'page-byte-cap',
      message: `Only ${beliefs.length} records fit within ${BELIEFS_PAGE_BYTES_MAX} bytes, fewer than limit; the next page goes on from here.`,
      pointer: '/data/beliefs',
    },
  ];
}

export function pageFrame(facts: BeliefsPageFacts): BeliefsPage {
  const { place, beliefs, citations } = facts;
  return {
    view: 'beliefs',
    as_of: place.asOf,
    data: { beliefs: [], citations: [] },
    data_status: listStatus(place, {
      observed: beliefs.map(({ state }) => state.observed_at),
      limits: [...nameLimits(beliefs, place.asOf), ...beliefLimits(beliefs), ...citationLimits(citations)],
      leftOut: facts.leftOut,
    }),
    warnings: warnings(facts),
    pagination: pagination(place),
  };
}

const PLACE = String.fromCharCode(RECORD_PLACE);

/**
 * The page with its records. Other pages share these records: all of a belief except its cutoff and the text after it.
 */
export function pageParts(frame: BeliefsPage, { place, beliefs, citations }: BeliefsPageFacts): Parts {
  const [before, after] = around(JSON.stringify(frame), '"beliefs":[],"citations":[]');
  const cutoff = encodeURIComponent(place.asOf);
  const told = beliefs.map((belief) => PLACE + cutoff + belief.after).join(',');
  const cited = citations.map(() => PLACE).join(',');
  return {
    frame: ownBytes(`${before}"beliefs":[${told}],"citations":[${cited}]${after}`),
    records: [...beliefs.map((belief) => belief.before), ...citations.map(({ record }) => record)],
  };
}
