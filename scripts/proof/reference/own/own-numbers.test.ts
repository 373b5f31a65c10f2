// The independent computation against tables worked out by hand: it judges the service, so it is judged first.
import { describe, expect, it } from 'vitest';
import { compare, printedRows } from '../compare.ts';
import { instant } from '../instants.ts';
import { beliefsAt, personAt } from './own-beliefs.ts';
import type { Belief } from './own-beliefs.ts';
import { confirmation, knownAt, marksOf, median } from './own-marks.ts';
import type { Mark } from './own-marks.ts';
import { expectedSession } from './own-prices.ts';
import { relatedTo } from './own-relations.ts';
import { parseCsv } from '../raw-files.ts';
import type { PriceFile, Security, Session } from '../raw-files.ts';
import type { Statement } from '../raw-statements.ts';
import { RELEASED, said as saidOn } from '../testing/world.ts';

const sessions: Session[] = ['02', '03', '06', '07', '08', '09', '10', '13'].map((day) => ({
  date: `2014-01-${day}`,
  open: `2014-01-${day}T14:30:00.000Z`,
  close: `2014-01-${day}T${day === '03' ? '18' : '21'}:00:00.000Z`,
  early: day === '03',
}));

function said(day: string, direction: string, more: Partial<Statement> = {}): Statement {
  return saidOn(`r:${day}:${more.personId ?? 'ada'}`, 0, {
    personId: 'ada',
    personName: `Ada ${day}`,
    direction,
    observedAt: `2014-01-${day}T12:00:00.000Z`,
    ...more,
  });
}

function priced(prices: Record<string, number>, ticker = 'AAA'): PriceFile {
  const rows = Object.entries(prices).map(([day, adjusted]) => ({
    date: `2014-01-${day}`,
    adjusted,
    close: null,
    split: null,
    observedAt: null,
  }));
  return { path: `${ticker}.csv`, folder: '.', ticker, hasAdjusted: true, prices: rows };
}

const END = '2014-01-31T00:00:00.000Z';
const series = (prices: Record<string, number>, cutoff = END): Map<string, number> =>
  knownAt(priced(prices), sessions, cutoff);
const belief = (statements: Statement[], cutoff = END): Belief[] =>
  beliefsAt({ statements, releases: [RELEASED] }, cutoff);

describe('raw files', () => {
  it('a CSV field may hold separators, doubled quotes and line feeds', () => {
    expect(parseCsv('a,b\r\n"x, ""y""\nz",2\r\n')).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', '2'],
    ]);
  });
  it('an instant is cut to milliseconds, never rounded', () => {
    expect(instant('2014-01-02T03:04:05.9999Z')).toBe('2014-01-02T03:04:05.999Z');
    expect(() => instant('2014-01-02')).toThrow('not an instant');
  });
});

describe('beliefs', () => {
  it('a statement after the cutoff is not known, and a person is called as by the newest one that is', () => {
    const statements = [said('02', 'bullish'), said('03', 'bullish'), said('08', 'bearish')];
    expect(belief(statements, '2014-01-06T00:00:00.000Z')).toHaveLength(1);
    const raw = { statements, releases: [RELEASED] };
    expect(personAt(raw, 'ada', '2014-01-06T00:00:00.000Z').name).toBe('Ada 03');
  });
});

describe('marks', () => {
  const mark = (statement: Statement, prices: Record<string, number>, cutoff = END): Mark => {
    const [own] = belief([statement]);
    if (!own) throw new Error('no belief');
    const benchmark = series({ '02': 100, '03': 100, '06': 110, '07': 100, '13': 120 }, cutoff);
    return marksOf(own, { sessions, security: series(prices, cutoff), benchmark, cutoff }).inception;
  };
  it('measures security and benchmark over the same two sessions, unrounded', () => {
    const result = mark(said('02', 'bearish'), { '02': 10, '13': 11 });
    expect(result).toMatchObject({
      status: 'measured',
      entry: { session: '2014-01-02' },
      latest: { session: '2014-01-13' },
    });
    expect(result.excessPercent).toBeCloseTo(10 - 20, 12);
  });
  it('a statement after an early close enters at the next session', () => {
    const late = said('03', 'bullish', { observedAt: '2014-01-03T18:00:00.001Z' });
    expect(mark(late, { '03': 10, '06': 11, '07': 12 }).entry?.session).toBe('2014-01-06');
    expect(mark({ ...late, observedAt: '2014-01-03T18:00:00.000Z' }, { '03': 10, '06': 11 }).entry?.session).toBe(
      '2014-01-03',
    );
  });
  it('waits five sessions for a price: pending, then no_entry_price', () => {
    expect(mark(said('02', 'bullish'), { '09': 10 }).reason).toBe('no_entry_price');
    expect(mark(said('02', 'bullish'), { '08': 10, '09': 11 }).entry?.session).toBe('2014-01-08');
    expect(mark(said('02', 'bullish'), { '09': 10 }, '2014-01-08T20:59:59.999Z').status).toBe('pending');
  });
  it('one session alone measures nothing, and a missing benchmark leaves no excess', () => {
    expect(mark(said('02', 'bullish'), { '02': 10 })).toMatchObject({
      status: 'unmeasured',
      reason: 'entry_is_latest',
    });
    expect(mark(said('02', 'bullish'), { '02': 10, '09': 11 })).toMatchObject({
      benchmarkPercent: null,
      excessPercent: null,
    });
  });
  it('a price is known from its close on, a session is expected an hour after it', () => {
    expect(series({ '03': 10 }, '2014-01-03T17:59:59.999Z').size).toBe(0);
    expect(series({ '03': 10 }, '2014-01-03T18:00:00.000Z').size).toBe(1);
    expect(expectedSession(sessions, '2014-01-03T18:59:59.999Z')).toBe('2014-01-02');
    expect(expectedSession(sessions, '2014-01-03T19:00:00.000Z')).toBe('2014-01-03');
  });
  it('rows on a day without a session are ignored', () => {
    expect([...series({ '03': 1, '04': 2, '06': 3 }).values()]).toEqual([1, 3]);
  });
});

describe('confirmation', () => {
  it('the median decides, with the sign turned for bearish views', () => {
    expect(median([3, 1, 2, 10])).toBe(2.5);
    expect(confirmation('bullish', [2, null])).toBe('mixed');
    expect(confirmation('bullish', [(102 / 100 - 1) * 100])).toBe('mixed');
    expect(confirmation('bullish', [2.1, null])).toBe('working');
    expect(confirmation('bearish', [2.1])).toBe('against');
    expect(confirmation('bearish', [null])).toBe('unmeasured');
  });
});

describe('relations', () => {
  const master: Security[] = [
    ['AAA', '0000000001', '3571', '2014-01-02'],
    ['BBB', '0000000002', '3571', '2014-01-02'],
    ['CCC', '0000000003', '3577', '2014-01-02'],
    ['DDD', '0000000001', '3571', '2014-01-02'],
    ['EEE', '0000000005', '3571', null],
    ['FFF', '0000000006', '2834', '2014-01-02'],
  ].map(([ticker = '', cik = null, sic = null, filedOn = null]) => ({
    ticker: ticker ?? '',
    name: null,
    cik,
    sic,
    filedOn,
  }));
  const all = belief(
    ['BBB', 'CCC', 'DDD', 'EEE', 'FFF'].map((ticker) => said('02', 'bullish', { ticker, recordId: ticker })),
  );
  it('hold from the midnight after the filing, never within one company, never without a filing date', () => {
    expect(relatedTo('AAA', master, all, '2014-01-02T23:59:59.999Z')).toMatchObject({ basis: 'none', related: [] });
    const { basis, related } = relatedTo('AAA', master, all, '2014-01-03T00:00:00.000Z');
    expect(basis).toBe('related_industry');
    expect(related.map((r) => [r.belief.ticker, r.relationship])).toEqual([
      ['BBB', 'same_industry'],
      ['CCC', 'same_industry_group'],
    ]);
  });
});

describe('comparison', () => {
  it('a field of one side only, an unequal word and a difference above the tolerance are all unequal', () => {
    const ours = new Map<string, string | number>([
      ['a', 1],
      ['b', 'x'],
      ['c', 1],
      ['only', 1],
    ]);
    const theirs = new Map<string, string | number>([
      ['a', 1 + 5e-10],
      ['b', 'y'],
      ['c', 1 + 2e-9],
    ]);
    const rows = compare({ ticker: 'AAA', asOf: END }, ours, theirs);
    expect(rows.map(({ field, equal }) => [field, equal])).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
      ['only', false],
    ]);
    expect(printedRows(rows, false)).toHaveLength(4);
  });
});
