// A small world for the tests of the independent computation: every day is a session, two price files, statements by hand.
import { momentOf } from '../own/own-subject.ts';
import type { Moment } from '../own/own-subject.ts';
import type { Price, RawData, Security, Session } from '../raw-files.ts';
import type { Statement } from '../raw-statements.ts';

const DAY_MS = 86_400_000;
/** The release of a small world, before everything in it. */
export const RELEASED = '2013-12-01T00:00:00.000Z';
export const dayOf = (index: number): string =>
  new Date(Date.parse('2014-01-01T00:00:00Z') + index * DAY_MS).toISOString().slice(0, 10);
/** Every day is a session here, numbered from 0. */
export const sessions: Session[] = Array.from({ length: 300 }, (_, i) => ({
  date: dayOf(i),
  open: `${dayOf(i)}T14:30:00.000Z`,
  close: `${dayOf(i)}T21:00:00.000Z`,
  early: false,
}));
export const priced = (indices: readonly number[], price: (index: number) => number): Price[] =>
  indices.map((index) => ({
    date: dayOf(index),
    adjusted: price(index),
    close: null,
    split: null,
    observedAt: null,
  }));
export const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

export function said(recordId: string, index: number, more: Partial<Statement> = {}): Statement {
  return {
    recordId,
    personId: recordId,
    personName: recordId,
    personHandle: null,
    ticker: 'AAA',
    securityName: null,
    direction: 'bullish',
    basis: 'word_list',
    observedAt: `${dayOf(index)}T12:00:00.000Z`,
    isDay: false,
    transactionDate: null,
    isDropped: false,
    text: `Words of ${recordId}.`,
    url: `https://words.example/${recordId}`,
    horizon: null,
    target: null,
    release: 0,
    ...more,
  };
}

export const security = (ticker: string, sic: string | null, filedOn: string | null): Security => ({
  ticker,
  name: null,
  cik: `${ticker.charCodeAt(0)}`,
  sic,
  filedOn,
});

export function world(statements: Statement[], own: Price[], cutoffIndex: number, securities: Security[] = []): Moment {
  const file = (ticker: string, prices: Price[]): RawData['priceFiles'][number] => ({
    path: `${ticker}.csv`,
    folder: '.',
    ticker,
    prices,
    hasAdjusted: true,
  });
  const priceFiles = [
    file('AAA', own),
    file(
      'SPY',
      priced(upTo(100), () => 50),
    ),
  ];
  const raw = { sessions, priceFiles, securities, statements, releases: [RELEASED] };
  return momentOf(raw, `${dayOf(cutoffIndex)}T21:00:00.000Z`);
}
