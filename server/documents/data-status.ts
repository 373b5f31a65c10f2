// Reliability of a brief: its mode, its freshness, its completeness, and its limitations.
import type { BriefOverview } from '../../generated/api.ts';
import type { MarketFreshness } from '../measures/prices/price-status.ts';
import type { PriceJump } from '../measures/prices/prices.ts';
import { newestOf, wholeDays } from '../measures/time.ts';
import type { CitationRow } from '../store/known/read-citations.ts';
import type { EntityRow } from '../store/known/read-entities.ts';
import type { BriefFacts } from './brief/brief-facts.ts';
import {
  type Limit,
  beliefLimits,
  citationLimits,
  limit,
  limitations,
  omittedLimits,
  previewLimits,
} from './limitations.ts';
import type { ThesisFacts } from './brief/thesis.ts';

type Status = BriefOverview['data_status'];

/** From this age on a brief reports the age of its newest observation. */
const agedDays = 90;

function coverage(facts: BriefFacts): Status['coverage'] {
  const { beliefs, returned, price } = facts;
  const counts = beliefs.some(({ standing }) => standing === 'counting');
  if (!counts || price.status === 'unavailable') return 'insufficient';
  const complete =
    beliefs.length === returned.length &&
    beliefs.every(({ standing }) => standing === 'counting' || standing === 'final') &&
    price.status === 'current' &&
    facts.benchmarkKnown &&
    facts.related.sic !== null;
  return complete ? 'complete' : 'partial';
}

function chartLimits({ chart, price, benchmarkKnown }: BriefFacts): Limit[] {
  if (chart !== null) return [];
  const why =
    price.status === 'unavailable'
      ? 'the security has no price'
      : benchmarkKnown
        ? 'fewer than two sessions are priced in both series'
        : 'the benchmark has no price';
  return [{ kind: 'no-chart', text: `No chart: ${why} at this cutoff.` }];
}

function subjectLimits(facts: BriefFacts): Limit[] {
  const { beliefs, security, related, overdueConditions } = facts;
  const age = ageInDays(facts) ?? 0;
  const limits: Limit[] = [
    ...limit(
      overdueConditions,
      'overdue',
      (n) => `Conditions past their expected date and still pending, of open views: ${n}.`,
    ),
    ...limit(age > agedDays ? age : 0, 'age', (n) => `The newest observation is ${n} days old.`),
    ...omittedLimits(beliefs.length - facts.returned.length, beliefs.length),
    ...nameLimits(security),
  ];
  if (related.sic === null)
    limits.push({
      kind: 'no-industry',
      text: `No industry code of ${security.ticker} with a filing date is known at this cutoff.`,
    });
  if (beliefs.length === 0)
    limits.push({ kind: 'other', text: `No research on ${security.ticker} itself is released at this cutoff.` });
  return limits;
}

/** The name of the subject, if it is not the name of the cutoff. */
export function nameLimits({
  ticker,
  name,
  named_as_loaded: asLoaded,
}: Pick<EntityRow, 'ticker' | 'name' | 'named_as_loaded'>): Limit[] {
  if (name === null && ticker !== null)
    return [
      {
        kind: 'name-unknown',
        text: `name-unknown: no source names this security, so its ticker ${ticker} stands for the name.`,
      },
    ];
  if (!asLoaded || name === null) return [];
  return [
    {
      kind: 'name-as-loaded',
      text: `The name ${name} is the one known when it was loaded, not the one of the cutoff.`,
    },
  ];
}

/** Targets without a known distance; each gives its reason. */
export function targetLimits(theses: readonly Pick<ThesisFacts, 'targets'>[]): Limit[] {
  const all = theses.flatMap(({ targets }) => targets);
  const unknown = all.filter(({ measured }) => measured.gap !== null).length;
  return limit(
    unknown,
    'targets',
    (n) => `Targets that cannot be compared with the price: ${n} of ${all.length}; each names its reason.`,
  );
}

function jumpLimits(jump: PriceJump | null): Limit[] {
  if (jump === null) return [];
  const ratio = Number(jump.ratio.toPrecision(3));
  const text = `price-jump: the price of ${jump.session} is ${ratio} times that of the session before it, which may be an error of its source; marks and chart include it.`;
  return [{ kind: 'price-jump', text }];
}

function priceLimits({ reference, observedAssumed, priceJump }: BriefFacts): Limit[] {
  if (reference === null) return [];
  return [
    ...jumpLimits(priceJump),
    {
      kind: 'price-basis',
      text: 'Prices are adjusted daily closes: later dividends and splits have changed earlier values.',
    },
    ...limit(
      Number(observedAssumed),
      'other',
      () => "Prices without the provider's observation time count as observed at their session's close.",
    ),
  ];
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

/** The reason why something that is not a listing has no price. */
export function unpriced({ kind }: Pick<EntityRow, 'kind'>): string {
  return `Only listings are priced, and this is not one (${kind}).`;
}

/** The newest observation among the subject's own records, or null when it has none. */
export function latestObservation({ beliefs }: Pick<BriefFacts, 'beliefs'>): string | null {
  return newestOf(beliefs.map(({ state }) => state.observed_at));
}

/** Null without research on the subject itself. */
export function ageInDays(facts: Pick<BriefFacts, 'beliefs' | 'asOf'>): number | null {
  const newest = latestObservation(facts);
  return newest === null ? null : Math.max(0, wholeDays(newest, facts.asOf));
}

/** The data status of a brief with these citations. */
export function dataStatus(facts: BriefFacts, citations: readonly CitationRow[]): Status {
  return {
    mode: facts.mode,
    freshness: facts.freshness,
    coverage: coverage(facts),
    latest_observation_at: latestObservation(facts),
    market_freshness: marketFreshness(facts.market),
    limitations: limitations([
      ...chartLimits(facts),
      ...subjectLimits(facts),
      ...targetLimits(facts.theses),
      ...beliefLimits(facts.returned),
      ...citationLimits(citations),
      ...priceLimits(facts),
      ...previewLimits(facts.mode),
    ]),
  };
}
