// A piece of captured evidence, whole, so that every quote and hash that cites it can be checked offline.
import type { EvidenceDetail } from '../../generated/api.ts';
import type { Collection, Instant } from '../store/db.ts';
import type { CitationRow } from '../store/read-citations.ts';
import type { EvidenceRow } from '../store/read-sources.ts';
import { citation } from './citation.ts';
import { previewLimits } from './list-status.ts';
import { type SourceAddresses, type TalliedSource, source } from './sources.ts';

export type EvidenceFacts = {
  mode: Collection;
  asOf: Instant;
  evidence: EvidenceRow;
  source: TalliedSource;
  /** The citations that point into it, by id. */
  citations: readonly CitationRow[];
  addresses: Pick<SourceAddresses, 'source'>;
};

function limits({ evidence, citations }: EvidenceFacts): string[] {
  const removed = evidence.removed_characters;
  return [
    ...(removed > 0
      ? [`${removed} invisible or control characters were removed from the captured text when it was loaded.`]
      : []),
    ...(evidence.verification === 'unverified' ? ['The captured text was not verified against the source.'] : []),
    ...(evidence.verification === 'source_unavailable' ? ['The source is no longer available.'] : []),
    ...(citations.length === 0 ? ['No citation points into this evidence at this cutoff.'] : []),
  ];
}

export function evidenceDetail(facts: EvidenceFacts): EvidenceDetail {
  const { mode, asOf, evidence, citations, addresses } = facts;
  return {
    as_of: asOf,
    data: {
      evidence: {
        evidence_id: evidence.evidence_id,
        source_url: evidence.url,
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
      freshness: 'current',
      coverage: 'complete',
      latest_observation_at: evidence.observed_at,
      limitations: [...previewLimits(mode), ...limits(facts)],
    },
    warnings: [],
  };
}
