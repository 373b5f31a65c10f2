// Seeded random courses of made-up people: every direction, days, several statements at an instant, transaction dates, ends, late ones.
import { DAY_MS, dateOf } from '../instants.ts';
import type { StatementLine } from '../raw-statements.ts';

/** A seeded generator of numbers in [0, 1), so that every run makes the same set (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Draw = ReturnType<typeof seeded>;
export type Brought = { release: number; line: StatementLine & Record<string, unknown> };

const pick = <T>(draw: Draw, from: readonly T[]): T => {
  const one = from[Math.floor(draw() * from.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};
const between = (draw: Draw, low: number, high: number): number => low + Math.floor(draw() * (high - low + 1));

const DIRECTIONS = ['bullish', 'bullish', 'bullish', 'bearish', 'bearish', 'mixed', 'mixed', 'unclear'] as const;
const TIMES = ['03:00:00', '13:31:07', '15:00:00', '19:59:59.5', '20:30:00', '22:10:00'] as const;
const SHARED_TEXTS = ['Nothing has changed for us.', 'The quarter was as we thought.', 'See the note of last week.'];
/** First and last date of the statements that a release brings; the later ones bring late statements too. */
const SPANS = [
  ['2014-01-06', '2014-12-30'],
  ['2014-02-03', '2015-08-14'],
  ['2014-06-02', '2016-03-30'],
] as const;

const dayIn = (draw: Draw, [from, to]: readonly [string, string]): string => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return dateOf(new Date(Date.parse(from) + between(draw, 0, days) * DAY_MS).toISOString());
};

type Pair = { ticker: string; person: number; name: string; releases: readonly string[] };
type StatementDate = { date: string; time: string; isDay: boolean };

/** A date that no earlier release of the pair has used: a date may belong to one release only, or a day would be half late. */
function freshDate(
  draw: Draw,
  release: number,
  { used, releases }: { used: Map<string, number>; releases: readonly string[] },
): string {
  for (;;) {
    const own = dateOf(releases[release] ?? '');
    const date = release > 0 && draw() < 0.08 ? own : dayIn(draw, SPANS[release] ?? SPANS[0]);
    if ((used.get(date) ?? release) !== release) continue;
    used.set(date, release);
    return date;
  }
}

function more(draw: Draw, direction: string, { date }: StatementDate): Record<string, unknown> {
  const later = (days: number): string => dateOf(new Date(Date.parse(date) + days * DAY_MS).toISOString());
  const horizon = { text: `Through ${later(200)}.`, until_on: later(between(draw, 20, 500)) };
  const open = { text: 'For some years.' };
  const price = (between(draw, 400, 1_600) / 10).toFixed(1);
  const target = { low: price, high: price, currency: 'USD', ...(draw() < 0.4 ? { horizon } : {}) };
  return {
    ...(draw() < 0.8 ? { direction_basis: draw() < 0.5 ? 'author_declared' : 'word_list' } : {}),
    ...(draw() < 0.12 ? { horizon: draw() < 0.8 ? horizon : open } : {}),
    ...(draw() < 0.12 && direction !== 'unclear' ? { target } : {}),
    ...(draw() < 0.05 ? { coverage: 'dropped' } : {}),
    ...(draw() < 0.1 ? { transaction_date: later(-between(draw, 1, 4)) } : {}),
  };
}

function lineOf(draw: Draw, pair: Pair, number: number, when: StatementDate): Brought['line'] {
  const record = `${pair.name}:${number}`;
  const direction = pick(draw, DIRECTIONS);
  const id = `made-up-${pair.person}`;
  const name = `Made Up ${pair.person}${draw() < 0.1 ? ' Jr' : ''}`;
  return {
    record_id: record,
    dataset: 'made-up',
    person: { id, name, handle: pair.person % 3 === 0 ? null : `madeup${pair.person}`, kind: 'pseudonym' },
    security: { ticker: pair.ticker },
    direction,
    observed_at: `${when.date}T${when.time}Z`,
    observed_at_precision: when.isDay ? 'day' : 'second',
    statement: draw() < 0.1 ? pick(draw, SHARED_TEXTS) : `Words of ${record}.`,
    source_url: `https://made-up.example/${record}`,
    source_title: `Statement ${record}`,
    ...more(draw, direction, when),
  };
}

/** One to eight statements of a pair; about every fourth shares the date of the one before it, and often its instant too. */
export function randomCourse(draw: Draw, pair: Pair): Brought[] {
  const used = new Map<string, number>();
  const brought: Brought[] = [];
  /** On the date of its release only a day fits: an instant of that date might lie behind the release. */
  const isOfRelease = (date: string): boolean => dateOf(pair.releases[release] ?? '') === date;
  let last: StatementDate | null = null;
  let release = 0;
  const count = between(draw, 1, 8);
  for (let number = 0; number < count; number += 1) {
    const isShared: boolean = last !== null && draw() < 0.25;
    if (!isShared && draw() < 0.35) release = Math.min(2, release + between(draw, 0, 2));
    const date: string = isShared && last ? last.date : freshDate(draw, release, { used, releases: pair.releases });
    const isDay = draw() < 0.2 || isOfRelease(date);
    const time: string =
      isShared && last && draw() < 0.7 ? last.time : isDay ? pick(draw, ['00:00:00', '12:00:00']) : pick(draw, TIMES);
    last = { date, time, isDay };
    brought.push({ release, line: lineOf(draw, pair, number, last) });
  }
  return withDates(draw, brought);
}

/** Where several share an instant, half of the time all of them carry a transaction date. */
function withDates(draw: Draw, brought: Brought[]): Brought[] {
  const shared = (a: Brought): number => brought.filter(({ line }) => line.observed_at === a.line.observed_at).length;
  const base = ['2014-01-02', '2014-01-03'];
  const isDated = draw() < 0.5;
  return brought.map((one) =>
    isDated && shared(one) > 1 ? { ...one, line: { ...one.line, transaction_date: pick(draw, base) } } : one,
  );
}
