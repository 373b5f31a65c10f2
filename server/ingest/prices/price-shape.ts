// Oddities in the shape of a price series: jumps, holes, and an end before that of the others.
import type { Calendar } from '../../measures/calendar.ts';
import type { SeriesPlan } from './price-judge.ts';

/** Sessions that may be missing before a series counts as having a hole, or as ended early. */
const missingMax = 5;

type SeriesShape = Pick<SeriesPlan, 'ticker' | 'rows' | 'summary'>;

/** At least half of its days follow on another one. */
export function isDaily({ rows, summary }: SeriesShape): boolean {
  return (summary?.following ?? 0) * 2 >= rows;
}

/** A unit that was mixed up, or a split that no source names. */
export function jumpNotes(series: readonly SeriesShape[]): string[] {
  const found = series.flatMap(({ ticker, summary }) => {
    if (summary === null || summary.jump_on === null) return [];
    return [
      `the price of ${ticker} on ${summary.jump_on} is ${times(summary.jump_ratio ?? 1)} that of the session before it`,
    ];
  });
  return ofSeveral(found, 'look at it before a release: a unit may be mixed up, or a split left out');
}

export function gapNotes(series: readonly SeriesShape[], calendar: Calendar): string[] {
  const found = series.flatMap((one) => {
    const { ticker, rows, summary } = one;
    if (summary === null || summary.gap_after === null || !isDaily(one)) return [];
    const { gap_after: after, first_session: first, last_session: last } = summary;
    const next = dayAfter(after, summary.gap_days ?? 0);
    const missing = calendar.indexOf(next) - calendar.indexOf(after) - 1;
    if (missing < missingMax) return [];
    const all = calendar.indexOf(last) - calendar.indexOf(first) + 1;
    return [
      `${ticker} has no price on ${missing} sessions between ${after} and ${next}, and on ${all - rows} of the ${all} from ${first} to ${last}`,
    ];
  });
  return ofSeveral(found, 'a missing price is never carried forward');
}

/** Within one file: a file of one ticker does not show whether its series has ended. */
export function endNotes(series: readonly SeriesShape[], calendar: Calendar): string[] {
  const ends = series.map(({ summary }) => summary?.last_session ?? '');
  const newest = ends.reduce((a, b) => (b > a ? b : a), '');
  const found = series.filter(isDaily).flatMap(({ ticker, summary }) => {
    const last = summary?.last_session ?? newest;
    const behind = calendar.indexOf(newest) - calendar.indexOf(last);
    return behind < missingMax ? [] : [`${ticker} ends on ${last}, ${behind} sessions before the newest of the file`];
  });
  return ofSeveral(found, 'its price is stale from then on');
}

/** The first one in full, and how many more there are. */
function ofSeveral([first, ...more]: readonly string[], meaning: string): string[] {
  if (first === undefined) return [];
  return [`${first}${more.length === 0 ? '' : `, and ${more.length} more series have the like`}: ${meaning}`];
}

/** 100 times, or a 4th of a thing as 0.25 times. */
function times(ratio: number): string {
  return `${Number(ratio.toPrecision(3))} times`;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
