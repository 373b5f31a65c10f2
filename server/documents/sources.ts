// Documents on sources: a page of them, one source with its newest evidence, and a page of its evidence.
import type { EvidenceItem, EvidencePage, Source, SourceDetail, SourcesPage } from '../../generated/api.ts';
import { travellingAddress } from '../contract/validation/web-address.ts';
import type { Collection, Instant } from '../store/engine/db.ts';
import type { EvidenceItemRow } from '../store/known/read-citations.ts';
import type { EvidenceTally, SourceRow } from '../store/known/read-sources.ts';
import { leftOutWarnings } from './left-out.ts';
import { type Limit, limit, limitations, previewLimits } from './limitations.ts';
import { type ListPrice, type PagePlace, freshnessLimits, freshnessOf, listStatus, pagination } from './list-status.ts';

/** A source as known at a cutoff, with the counts of its evidence. */
export type TalliedSource = SourceRow & EvidenceTally;

export type SourceAddresses = {
  source: (sourceId: string) => string;
  evidence: (evidenceId: string) => string;
};

export function source(row: TalliedSource, detailUrl: string): Source {
  return {
    source_id: row.source_id,
    kind: row.kind,
    name: row.name,
    url: row.url === null ? null : travellingAddress(row.url),
    evidence_count: row.evidence_count,
    latest_observation_at: row.latest_observation_at,
    detail_url: detailUrl,
  };
}

export type SourcesPageFacts = {
  place: PagePlace;
  sources: readonly TalliedSource[];
  /** Sources that do not fit the contract. */
  leftOut: number;
  addresses: Pick<SourceAddresses, 'source'>;
};

export function sourcesPage({ place, sources, leftOut, addresses }: SourcesPageFacts): SourcesPage {
  return {
    as_of: place.asOf,
    data: { sources: sources.map((row) => source(row, addresses.source(row.source_id))) },
    data_status: listStatus(place, { observed: sources.map((row) => row.latest_observation_at), limits: [], leftOut }),
    warnings: leftOutWarnings(leftOut, '/data/sources'),
    pagination: pagination(place),
  };
}

function evidenceItem(row: EvidenceItemRow, detailUrl: string): EvidenceItem {
  return {
    evidence_id: row.evidence_id,
    source_url: travellingAddress(row.url),
    title: row.title,
    ...(row.author_name === null ? {} : { author_name: row.author_name }),
    published_at: row.published_at,
    published_on: row.published_on,
    observed_at: row.observed_at,
    content_hash: row.content_hash,
    verification: row.verification,
    detail_url: detailUrl,
  };
}

function evidenceLimits(evidence: readonly EvidenceItemRow[], omitted: number): Limit[] {
  const numberOf = (verification: EvidenceItemRow['verification']): number =>
    evidence.filter((row) => row.verification === verification).length;
  const of = `of ${evidence.length} pieces of evidence`;
  return [
    ...limit(omitted, 'omitted', (n) => `${n} older pieces of evidence of this source are not shown.`),
    ...limit(numberOf('unverified'), 'unverified', (n) => `Not verified against the source: ${n} ${of}.`),
    ...limit(numberOf('source_unavailable'), 'unavailable', (n) => `Source no longer available: ${n} ${of}.`),
  ];
}

export type EvidencePageFacts = {
  place: PagePlace;
  source: TalliedSource;
  evidence: readonly EvidenceItemRow[];
  /** Pieces that do not fit the contract. */
  leftOut: number;
  addresses: SourceAddresses;
};

export function evidencePage({ place, source: row, evidence, leftOut, addresses }: EvidencePageFacts): EvidencePage {
  return {
    as_of: place.asOf,
    data: {
      source: source(row, addresses.source(row.source_id)),
      evidence: evidence.map((one) => evidenceItem(one, addresses.evidence(one.evidence_id))),
    },
    data_status: listStatus(place, {
      observed: evidence.map((one) => one.observed_at),
      limits: evidenceLimits(evidence, 0),
      leftOut,
    }),
    warnings: leftOutWarnings(leftOut, '/data/evidence'),
    pagination: pagination(place),
  };
}

export type SourceFacts = {
  mode: Collection;
  asOf: Instant;
  price: ListPrice;
  source: TalliedSource;
  evidence: readonly EvidenceItemRow[];
  /** Pieces among the newest that do not fit the contract. */
  leftOut: number;
  addresses: SourceAddresses;
};

export function sourceDetail(facts: SourceFacts): SourceDetail {
  const { mode, asOf, price, source: row, evidence, leftOut, addresses } = facts;
  const omitted = row.evidence_count - evidence.length;
  return {
    as_of: asOf,
    data: {
      source: source(row, addresses.source(row.source_id)),
      evidence: evidence.map((one) => evidenceItem(one, addresses.evidence(one.evidence_id))),
      omitted_evidence_count: omitted,
    },
    data_status: {
      mode,
      freshness: freshnessOf(price),
      coverage: omitted > 0 ? 'partial' : 'complete',
      latest_observation_at: row.latest_observation_at,
      limitations: limitations([
        ...evidenceLimits(evidence, omitted - leftOut),
        ...freshnessLimits(price),
        ...previewLimits(mode),
      ]),
    },
    warnings: leftOutWarnings(leftOut, '/data/evidence'),
  };
}
