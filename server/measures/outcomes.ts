// Fixed-horizon outcomes: the movement of the underlying from entry to 21, 63, 126 and 252 sessions later.
import type { Calendar } from './calendar.ts';
import { entrySessionsMax, findEntry, type MarkInput, type Movement, movement } from './marks.ts';
import { latestPoint, pointAt, type UsableSeries } from './prices.ts';
import type { CalendarDate, Instant } from './time.ts';

export const outcomeHorizons = [21, 63, 126, 252] as const;
export type OutcomeHorizon = (typeof outcomeHorizons)[number];

export type Outcome = { readonly horizonSessions: OutcomeHorizon } & (
  | (Movement & {
      readonly state: 'measured';
      readonly entrySession: CalendarDate;
      readonly entryPrice: number;
      readonly horizonSession: CalendarDate;
    })
  | { readonly state: 'pending'; readonly entrySession: CalendarDate | null }
  | { readonly state: 'unmeasurable'; readonly reason: 'no_entry_price'; readonly entrySession: null }
  | { readonly state: 'unmeasurable'; readonly reason: 'no_horizon_price'; readonly entrySession: CalendarDate }
);

/** Horizons are counted from the session of the entry price; the horizon's own session must be priced. */
export function measureOutcomes(input: MarkInput): readonly Outcome[] {
  const { calendar, security, benchmark, asOf } = input;
  const entry = findEntry(input);
  return outcomeHorizons.map((horizonSessions) => {
    if (entry.state !== 'priced') return { horizonSessions, ...entry, entrySession: null };
    const index = calendar.indexOf(entry.point.sessionDate) + horizonSessions;
    const horizonSession = calendar.sessions[index]?.date;
    const horizon = horizonSession === undefined ? null : pointAt(security, horizonSession);
    const entrySession = entry.point.sessionDate;
    if (horizon === null) return { horizonSessions, ...unpriced({ calendar, security, asOf, index }), entrySession };
    return {
      horizonSessions,
      state: 'measured',
      entrySession,
      entryPrice: entry.point.adjusted,
      horizonSession: horizon.sessionDate,
      ...movement(entry.point, horizon, benchmark),
    };
  });
}

type Unpriced = {
  readonly calendar: Calendar;
  readonly security: UsableSeries;
  readonly asOf: Instant;
  readonly index: number;
};

/** A price may still come while the series has not passed the horizon and fewer than five sessions have closed since. */
function unpriced(
  input: Unpriced,
): { readonly state: 'pending' } | { readonly state: 'unmeasurable'; readonly reason: 'no_horizon_price' } {
  const { calendar, security, asOf, index } = input;
  const closed = (calendar.lastClosedBy(asOf) ?? -1) - index + 1;
  const session = calendar.sessions[index];
  const passed = session !== undefined && (latestPoint(security)?.sessionDate ?? '') > session.date;
  return closed < entrySessionsMax && !passed
    ? { state: 'pending' }
    : { state: 'unmeasurable', reason: 'no_horizon_price' };
}
