// What the price did a fixed number of sessions after an entry: measured, pending, or unmeasurable with a reason.
import { lastDate } from './own-marks.ts';
import type { Mark, Series } from './own-marks.ts';
import type { Session } from './raw-files.ts';

const HORIZONS = [21, 63, 126, 252] as const;
/** The session of the horizon and the four after it. */
const LATE_SESSIONS = 5;

export type Outcome = {
  horizon: number;
  status: 'measured' | 'pending' | 'unmeasurable';
  reason: 'no_entry_price' | 'no_horizon_price' | null;
  entrySession: string | null;
  exitSession: string | null;
  securityPercent: number | null;
  benchmarkPercent: number | null;
  excessPercent: number | null;
};
/** What is known at a cutoff: the calendar with all of its future, and the closes of both series by then. */
export type World = { sessions: readonly Session[]; security: Series; benchmark: Series; cutoff: string };

function percent(series: Series, from: string, to: string): number | null {
  const [entry, exit] = [series.get(from), series.get(to)];
  return entry === undefined || exit === undefined ? null : (exit / entry - 1) * 100;
}

/** As for an entry, a price may come late: within five sessions, and not once a later session has its price. */
function mayStillCome(from: number, { sessions, security, cutoff }: World): boolean {
  const horizon = sessions[from];
  if (horizon === undefined) return true;
  const closed = sessions.slice(from).filter(({ close }) => close <= cutoff).length;
  return closed < LATE_SESSIONS && (lastDate(security) ?? '') <= horizon.date;
}

/** The horizon is a session of the calendar, and only a price of that very session measures it. */
function outcomeOf(mark: Mark, horizon: number, world: World): Outcome {
  const { sessions, security, benchmark } = world;
  const entrySession = mark.entrySession;
  const open = {
    horizon,
    entrySession,
    exitSession: null,
    securityPercent: null,
    benchmarkPercent: null,
    excessPercent: null,
  };
  if (entrySession === null) {
    return mark.state === 'pending'
      ? { ...open, status: 'pending', reason: null }
      : { ...open, status: 'unmeasurable', reason: 'no_entry_price' };
  }
  const index = sessions.findIndex(({ date }) => date === entrySession) + horizon;
  const exit = sessions[index];
  const securityPercent = exit === undefined ? null : percent(security, entrySession, exit.date);
  if (exit === undefined || securityPercent === null) {
    return mayStillCome(index, world)
      ? { ...open, status: 'pending', reason: null }
      : { ...open, status: 'unmeasurable', reason: 'no_horizon_price' };
  }
  const benchmarkPercent = percent(benchmark, entrySession, exit.date);
  const excessPercent = benchmarkPercent === null ? null : securityPercent - benchmarkPercent;
  const percents = { securityPercent, benchmarkPercent, excessPercent };
  return { ...open, status: 'measured', reason: null, exitSession: exit.date, ...percents };
}

export function outcomesOf(mark: Mark, world: World): Outcome[] {
  return HORIZONS.map((horizon) => outcomeOf(mark, horizon, world));
}
