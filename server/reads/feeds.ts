// Freshness of the inputs: observations, the calendar, and the prices of each provider.
import { type Calendar, publicationDelayMinutes } from '../measures/calendar.ts';
import { newestOf } from '../measures/time.ts';
import { researchAge } from '../store/known/clock.ts';
import type { CalendarDate, Collection, Db, Instant } from '../store/engine/db.ts';
import { type FeedRow, feedRows, newestObservations } from '../store/known/read-feeds.ts';
import { type FeedRun, feedRuns } from '../store/staged/feed-runs.ts';
import { calendarReader } from './calendar.ts';

export type Feed = {
  provider: string;
  series: number;
  /** Series whose newest price is older than the last session that should be priced. */
  stale: number;
  /** Number of such sessions that every series of the provider lacks; null if the calendar expects none yet. */
  sessionsBehind: number | null;
  /** The close of the newest session in any series. */
  pricedAt: Instant | null;
};

export type FeedState = {
  collection: Collection;
  feeds: readonly Feed[];
  newestObservedAt: Instant | null;
  calendarThrough: CalendarDate;
  /** The passed boundary that the watermark has not reached. */
  overdueSince: Instant | null;
  /** The last run of `admin feed`; null if there was none. */
  run: FeedRun | null;
};

/** The state of every collection with a release. Preview is fiction: it is as fresh as at its own watermark. */
export function feedReader(): (db: Db, now: Instant) => Promise<FeedState[]> {
  const calendarAt = calendarReader();
  return async (db, now) => {
    const [heads, rows, observations] = [await researchAge(db), await feedRows(db), await newestObservations(db)];
    const runs = await feedRuns(db);
    const released = heads.filter(({ version }) => version > 0);
    return Promise.all(
      released.map(async ({ collection, version, watermark }) => {
        const calendar = await calendarAt(db, { collection, version, asOf: watermark, removals: 0 });
        const boundary = collection === 'live' ? calendar.boundaryAtOrBefore(now) : null;
        const own = rows.filter((row) => row.collection === collection);
        return {
          collection,
          feeds: feedsOf(own, calendar, collection === 'live' ? now : watermark),
          newestObservedAt: observations.find((one) => one.collection === collection)?.observed_at ?? null,
          calendarThrough: calendar.coveredThrough,
          run: runs.find((one) => one.collection === collection) ?? null,
          overdueSince: boundary !== null && boundary > watermark ? boundary : null,
        };
      }),
    );
  };
}

function feedsOf(rows: readonly FeedRow[], calendar: Calendar, asOf: Instant): Feed[] {
  const index = calendar.lastClosedBy(asOf, publicationDelayMinutes);
  const expected = index === null ? null : (calendar.sessions[index]?.date ?? null);
  return [...new Set(rows.map(({ provider }) => provider))].map((provider) => {
    const own = rows.filter((row) => row.provider === provider);
    const newest = newestOf(own.map(({ session }) => session));
    const sum = (counted: readonly FeedRow[]): number => counted.reduce((total, { series }) => total + series, 0);
    const due = calendar.sessions.filter(({ date }) => expected !== null && date <= expected);
    return {
      provider,
      series: sum(own),
      stale: sum(own.filter(({ session }) => expected !== null && (session === null || session < expected))),
      sessionsBehind: expected === null ? null : due.filter(({ date }) => newest === null || date > newest).length,
      pricedAt: calendar.sessions.findLast(({ date }) => newest !== null && date <= newest)?.closeAt ?? null,
    };
  });
}
