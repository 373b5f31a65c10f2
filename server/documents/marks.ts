// How the price moved since a view and over fixed numbers of sessions, as the contract shows it: never the author's return.
import type { Mark, Outcome } from '../../generated/api.ts';
import type { Mark as MeasuredMark } from '../measures/marks.ts';
import type { Outcome as MeasuredOutcome } from '../measures/outcomes.ts';

const unmeasured = { security_change_percent: null, benchmark_change_percent: null, excess_change_percent: null };

/** The since-inception mark of one belief. */
export function mark(measured: MeasuredMark): Mark {
  if (measured.state !== 'measured') {
    const reason = 'reason' in measured ? measured.reason : null;
    // Null says that no price is recorded: while the entry is the latest price, it is there as both.
    const entry =
      measured.state === 'unmeasured'
        ? {
            session_date: measured.entrySession,
            price: measured.entryPrice,
            benchmark_price: measured.benchmarkEntry,
          }
        : null;
    return { status: measured.state, reason, entry, latest: entry, ...unmeasured, is_author_return: false };
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
    is_author_return: false,
  };
}

/** One fixed-horizon outcome. */
export function outcome(measured: MeasuredOutcome): Outcome {
  const horizon = { horizon_sessions: measured.horizonSessions, status: measured.state };
  if (measured.state !== 'measured') {
    const reason = measured.state === 'unmeasurable' ? measured.reason : null;
    return { ...horizon, reason, entry_session: measured.entrySession, exit_session: null, ...unmeasured };
  }
  return {
    ...horizon,
    reason: null,
    entry_session: measured.entrySession,
    exit_session: measured.horizonSession,
    security_change_percent: measured.securityPercent,
    benchmark_change_percent: measured.benchmarkPercent,
    excess_change_percent: measured.excessPercent,
  };
}
