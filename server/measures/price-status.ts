// How fresh prices are: of one series, of security and benchmark together, and of a whole brief.
import { type Calendar, publicationDelayMinutes } from './calendar.ts';
import { isAbove } from './limits.ts';
import { latestPoint, pointAt, type UsableSeries } from './prices.ts';
import type { CalendarDate, Instant } from './time.ts';

/** Two providers disagree when their adjusted closes of one session differ by more than this. */
const disagreementPercent = 1;

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
  readonly providersDisagree: boolean;
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

/** Without a later known session nobody can tell whether the expected one is still the last. */
function findDoubt(input: PriceStatusInput, expected: number | null): string | null {
  if (input.hashMismatch) return 'The stored price does not match its observation hash.';
  if (input.providersDisagree) {
    return `Providers differ by more than ${disagreementPercent} percent on the adjusted close of one session.`;
  }
  const isCalendarKnown = expected !== null && input.calendar.sessions[expected + 1] !== undefined;
  return isCalendarKnown ? null : 'The session calendar knows no later session, so freshness cannot be checked.';
}

/** Compares each other provider with the chosen one on the newest session that both have priced. */
export function providersDisagree(chosen: UsableSeries, others: readonly UsableSeries[]): boolean {
  return others.some((other) => {
    const own = chosen.findLast((point) => pointAt(other, point.sessionDate) !== null);
    const theirs = own === undefined ? null : pointAt(other, own.sessionDate);
    if (own === undefined || theirs === null) return false;
    const [lower, higher] = [Math.min(own.adjusted, theirs.adjusted), Math.max(own.adjusted, theirs.adjusted)];
    return isAbove((higher / lower - 1) * 100, disagreementPercent);
  });
}

export type MarketFreshness = {
  readonly status: 'current' | 'stale' | 'unverified';
  readonly expectedSession: CalendarDate | null;
  readonly securityThrough: CalendarDate | null;
  readonly benchmarkThrough: CalendarDate | null;
  readonly reason: string;
};

const severity = { current: 0, stale: 1, unverified: 2 } as const;

/** The worse of the two; a series without any price counts as unverified, and the reason says what it is. */
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

/** Delayed is a price exactly one session behind; more, unverified or unavailable is stale. */
export function dataFreshness(price: PriceStatus): DataFreshness {
  if (price.status === 'current') return 'current';
  return price.status === 'stale' && price.sessionsBehind === 1 ? 'delayed' : 'stale';
}
