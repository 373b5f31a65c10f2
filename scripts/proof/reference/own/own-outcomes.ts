// Price moves a fixed number of sessions after the entry of each span of one direction, and whether the direction held until then.
import type { Belief } from './own-beliefs.ts';
import { isFinal } from './own-courses.ts';
import type { Revision } from './own-courses.ts';
import { entryOf, lastDate } from './own-marks.ts';
import type { Series, World } from './own-marks.ts';

const HORIZONS = [21, 63, 126, 252] as const;
const SPANS_MOST = 3;
/** The session of the horizon and the four after it. */
const LATE_SESSIONS = 5;

type Price = {
  status: 'measured' | 'pending' | 'unmeasurable';
  reason: string | null;
  entrySession: string | null;
  exitSession: string | null;
  securityPercent: number | null;
  benchmarkPercent: number | null;
  excessPercent: number | null;
};
export type Outcome = Price & { horizon: number; spanStartedAt: string; direction: string; held: boolean | null };
/** `end` is the revision that ends the span: the first of the next one, or a final one within it. */
type Span = { first: Revision; end: Revision | null };

export function spansOf(course: readonly Revision[]): Span[] {
  const starts = course.flatMap(({ turnedFrom }, i) => (i === 0 || turnedFrom !== null ? [i] : []));
  return starts.flatMap((start, i) => {
    const [first, nextFirst] = [course[start], course[starts[i + 1] ?? course.length]];
    const final = course.slice(start, starts[i + 1]).find(({ status }) => isFinal(status));
    return first ? [{ first, end: final ?? nextFirst ?? null }] : [];
  });
}

const open = { exitSession: null, securityPercent: null, benchmarkPercent: null, excessPercent: null };

function percent(series: Series, from: string, to: string): number | null {
  const [entry, exit] = [series.get(from), series.get(to)];
  return entry === undefined || exit === undefined ? null : (exit / entry - 1) * 100;
}

/** As for an entry, a price may come late: within five sessions, and not once a later session has its price. */
function mayStillCome(from: number, { sessions, security, cutoff }: World): boolean {
  const horizon = sessions[from];
  if (horizon === undefined) return true;
  const closed = sessions.slice(from, from + LATE_SESSIONS).filter(({ close }) => close <= cutoff).length;
  return closed < LATE_SESSIONS && (lastDate(security) ?? '') <= horizon.date;
}

/** The horizon is a session of the calendar, and only a price of that very session measures it. */
function priceOf(entrySession: string, exitIndex: number, world: World): Price {
  const { sessions, security, benchmark } = world;
  const exit = sessions[exitIndex];
  const securityPercent = exit === undefined ? null : percent(security, entrySession, exit.date);
  if (exit === undefined || securityPercent === null) {
    return mayStillCome(exitIndex, world)
      ? { ...open, status: 'pending', reason: null, entrySession }
      : { ...open, status: 'unmeasurable', reason: 'no_horizon_price', entrySession };
  }
  const benchmarkPercent = percent(benchmark, entrySession, exit.date);
  const excessPercent = benchmarkPercent === null ? null : securityPercent - benchmarkPercent;
  const percents = { securityPercent, benchmarkPercent, excessPercent };
  return { status: 'measured', reason: null, entrySession, exitSession: exit.date, ...percents };
}

/** Null while pending and until the horizon has closed; false for another direction or an end between entry and horizon. */
function heldUntil(
  price: Price,
  atEntry: number,
  horizon: number,
  at: { span: Span; course: readonly Revision[]; world: World },
): boolean | null {
  const { span, course, world } = at;
  const [entry, exit] = [world.sessions[atEntry], world.sessions[atEntry + horizon]];
  if (price.status === 'pending' || !entry || !exit || exit.close > world.cutoff) return null;
  return !course.some(
    ({ counts, direction, status }) =>
      counts > entry.close && counts <= exit.close && (direction !== span.first.direction || isFinal(status)),
  );
}

function outcomesOfSpan(span: Span, course: readonly Revision[], world: World): Outcome[] {
  const { sessions } = world;
  const found = entryOf(span.first, world);
  const atEntry = found.session === null ? found.index : sessions.findIndex(({ date }) => date === found.session);
  const close = sessions[atEntry]?.close ?? null;
  const inForce = close === null ? undefined : course.findLast(({ counts }) => counts <= close);
  const direction = inForce?.direction ?? span.first.direction;
  const isEnded = close !== null && span.end !== null && span.end.counts <= close;
  return HORIZONS.map((horizon): Outcome => {
    const named = { horizon, spanStartedAt: span.first.at, direction };
    const none: Price = { ...open, status: 'unmeasurable', reason: 'no_entry_price', entrySession: null };
    if (isEnded) return { ...named, ...none, reason: 'ended_before_entry', held: false };
    const missing: Price = found.isOpen ? { ...none, status: 'pending', reason: null } : none;
    const price = found.session === null ? missing : priceOf(found.session, atEntry + horizon, world);
    return { ...named, ...price, held: heldUntil(price, atEntry, horizon, { span, course, world }) };
  });
}

/** The outcomes of the newest three spans, the oldest of these first, and the number of older ones. */
export function outcomesOf({ course }: Belief, world: World): { outcomes: Outcome[]; omittedSpans: number } {
  const spans = spansOf(course);
  const shown = spans.slice(-SPANS_MOST);
  return {
    outcomes: shown.flatMap((span) => outcomesOfSpan(span, course, world)),
    omittedSpans: spans.length - shown.length,
  };
}
