// How fresh prices are, around the publication of Friday 2024-01-05 (close 21:00, expected from 22:00 on).
import { describe, expect, test } from 'vitest';
import { createCalendar } from './calendar.ts';
import { dataFreshness, marketFreshness, type PriceStatus, priceStatus, providersDisagree } from './price-status.ts';
import { noPrices } from './prices.ts';
import { builtIn, pricedAt } from './test-series.ts';

const throughFriday = [
  ['2024-01-03', 100],
  ['2024-01-04', 101],
  ['2024-01-05', 102],
] as const;

function status(
  asOf: string,
  rows: readonly (readonly [string, number])[] = throughFriday,
  doubts: Partial<Parameters<typeof priceStatus>[0]> = {},
) {
  return priceStatus({
    asOf,
    calendar: builtIn,
    series: pricedAt(rows, asOf),
    hashMismatch: false,
    providersDisagree: false,
    ...doubts,
  });
}

describe('price status', () => {
  test.each([
    ['before Friday is expected', '2024-01-05T21:59:59.999Z', '2024-01-04', '2024-01-05', 0, 'current'],
    ['when it is expected', '2024-01-05T22:00:00.000Z', '2024-01-05', '2024-01-05', 0, 'current'],
    ['over the weekend', '2024-01-08T21:59:59.999Z', '2024-01-05', '2024-01-05', 0, 'current'],
    ['when Monday is missing', '2024-01-08T22:00:00.000Z', '2024-01-08', '2024-01-05', 1, 'stale'],
    ['when Tuesday is missing too', '2024-01-09T22:00:00.000Z', '2024-01-09', '2024-01-05', 2, 'stale'],
  ])('%s', (...[, asOf, expectedSession, through, sessionsBehind, expected]) => {
    expect(status(asOf)).toMatchObject({ status: expected, expectedSession, through, sessionsBehind });
  });

  test('an early close is expected an hour after it', () => {
    expect(status('2024-07-03T18:00:00.000Z').expectedSession).toBe('2024-07-03');
    expect(status('2024-07-03T17:59:59.999Z').expectedSession).toBe('2024-07-02');
  });

  test('without a price it is unavailable, whatever else is doubted', () => {
    expect(status('2024-01-05T22:00:00.000Z', [], { hashMismatch: true })).toMatchObject({
      status: 'unavailable',
      expectedSession: '2024-01-05',
      through: null,
      sessionsBehind: null,
    });
  });

  test('a doubt outranks staleness and keeps the dates', () => {
    const asOf = '2024-01-08T22:00:00.000Z';
    expect(status(asOf, throughFriday, { hashMismatch: true })).toMatchObject({
      status: 'unverified',
      sessionsBehind: 1,
    });
    expect(status(asOf, throughFriday, { providersDisagree: true })).toMatchObject({
      status: 'unverified',
      through: '2024-01-05',
    });
  });

  test('at the end of the calendar nothing is verified, until the operator adds a session', () => {
    const rows = [['2027-12-31', 100]] as const;
    const asOf = '2028-01-02T00:00:00.000Z';
    expect(status('2027-12-31T21:30:00.000Z', rows).status).toBe('current');
    expect(status(asOf, rows)).toMatchObject({
      status: 'unverified',
      expectedSession: '2027-12-31',
      sessionsBehind: 0,
    });
    const calendar = createCalendar([{ date: '2028-01-03', closeAt: '2028-01-03T21:00:00.000Z', early: false }]);
    expect(status(asOf, rows, { calendar }).status).toBe('current');
  });

  test('every reason is a sentence', () => {
    const reasons = [
      status('2024-01-05T22:00:00.000Z').reason,
      status('2024-01-08T22:00:00.000Z').reason,
      status('2024-01-09T22:00:00.000Z').reason,
      status('2024-01-05T22:00:00.000Z', []).reason,
    ];
    expect(reasons).toEqual([
      'Priced through the expected session 2024-01-05.',
      'Priced through 2024-01-05, 1 session behind the expected 2024-01-08.',
      'Priced through 2024-01-05, 2 sessions behind the expected 2024-01-09.',
      'No price is known at the cutoff.',
    ]);
    expect(status('2024-01-05T21:30:00.000Z').reason).toBe('Priced through 2024-01-05; 2024-01-04 was expected.');
  });
});

describe('providers', () => {
  const chosen = pricedAt(throughFriday);
  test.each<[string, readonly (readonly [string, number])[], boolean]>([
    ['equal', [['2024-01-05', 102]], false],
    ['exactly one percent apart', [['2024-01-05', 103.02]], false],
    ['more than one percent apart', [['2024-01-05', 103.03]], true],
    ['apart below', [['2024-01-05', 100.9]], true],
    [
      'apart on an older session only',
      [
        ['2024-01-04', 50],
        ['2024-01-05', 102],
      ],
      false,
    ],
    [
      'apart on the newest common session',
      [
        ['2024-01-04', 50],
        ['2024-01-08', 1],
      ],
      true,
    ],
    ['without a common session', [['2024-01-09', 50]], false],
  ])('%s', (_, other, expected) => {
    expect(providersDisagree(chosen, [noPrices, pricedAt(other)])).toBe(expected);
  });

  test('exactly one percent is no disagreement at any price that has cents', () => {
    for (let dollars = 1; dollars <= 1_000; dollars += 1) {
      const [lower, higher] = [dollars, Number((dollars * 1.01).toFixed(2))];
      const apart = [
        [lower, higher],
        [higher, lower],
        [lower, higher + 0.01],
      ] as const;
      const found = apart.map(([own, other]) =>
        providersDisagree(pricedAt([['2024-01-05', own]]), [pricedAt([['2024-01-05', other]])]),
      );
      expect(found, `at ${dollars}`).toEqual([false, false, true]);
    }
  });
});

describe('freshness of more than one series', () => {
  function made(name: PriceStatus['status'], through: string | null, sessionsBehind: number | null = 0): PriceStatus {
    return { status: name, expectedSession: '2024-01-08', through, sessionsBehind, reason: 'Because.' };
  }
  const names = ['current', 'stale', 'unverified', 'unavailable'] as const;

  test('market freshness is the worse of the two, and no price counts as unverified [SPEC-R5]', () => {
    const worst = names.map((own) => names.map((other) => marketFreshness(made(own, null), made(other, null)).status));
    expect(worst).toEqual([
      ['current', 'stale', 'unverified', 'unverified'],
      ['stale', 'stale', 'unverified', 'unverified'],
      ['unverified', 'unverified', 'unverified', 'unverified'],
      ['unverified', 'unverified', 'unverified', 'unverified'],
    ]);
  });

  test('each through-date is its own, and the reason names an unavailable series', () => {
    expect(marketFreshness(made('current', '2024-01-08'), made('unavailable', null))).toEqual({
      status: 'unverified',
      expectedSession: '2024-01-08',
      securityThrough: '2024-01-08',
      benchmarkThrough: null,
      reason: 'Security is current: Because. Benchmark is unavailable: Because.',
    });
  });

  test('a brief is delayed by one session and stale beyond', () => {
    expect(dataFreshness(made('current', '2024-01-08'))).toBe('current');
    expect(dataFreshness(made('stale', '2024-01-05', 1))).toBe('delayed');
    expect(dataFreshness(made('stale', '2024-01-04', 2))).toBe('stale');
    expect(dataFreshness(made('unverified', '2024-01-08'))).toBe('stale');
    expect(dataFreshness(made('unverified', '2024-01-05', 1))).toBe('stale');
    expect(dataFreshness(made('unavailable', null, null))).toBe('stale');
  });
});
