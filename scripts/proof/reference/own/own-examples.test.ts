// Worked examples of a change of mind: the mark follows the current direction, targets end, related views rank by whether they count.
import { describe, expect, it } from 'vitest';
import { beliefsAt } from './own-beliefs.ts';
import { confirmation, marksOf } from './own-marks.ts';
import { relatedTo } from './own-relations.ts';
import { distancesOf } from './own-targets.ts';
import type { Distance } from './own-targets.ts';
import type { Through } from './own-prices.ts';
import type { PriceFile, Session } from '../raw-files.ts';
import type { Target } from '../raw-statements.ts';
import { RELEASED, said, security } from '../testing/world.ts';

const CUTOFF = '2016-03-31T23:00:00.000Z';
const releases = [RELEASED];
const session = (date: string): Session => ({
  date,
  open: `${date}T13:30:00.000Z`,
  close: `${date}T20:00:00.000Z`,
  early: false,
});
const stated = (date: string, direction: string): ReturnType<typeof said> =>
  said(date, 0, { personId: 'ada', direction, observedAt: `${date}T15:00:00.000Z` });

describe('a change of mind', () => {
  it('from bullish to mixed weakens the view and ends its direction', () => {
    const [belief] = beliefsAt(
      { statements: [stated('2015-02-02', 'bullish'), stated('2015-05-04', 'mixed')], releases },
      CUTOFF,
    );
    expect(belief).toMatchObject({ direction: 'mixed', status: 'weakened', firstAt: '2015-02-02T15:00:00.000Z' });
    expect(belief?.since.at).toBe('2015-05-04T15:00:00.000Z');
  });
  it('from mixed to bullish is judged by the price since then: ahead since inception, against since the direction', () => {
    const sessions = ['2014-06-02', '2015-11-02', '2016-03-31'].map(session);
    const series = (...prices: number[]): Map<string, number> =>
      new Map(sessions.map(({ date }, i) => [date, prices[i] ?? 0]));
    const [belief] = beliefsAt(
      { statements: [stated('2014-06-02', 'mixed'), stated('2015-11-02', 'bullish')], releases },
      CUTOFF,
    );
    if (!belief) throw new Error('no belief');
    const { inception, direction, entriesDiffer } = marksOf(belief, {
      sessions,
      security: series(84.530403, 116.586769, 105.879097),
      benchmark: series(168.5022430419922, 189.27099609375, 186.9495086669922),
      cutoff: CUTOFF,
    });
    expect(inception.excessPercent).toBeCloseTo(14.307853291272, 10);
    expect(direction.excessPercent).toBeCloseTo(-7.957752758025, 10);
    expect([confirmation('bullish', [direction.excessPercent]), entriesDiffer]).toEqual(['against', true]);
  });
});

describe('related research', () => {
  const master = ['AAA', 'BBB', 'CCC'].map((ticker) =>
    security(ticker, ticker === 'CCC' ? '3572' : '3571', '2014-01-02'),
  );
  const view = (id: string, ticker: string, date: string, direction = 'bullish'): ReturnType<typeof said> =>
    said(`${id}${date}`, 0, { personId: id, ticker, direction, observedAt: `${date}T15:00:00.000Z` });
  const order = (statements: ReturnType<typeof said>[]): [string[], number] => {
    const { related, omitted } = relatedTo('AAA', master, beliefsAt({ statements, releases }, CUTOFF), CUTOFF);
    return [related.map(({ belief }) => `${belief.summary.recordId} ${belief.status}`), omitted];
  };
  const reversed = [view('c', 'BBB', '2016-01-04'), view('c', 'BBB', '2016-01-05', 'bearish')];
  it('ranks counting views of the nearest industry, then silent ones, and shows no ended one beside them', () => {
    const silent = view('a', 'BBB', '2014-06-02');
    const group = view('b', 'CCC', '2016-02-01');
    expect(order([silent, group, ...reversed])).toEqual([
      ['c2016-01-05 active', 'b2016-02-01 active', 'a2014-06-02 active'],
      1,
    ]);
  });
  it('shows ended ones where there is no other', () => {
    const dropped = said('d', 0, { ticker: 'BBB', isDropped: true });
    expect(order([dropped])).toEqual([['d abandoned'], 0]);
  });
});

describe('a target', () => {
  const file: PriceFile = {
    path: 'AAA.csv',
    folder: '.',
    ticker: 'AAA',
    hasAdjusted: true,
    prices: [
      { date: '2015-11-02', adjusted: 90, close: 100, split: 1, observedAt: null },
      { date: '2016-03-31', adjusted: 48, close: 50, split: 2, observedAt: null },
    ],
  };
  const current: Through = { status: 'current', freshness: 'current', through: '2016-03-31', expected: '2016-03-31' };
  const target = (high: number, untilOn: string | null = null): Target => ({
    low: high,
    high,
    currency: 'USD',
    untilOn,
  });
  const distance = (aim: Target, direction = 'bullish', price = current, at = CUTOFF): Distance | undefined => {
    const statements = [{ ...stated('2015-11-02', direction), target: aim }];
    const [belief] = beliefsAt({ statements, releases }, at);
    return belief && distancesOf(belief, { file, price, cutoff: at, releases })?.[0];
  };
  it('is rescaled by the splits since it was stated and compared with the close without dividends', () => {
    expect(distance(target(120))).toMatchObject({ reason: null, proximity: 'not_reached', statedOn: '2015-11-02' });
    expect(distance(target(120))?.high).toBeCloseTo(20, 12);
    expect([104, 100, 98].map((high) => distance(target(high))?.proximity)).toEqual([
      'near',
      'reached_or_beyond',
      'reached_or_beyond',
    ]);
    expect([104, 98, 80].map((high) => distance(target(high), 'bearish')?.proximity)).toEqual([
      'reached_or_beyond',
      'near',
      'not_reached',
    ]);
  });
  it('ends with its horizon, or after a year without one', () => {
    expect(distance(target(120, '2016-03-30'))?.reason).toBe('horizon_ended');
    expect(distance(target(120, '2016-03-31'))?.reason).toBeNull();
    expect(distance(target(120), 'bullish', current, '2016-11-02T00:00:00.000Z')?.reason).toBe('target_not_restated');
  });
  it('keeps its distance without proximity on a view without a clear direction, and has none at a price that is late', () => {
    expect(distance(target(120), 'mixed')).toMatchObject({ reason: 'no_clear_direction', proximity: 'unknown' });
    expect(distance(target(120), 'mixed')?.high).toBeCloseTo(20, 12);
    expect(distance(target(120), 'bullish', { ...current, status: 'stale' })).toMatchObject({
      reason: 'price_stale',
      high: null,
    });
  });
});
