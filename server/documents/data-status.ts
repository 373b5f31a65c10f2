// How far a brief may be relied on: its mode, how fresh and how complete it is, and every limit in a sentence.
import type { BriefOverview } from '../../generated/api.ts';
import type { MarketFreshness } from '../measures/price-status.ts';
import { newestOf } from '../measures/time.ts';
import type { BeliefState } from '../store/read-beliefs.ts';
import type { CitationRow } from '../store/read-citations.ts';
import type { EntityRow } from '../store/read-entities.ts';
import type { BriefFacts } from './brief-facts.ts';
import { previewLimits } from './list-status.ts';

type Status = BriefOverview['data_status'];

function coverage(facts: BriefFacts): Status['coverage'] {
  const counting = facts.beliefs.some((belief) => belief.counting);
  if (!counting || facts.price.status === 'unavailable') return 'insufficient';
  const nothingOmitted = facts.beliefs.length === facts.returned.length;
  const complete =
    nothingOmitted && facts.price.status === 'current' && facts.benchmarkKnown && facts.related.sic !== null;
  return complete ? 'complete' : 'partial';
}

function coverageLimits(facts: BriefFacts): string[] {
  const limits: string[] = [];
  const omitted = facts.beliefs.length - facts.returned.length;
  if (facts.beliefs.length === 0)
    limits.push(`No research on ${facts.security.ticker} itself is released at this cutoff.`);
  else if (!facts.beliefs.some((belief) => belief.counting))
    limits.push('No view is active or strengthened and not invalidated at this cutoff.');
  if (omitted > 0)
    limits.push(
      `${omitted} of ${facts.beliefs.length} released records are not shown here; the beliefs list has them all.`,
    );
  if (!facts.benchmarkKnown) limits.push('No benchmark price is available at this cutoff.');
  if (facts.related.sic === null)
    limits.push('No industry code with a filing date is known at this cutoff, so related companies are unknown.');
  return limits;
}

function freshnessLimits(facts: BriefFacts): string[] {
  const limits: string[] = [];
  if (facts.price.status !== 'current') limits.push(facts.price.reason);
  if (facts.market.status !== 'current' && facts.market.reason !== facts.price.reason) limits.push(facts.market.reason);
  return limits;
}

function priceLimits(facts: BriefFacts): string[] {
  if (facts.reference === null) return [];
  const limits = [
    'Prices are adjusted daily closes: their history carries adjustments made after the sessions they name.',
  ];
  if (facts.observedAssumed) {
    limits.push(
      "Some prices come without the provider's observation time; each of these counts as observed at its session's close.",
    );
  }
  return limits;
}

/** What to know of the texts that an answer shows and cites. */
export function textLimits(
  returned: readonly { readonly state: Pick<BeliefState, 'body'> }[],
  citations: readonly Pick<CitationRow, 'removed_characters' | 'verification'>[],
): string[] {
  const limits: string[] = [];
  const classified = returned.filter(({ state }) => state.body.direction_basis === 'operator_classified').length;
  if (classified > 0) {
    limits.push(
      `Directions classified by the operator and not declared by the author: ${classified} of the ${returned.length} shown.`,
    );
  }
  const removed = citations.reduce((sum, row) => sum + row.removed_characters, 0);
  if (removed > 0) {
    limits.push(`Invisible or control characters were removed from the cited texts when they were loaded: ${removed}.`);
  }
  const unverified = citations.filter((row) => row.verification !== 'verified').length;
  if (unverified > 0) {
    limits.push(
      `Citations that lead to sources not verified or no longer available: ${unverified} of ${citations.length}.`,
    );
  }
  return limits;
}

function nameLimits({ security }: BriefFacts): string[] {
  if (security.name !== null) return [];
  return [`name-unknown: no source names this security, so its ticker ${security.ticker} stands for the name.`];
}

export function marketFreshness(market: MarketFreshness): NonNullable<Status['market_freshness']> {
  return {
    status: market.status,
    expected_session: market.expectedSession,
    security_through: market.securityThrough,
    benchmark_through: market.benchmarkThrough,
    reason: market.reason,
  };
}

/** Why there is no price of what is not a listing. */
export function unpriced({ kind }: Pick<EntityRow, 'kind'>): string {
  return `A price is not recorded for what is not a listing (${kind}).`;
}

/** The newest observation among the subject's own records, or null when it has none. */
export function latestObservation(facts: Pick<BriefFacts, 'beliefs'>): string | null {
  return newestOf(facts.beliefs.map(({ state }) => state.observed_at));
}

/** The data status of a brief whose citations are these. */
export function dataStatus(facts: BriefFacts, citations: readonly CitationRow[]): Status {
  return {
    mode: facts.mode,
    freshness: facts.freshness,
    coverage: coverage(facts),
    latest_observation_at: latestObservation(facts),
    market_freshness: marketFreshness(facts.market),
    limitations: [
      ...previewLimits(facts.mode),
      ...coverageLimits(facts),
      ...freshnessLimits(facts),
      ...priceLimits(facts),
      ...nameLimits(facts),
      ...textLimits(facts.returned, citations),
    ],
  };
}
