// Activity of a listing: the moves of the last 90 days, who has a counting view, and the next dated horizons.
import { DAY_MS, endOfDay, wholeDays } from '../instants.ts';
import type { Belief } from './own-beliefs.ts';
import type { Revision } from './own-courses.ts';
import { counts, notCounting, REASONS } from './own-views.ts';
import type { Reason } from './own-views.ts';
import { DIRECTIONS, peopleOf } from './own-trade.ts';

const WINDOW_DAYS = 90;
const DATED_MOST = 3;

export type DueEvent = { kind: 'horizon'; dueOn: string; text: string; beliefId: string; url: string };
export type Activity = {
  opened: Map<string, number>;
  turned: { from: string; to: string; count: number }[];
  clarified: number;
  reversed: number;
  closed: number;
  people: Map<string, number>;
  notCounting: Map<Reason, number>;
  ageDays: number | null;
  dated: DueEvent[];
};

const horizonEnd = (untilOn: string): string => endOfDay(untilOn).replace('.000Z', '.999Z');

function datedOf(own: readonly Belief[], cutoff: string): DueEvent[] {
  const all = own
    .filter(({ isFinal }) => !isFinal)
    .flatMap(({ id, horizon, summary }): DueEvent[] => {
      const untilOn = horizon?.untilOn ?? null;
      if (horizon === null || untilOn === null || horizonEnd(untilOn) < cutoff) return [];
      return [{ kind: 'horizon', dueOn: untilOn, text: horizon.text, beliefId: id, url: summary.url }];
    });
  const key = ({ dueOn, beliefId }: DueEvent): string => `${dueOn} ${beliefId}`;
  return all.sort((a, b) => (key(a) < key(b) ? -1 : 1)).slice(0, DATED_MOST);
}

function turnsOf(inWindow: (fits: (r: Revision) => boolean) => number): Activity['turned'] {
  return DIRECTIONS.filter((from) => from !== 'unclear').flatMap((from) =>
    DIRECTIONS.map((to) => ({
      from,
      to,
      count: inWindow(({ turnedFrom, direction }) => turnedFrom === from && direction === to),
    })).filter(({ count }) => count > 0),
  );
}

export function activityOf(own: readonly Belief[], cutoff: string): Activity {
  const start = new Date(Date.parse(cutoff) - WINDOW_DAYS * DAY_MS).toISOString();
  const inWindow = (fits: (revision: Revision) => boolean): number =>
    own.filter(({ course }) => course.some((r) => r.counts > start && r.counts <= cutoff && fits(r))).length;
  const counting = own.filter((belief) => counts(belief, cutoff));
  const open = own.filter(({ isFinal }) => !isFinal);
  const newest = own
    .map(({ latestAt }) => latestAt)
    .sort()
    .at(-1);
  return {
    opened: new Map(
      DIRECTIONS.map((side) => [side, inWindow(({ move, direction }) => move === 'initiated' && direction === side)]),
    ),
    turned: turnsOf(inWindow),
    clarified: inWindow(({ turnedFrom }) => turnedFrom === 'unclear'),
    reversed: inWindow(({ move }) => move === 'reversed'),
    closed: inWindow(({ move }) => move === 'closed'),
    people: new Map(DIRECTIONS.map((side) => [side, peopleOf(counting.filter(({ direction }) => direction === side))])),
    notCounting: new Map(
      REASONS.map((reason) => [reason, open.filter((belief) => notCounting(belief, cutoff) === reason).length]),
    ),
    ageDays: newest === undefined ? null : Math.max(0, wholeDays(newest, cutoff)),
    dated: datedOf(own, cutoff),
  };
}
