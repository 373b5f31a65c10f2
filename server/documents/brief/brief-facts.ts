// Input of the builders in this room: a stock brief once it has been read and measured.
import type { Warning } from '../../../generated/api.ts';
import type { Changes, NextDue } from '../../measures/activity.ts';
import type { Chart, SelectedMarkers } from '../../measures/prices/chart.ts';
import type { Mark } from '../../measures/prices/marks.ts';
import type { MarketFreshness, PriceStatus } from '../../measures/prices/price-status.ts';
import type { PriceJump } from '../../measures/prices/prices.ts';
import type { IndustryRelation } from '../../measures/industry.ts';
import type { StateCondition, TradeState } from '../../measures/verdict/trade-state.ts';
import type { Standing } from '../../measures/verdict/views.ts';
import type { BeliefPart, BeliefState, ConditionKind } from '../../store/known/read-beliefs.ts';
import type { MoveRow } from '../../store/known/read-revisions.ts';
import type { EntityRow } from '../../store/known/read-entities.ts';
import type { PersonRow } from '../../store/known/read-people.ts';
import type { Collection, Instant } from '../../store/engine/db.ts';
import type { ThesisFacts } from './thesis.ts';

/** One belief of the subject with its marks and whether it counts for the trade state. */
export interface MeasuredBelief {
  readonly state: BeliefState;
  readonly mark: Mark;
  readonly sinceDirection: Mark;
  readonly standing: Standing;
}

/** A condition of a returned view, as the policy reads it and as the document shows it. */
export type BriefCondition = StateCondition & { kind: ConditionKind; statement: string; citationId: string };

/** A move of a belief at the session on which a chart marks it. */
export type PlacedMove = { row: MoveRow; occurredAt: Instant; sessionDate: string | null; thesisId: string };

export type PriceReference = {
  price: number;
  currency: string;
  sessionDate: string;
  providerObservedAt: Instant;
  source: string;
  observationHash: string;
};

/** A listing with the same observed industry. */
export type RelatedCompany = {
  entityId: string;
  ticker: string;
  name: string | null;
  sic: string;
  sicObservedAt: Instant;
  relation: IndustryRelation;
};

export type RelatedBelief = { state: BeliefState; company: RelatedCompany; standing: Standing };

export type RelatedFacts = {
  /** The subject's industry code, or null when none with a filing date was observed by the cutoff. */
  sic: string | null;
  returned: readonly RelatedBelief[];
  total: number;
  companies: number;
};

export type ListingRow = EntityRow & { ticker: string };

export type BriefFacts = {
  mode: Collection;
  asOf: Instant;
  generatedAt: Instant;
  security: ListingRow;
  beliefs: readonly MeasuredBelief[];
  returned: readonly MeasuredBelief[];
  /** Parts of every returned belief, by belief. */
  parts: ReadonlyMap<string, readonly BeliefPart[]>;
  people: ReadonlyMap<string, PersonRow>;
  price: PriceStatus;
  reference: PriceReference | null;
  /** True if some price in use is assumed to have been observed at its session's close. */
  observedAssumed: boolean;
  priceJump: PriceJump | null;
  market: MarketFreshness;
  freshness: 'current' | 'delayed' | 'stale';
  benchmarkKnown: boolean;
  trade: TradeState<BriefCondition>;
  chart: Chart | null;
  markers: SelectedMarkers<PlacedMove>;
  changes: Changes;
  /** Over every open view, whether it is returned or not. */
  nextDated: readonly NextDue[];
  overdueConditions: number;
  /** The case behind the first returned views; none in an overview. */
  theses: readonly ThesisFacts[];
  related: RelatedFacts;
  warnings: readonly Warning[];
  links: { self: string; full: string; beliefs: string; checkpoint: string | null };
};
