// A piece of captured evidence, whole, so that each quote and hash that cites it can be checked offline.
import type { EvidenceDetail } from '../../generated/api.ts';
import { travellingAddress } from '../contract/validation/web-address.ts';
import type { Collection, Instant } from '../store/engine/db.ts';
import type { CitationRow } from '../store/known/read-citations.ts';
import type { EvidenceRow } from '../store/known/read-sources.ts';
import { citation } from './citation.ts';
import { type Limit, limit, limitations, previewLimits } from './limitations.ts';
import { type ListPrice, freshnessLimits, freshnessOf } from './list-status.ts';
import { type SourceAddresses, type TalliedSource, source } from './sources.ts';

export type EvidenceFacts = {
  mode: Collection;
  asOf: Instant;
  price: ListPrice;
  evidence: EvidenceRow;
  source: TalliedSource;
  /** The citations that point into it, by id. */
  citations: readonly CitationRow[];
  addresses: Pick<SourceAddresses, 'source'>;
};

function limits({ evidence, citations }: EvidenceFacts): Limit[] {
  const { removed_characters: removed, verification } = evidence;
  const is = (state: EvidenceRow['verification']): number => Number(verification === state);
  return [
    ...limit(is('unverified'), 'unverified', () => 'The captured text was not verified against the source.'),
    ...limit(is('source_unavailable'), 'unavailable', () => 'The source is no longer available.'),
    ...limit(removed, 'other', (n) => `Invisible or control characters removed from the captured text at load: ${n}.`),
    ...limit(Number(citations.length === 0), 'other', () => 'No citation points into this evidence at this cutoff.'),
  ];
}

export function evidenceDetail(facts: EvidenceFacts): EvidenceDetail {
  const { mode, asOf, price, evidence, citations, addresses } = facts;
  return {
    as_of: asOf,
    data: {
      evidence: {
        evidence_id: evidence.evidence_id,
        source_url: travellingAddress(evidence.url),
        title: evidence.title,
        ...(evidence.author_name === null ? {} : { author_name: evidence.author_name }),
        published_at: evidence.published_at,
        published_on: evidence.published_on,
        observed_at: evidence.observed_at,
        capture: { text: evidence.capture, truncated: false },
        removed_character_count: evidence.removed_characters,
        content_hash: evidence.content_hash,
        verification: evidence.verification,
      },
      source: source(facts.source, addresses.source(facts.source.source_id)),
      citations: citations.map(citation),
    },
    data_status: {
      mode,
      freshness: freshnessOf(price),
      coverage: 'complete',
      latest_observation_at: evidence.observed_at,
      limitations: limitations([...limits(facts), ...freshnessLimits(price), ...previewLimits(mode)]),
    },
    warnings: [],
  };
}
