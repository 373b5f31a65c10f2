// Marks and outcomes as the contract shows them: moves of the underlying, never a return of the author.
import type { Mark, Outcome } from '../../../generated/api.ts';
import type { Mark as MeasuredMark } from '../../measures/prices/marks.ts';
import type { Outcome as MeasuredOutcome } from '../../measures/prices/outcomes.ts';

const unmeasured = { security_change_percent: null, benchmark_change_percent: null, excess_change_percent: null };

export function mark(measured: MeasuredMark): Mark {
  const { ended } = measured;
  if (measured.state !== 'measured') {
    const reason = 'reason' in measured ? measured.reason : null;
    // While the entry is the latest price, or the end, it stands as both: null would mean that no price is recorded.
    const entry =
      measured.state === 'unmeasured'
        ? {
            session_date: measured.entrySession,
            price: measured.entryPrice,
            benchmark_price: measured.benchmarkEntry,
          }
        : null;
    return { status: measured.state, reason, entry, latest: entry, ...unmeasured, ended, is_author_return: false };
  }
  return {
    status: 'measured',
    reason: null,
    entry: {
      session_date: measured.entrySession,
      price: measured.entryPrice,
      benchmark_price: measured.benchmarkEntry,
    },
    latest: {
      session_date: measured.latestSession,
      price: measured.latestPrice,
      benchmark_price: measured.benchmarkLatest,
    },
    security_change_percent: measured.securityPercent,
    benchmark_change_percent: measured.benchmarkPercent,
    excess_change_percent: measured.excessPercent,
    ended,
    is_author_return: false,
  };
}

/** One fixed-horizon outcome. */
export function outcome(measured: MeasuredOutcome): Outcome {
  const move = measured.state === 'measured' ? measured : null;
  return {
    horizon_sessions: measured.horizonSessions,
    span_started_at: measured.spanStartedAt,
    direction: measured.direction,
    direction_held: measured.directionHeld,
    status: measured.state,
    reason: measured.state === 'unmeasurable' ? measured.reason : null,
    entry_session: measured.entrySession,
    exit_session: move?.horizonSession ?? null,
    security_change_percent: move?.securityPercent ?? null,
    benchmark_change_percent: move?.benchmarkPercent ?? null,
    excess_change_percent: move?.excessPercent ?? null,
  };
}
