/** Metrics of the age of research: releases, the watermark, the calendar, and each feed of prices. */
import { Gauge, type Registry } from 'prom-client';
import { newestOf } from '../measures/time.ts';
import type { ResearchAge } from '../store/known/clock.ts';
import type { Feed, FeedState } from '../reads/feeds.ts';

export interface ResearchMetricsOptions {
  /** Read anew for each scrape. */
  readonly researchAge: () => Promise<readonly ResearchAge[]>;
  /** Reads every series: at most once in `feeds_ms`. */
  readonly feeds: () => Promise<readonly FeedState[]>;
  readonly now: () => string;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}

export const feeds_ms = 60_000;
/** The operator names providers; beyond this number they share one label. */
const PROVIDERS_MAX = 20;

/** A stopped feed shows as a growing age. All workers report the same, so the maximum stands for all. */
export function researchMetrics(registry: Registry, options: ResearchMetricsOptions): void {
  ageGauges(registry, options);
  const states = atMostEvery(feeds_ms, options.elapsed, options.feeds);
  const secondsSince = (from: string): number => (Date.parse(options.now()) - Date.parse(from)) / 1_000;
  const ofCollection = (name: string, help: string, valueOf: (state: FeedState) => number | null): void => {
    gauge(registry, { name, help, labelNames: ['collection'] }, async () =>
      (await states()).map((state) => ({ labels: { collection: state.collection }, value: valueOf(state) })),
    );
  };
  ofCollection(
    'research_watermark_lag_seconds',
    'Seconds for which a boundary of the calendar has passed that the watermark has not been moved to.',
    ({ overdueSince }) => (overdueSince === null ? 0 : Math.max(0, secondsSince(overdueSince))),
  );
  ofCollection(
    'research_observation_age_seconds',
    'Seconds since the newest observation that a release has brought.',
    ({ newestObservedAt }) => (newestObservedAt === null ? null : secondsSince(newestObservedAt)),
  );
  ofCollection(
    'research_calendar_remaining_seconds',
    'Seconds until the end of the days that the session calendar knows.',
    ({ calendarThrough }) => -secondsSince(`${calendarThrough}T23:59:59.999Z`),
  );
  ofCollection('research_folder_run_age_seconds', 'Seconds since the last run of the feed command began.', ({ run }) =>
    run === null ? null : secondsSince(run.beganAt),
  );
  ofCollection(
    'research_folder_refused_files',
    'Files of the folder that are refused and have not changed since, after the last run of the feed command.',
    ({ run }) => (run === null ? null : run.refused + run.standing),
  );
  ofCollection(
    'research_folder_failed',
    'One if the last run of the feed command broke off or could not release, else zero.',
    ({ run }) => (run === null ? null : Number(run.failure !== null)),
  );
  const ofFeed = (name: string, help: string, valueOf: (feed: Feed) => number | null): void => {
    gauge(registry, { name, help, labelNames: ['collection', 'provider'] }, async () =>
      (await states()).flatMap(({ collection, feeds }) =>
        bounded(feeds).map((feed) => ({ labels: { collection, provider: feed.provider }, value: valueOf(feed) })),
      ),
    );
  };
  ofFeed('research_feed_series', 'Series of prices, by collection and provider.', ({ series }) => series);
  ofFeed(
    'research_feed_stale_series',
    'Series whose newest price is older than the last session that should be priced.',
    ({ stale }) => stale,
  );
  ofFeed(
    'research_feed_sessions_behind',
    'Sessions that should be priced and that no series of the provider has: 0 while a feed is alive.',
    ({ sessionsBehind }) => sessionsBehind,
  );
  ofFeed(
    'research_feed_priced_age_seconds',
    'Seconds since the close of the newest session that any series of the provider has.',
    ({ pricedAt }) => (pricedAt === null ? null : secondsSince(pricedAt)),
  );
}

type Sample = { labels: Record<string, string>; value: number | null };
type GaugeOptions = { name: string; help: string; labelNames: string[] };

function gauge(registry: Registry, described: GaugeOptions, measure: () => Promise<readonly Sample[]>): void {
  new Gauge({
    ...described,
    registers: [registry],
    aggregator: 'max',
    async collect() {
      // A store that does not answer must not fail the other metrics, and stale values are not reported.
      const measured = await measure().catch(() => []);
      this.reset();
      for (const { labels, value } of measured) if (value !== null) this.set(labels, value);
    },
  });
}

function ageGauges(registry: Registry, { researchAge, now }: ResearchMetricsOptions): void {
  const secondsSince = (from: string): number => (Date.parse(now()) - Date.parse(from)) / 1_000;
  const age = (name: string, help: string, valueOf: (age: ResearchAge) => number | null): void => {
    gauge(registry, { name, help, labelNames: ['collection'] }, async () =>
      (await researchAge()).map((one) => ({ labels: { collection: one.collection }, value: valueOf(one) })),
    );
  };
  age('research_release_version', 'The newest released version.', ({ version }) => version);
  age('research_release_age_seconds', 'Seconds since the newest release took effect.', ({ released_at: at }) =>
    at === null ? null : secondsSince(at),
  );
  age('research_watermark_age_seconds', 'Seconds since the time up to which answers are settled.', (one) =>
    one.version === 0 ? null : secondsSince(one.watermark),
  );
}

/** The last result, also a failure: a store that does not answer is not asked more often. */
export function atMostEvery<T>(ms: number, elapsed: () => number, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    if (last === null || elapsed() - last.at >= ms) last = { at: elapsed(), answer: ask() };
    return last.answer;
  };
}

/** The largest providers by name, and the rest as one. */
function bounded(feeds: readonly Feed[]): readonly Feed[] {
  if (feeds.length <= PROVIDERS_MAX) return feeds;
  const bySize = [...feeds].sort((a, b) => b.series - a.series || (a.provider < b.provider ? -1 : 1));
  const rest = bySize.slice(PROVIDERS_MAX);
  const least = (values: readonly (number | null)[]): number | null => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : Math.min(...known);
  };
  return [
    ...bySize.slice(0, PROVIDERS_MAX),
    {
      provider: 'other',
      series: rest.reduce((sum, { series }) => sum + series, 0),
      stale: rest.reduce((sum, { stale }) => sum + stale, 0),
      sessionsBehind: least(rest.map(({ sessionsBehind }) => sessionsBehind)),
      pricedAt: newestOf(rest.map(({ pricedAt }) => pricedAt)),
    },
  ];
}
