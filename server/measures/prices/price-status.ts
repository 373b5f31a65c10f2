// Freshness of prices: of one series, of security and benchmark together, and of a whole brief.
import { type Calendar, publicationDelayMinutes } from '../calendar.ts';
import { isAbove } from '../limits.ts';
import { latestPoint, type PricePoint, type UsableSeries } from './prices.ts';
import type { CalendarDate, Instant } from '../time.ts';

/**
 * Two providers disagree if the ratio of their adjusted closes differs by more than this from that of their last common
 * session.
 */
const disagreementPercent = 1;

/** Two providers, the first common session at which they differ, and the difference of their ratio there. */
export type Disagreement = {
  readonly providers: readonly [quoted: string, other: string];
  readonly session: CalendarDate;
  readonly gapPercent: number;
};

export type ProviderSeries = { readonly provider: string; readonly series: UsableSeries };

export type PriceStatus = {
  readonly status: 'current' | 'stale' | 'unverified' | 'unavailable';
  /** The last session whose close and publication delay lie at or before the cutoff. */
  readonly expectedSession: CalendarDate | null;
  readonly through: CalendarDate | null;
  readonly sessionsBehind: number | null;
  readonly reason: string;
};

export type PriceStatusInput = {
  readonly asOf: Instant;
  readonly calendar: Calendar;
  readonly series: UsableSeries;
  readonly hashMismatch: boolean;
  readonly disagreement: Disagreement | null;
};

export function priceStatus(input: PriceStatusInput): PriceStatus {
  const { calendar, asOf, series } = input;
  const expected = calendar.lastClosedBy(asOf, publicationDelayMinutes);
  const expectedSession = expected === null ? null : (calendar.sessions[expected]?.date ?? null);
  const through = latestPoint(series)?.sessionDate ?? null;
  const reached = through === null ? null : calendar.indexOf(through);
  const sessionsBehind = expected === null || reached === null ? null : Math.max(0, expected - reached);
  const dates = { expectedSession, through, sessionsBehind };
  if (through === null) return { status: 'unavailable', ...dates, reason: 'No price is known at the cutoff.' };
  const doubt = findDoubt(input, expected);
  if (doubt !== null) return { status: 'unverified', ...dates, reason: doubt };
  const isBehind = sessionsBehind !== null && sessionsBehind > 0;
  return { status: isBehind ? 'stale' : 'current', ...dates, reason: lagReason(through, dates) };
}

function lagReason(through: CalendarDate, dates: Pick<PriceStatus, 'expectedSession' | 'sessionsBehind'>): string {
  const { expectedSession, sessionsBehind } = dates;
  if (through === expectedSession) return `Priced through the expected session ${through}.`;
  if (!sessionsBehind) return `Priced through ${through}; ${expectedSession} was expected.`;
  const lag = sessionsBehind === 1 ? '1 session' : `${sessionsBehind} sessions`;
  return `Priced through ${through}, ${lag} behind the expected ${expectedSession}.`;
}

/** Without a later known session, the expected one may not be the last. */
function findDoubt(input: PriceStatusInput, expected: number | null): string | null {
  if (input.hashMismatch) return 'The stored price does not match its observation hash.';
  if (input.disagreement !== null) {
    const { providers, session, gapPercent } = input.disagreement;
    const gap = `their ratio differs by ${gapPercent.toFixed(2)} percent from that of their last common session`;
    return `Providers ${providers.join(' and ')} part on ${session}: ${gap}.`;
  }
  const isCalendarKnown = expected !== null && input.calendar.sessions[expected + 1] !== undefined;
  return isCalendarKnown ? null : 'The session calendar knows no later session, so freshness cannot be checked.';
}

/**
 * The first provider whose returns disagree with those of the quoted one, or null. A constant factor between them, as
 * from dividend adjustment without a payment, is not a disagreement. A split that only one of them knows is one.
 */
export function providersDisagree(quoted: ProviderSeries, others: readonly ProviderSeries[]): Disagreement | null {
  for (const { provider, series } of others) {
    const parted = firstParted(quoted.series, series);
    if (parted !== null) return { providers: [quoted.provider, provider], ...parted };
  }
  return null;
}

/** One pass over both: the reference ratio is found from the end, the first difference from the start. */
function firstParted(own: UsableSeries, theirs: UsableSeries): Omit<Disagreement, 'providers'> | null {
  const lastRatio = lastCommonRatio(own, theirs);
  if (lastRatio === null) return null;
  let [i, j] = [0, 0];
  for (;;) {
    const [a, b] = [own[i], theirs[j]];
    if (a === undefined || b === undefined) return null;
    if (a.sessionDate === b.sessionDate) {
      const gapPercent = Math.abs(ratioOf(a, b) / lastRatio - 1) * 100;
      if (isAbove(gapPercent, disagreementPercent)) return { session: a.sessionDate, gapPercent };
    }
    if (a.sessionDate <= b.sessionDate) i += 1;
    if (b.sessionDate <= a.sessionDate) j += 1;
  }
}

function lastCommonRatio(own: UsableSeries, theirs: UsableSeries): number | null {
  let [i, j] = [own.length - 1, theirs.length - 1];
  for (;;) {
    const [a, b] = [own[i], theirs[j]];
    if (a === undefined || b === undefined) return null;
    if (a.sessionDate === b.sessionDate) return ratioOf(a, b);
    if (a.sessionDate > b.sessionDate) i -= 1;
    else j -= 1;
  }
}

function ratioOf(own: PricePoint, theirs: PricePoint): number {
  return own.adjusted / theirs.adjusted;
}

export type MarketFreshness = {
  readonly status: 'current' | 'stale' | 'unverified';
  readonly expectedSession: CalendarDate | null;
  readonly securityThrough: CalendarDate | null;
  readonly benchmarkThrough: CalendarDate | null;
  readonly reason: string;
};

const severity = { current: 0, stale: 1, unverified: 2 } as const;

/** The worse of the two; a series without any price counts as unverified, and the reason explains it. */
export function marketFreshness(security: PriceStatus, benchmark: PriceStatus): MarketFreshness {
  const [own, other] = [countedStatus(security), countedStatus(benchmark)];
  return {
    status: severity[other] > severity[own] ? other : own,
    expectedSession: security.expectedSession,
    securityThrough: security.through,
    benchmarkThrough: benchmark.through,
    reason: `Security is ${security.status}: ${security.reason} Benchmark is ${benchmark.status}: ${benchmark.reason}`,
  };
}

function countedStatus({ status }: PriceStatus): MarketFreshness['status'] {
  return status === 'unavailable' ? 'unverified' : status;
}

export type DataFreshness = 'current' | 'delayed' | 'stale';

/** A price exactly one session behind is delayed; an older, unverified or unavailable one is stale. */
export function dataFreshness(price: PriceStatus): DataFreshness {
  if (price.status === 'current') return 'current';
  return price.status === 'stale' && price.sessionsBehind === 1 ? 'delayed' : 'stale';
}
