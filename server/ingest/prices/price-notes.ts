// Notes about a price file for the operator: rows that were left out, and rows that change nothing.
import type { Calendar } from '../../measures/calendar.ts';
import type { Instant } from '../../store/engine/db.ts';
import { nextSessionDays, type SeriesPlan } from './price-judge.ts';
import { endNotes, gapNotes, isDaily, jumpNotes } from './price-shape.ts';
import type { RowsLeftOut } from '../layouts/price-rows.ts';

type NotedFile = {
  leftOut: RowsLeftOut | undefined;
  plans: readonly SeriesPlan[];
  observedAt: Instant | null;
  calendar: Calendar;
  precision: number;
};

/** Fewer rows may be any days. */
const dailyRowsMin = 6;

export function priceNotes({ leftOut, plans, observedAt, calendar, precision }: NotedFile): string[] {
  const closesLost = plans.reduce((total, plan) => total + plan.closesLost, 0);
  return [
    ...(leftOut === undefined ? [] : leftOutNotes(leftOut)),
    ...ofOtherPeriods(plans.filter((plan) => plan.rows >= dailyRowsMin && !isDaily(plan))),
    ...jumpNotes(plans),
    ...gapNotes(plans, calendar),
    ...endNotes(plans, calendar),
    ...withoutClose(closesLost),
    ...withinPrecision(plans, precision),
    ...knownBefore(keptIn(plans), observedAt),
  ];
}

/** Rows of which the series keeps what it has; a restated one takes even equal ones from the file. */
function keptIn(plans: readonly SeriesPlan[]): number {
  return plans
    .filter(({ outcome }) => outcome !== 'restates')
    .reduce((total, { rows, added }) => total + rows - added, 0);
}

function leftOutNotes({ empty, nonSession, outsideCalendar, examples }: RowsLeftOut): string[] {
  const note = (count: number, why: string, kind: string): string[] =>
    count === 0
      ? []
      : [`${count} ${count === 1 ? 'row' : 'rows'} left out: ${why} (the first: ${examples.get(kind) ?? ''})`];
  return [
    ...note(empty, 'no price in the row', 'empty'),
    ...note(nonSession, 'the exchange had no session that day', 'nonSession'),
    ...note(
      outsideCalendar,
      'the day is outside the calendar; load its sessions with import-sessions',
      'outsideCalendar',
    ),
  ];
}

/** A weekly or monthly row with the first day of its period would show the close of the last day too early. */
function ofOtherPeriods(sparse: readonly SeriesPlan[]): string[] {
  const [first] = sparse;
  if (first === undefined) return [];
  const { ticker, rows, summary } = first;
  const others = sparse.length === 1 ? '' : `, and of ${sparse.length - 1} more series as few`;
  return [
    `${summary?.following ?? 0} of the ${rows} rows of ${ticker} follow on another within ${nextSessionDays} days${others}: only daily closes may be loaded, and a weekly or monthly price tells the day it is dated by what came later`,
  ];
}

/** Both closes are of one vintage: an old close next to a new adjusted one could have another basis. */
function withoutClose(sessions: number): string[] {
  if (sessions === 0) return [];
  const lost = sessions === 1 ? '1 session loses its' : `${sessions} sessions lose their`;
  return [
    `${lost} split-adjusted close, which the restated history does not say: targets are compared with it; load the history with those closes to keep them`,
  ];
}

/** Differences of the last digits neither refuse a file nor restate a series. */
function withinPrecision(plans: readonly SeriesPlan[], precision: number): string[] {
  const count = plans.reduce((total, { noise }) => total + noise, 0);
  if (count === 0) return [];
  const sessions = count === 1 ? '1 known session differs' : `${count} known sessions differ`;
  return [`${sessions} by at most ${precision} of the value and keep the first one: --precision 0 compares exactly`];
}

/** A price that an earlier cutoff knows stays known there: a later observation of it changes nothing. */
function knownBefore(kept: number, observedAt: Instant | null): string[] {
  if (observedAt === null || kept === 0) return [];
  const sessions =
    kept === 1 ? '1 session that is known already keeps' : `${kept} sessions that are known already keep`;
  return [
    `${sessions} the time of the first observation: --observed-at is that of the new ones (to correct a time, write it in a column observed_at)`,
  ];
}
