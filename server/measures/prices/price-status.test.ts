// Freshness of prices around the publication of Friday 2024-01-05 (close 21:00, expected from 22:00 on).
import { describe, expect, test } from 'vitest';
import { createCalendar } from '../calendar.ts';
import { dataFreshness, marketFreshness, type PriceStatus, priceStatus, providersDisagree } from './price-status.ts';
import { noPrices } from './prices.ts';
import { builtIn, pricedAt } from '../testing/series.ts';

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
    disagreement: null,
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
    const disagreement = {
      providers: ['northfeed', 'southfeed'],
      session: '2024-01-03',
      gapPercent: 3.2051,
    } as const;
    expect(status(asOf, throughFriday, { disagreement })).toMatchObject({
      status: 'unverified',
      through: '2024-01-05',
      reason:
        'Providers northfeed and southfeed part on 2024-01-03: their ratio differs by 3.21 percent from that of their last common session.',
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
  type Closes = readonly (number | null)[];
  const days = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'] as const;
  const quotedCloses = [99, 100, 101, 102] as const;

  /** One close a day from Tuesday on; null if the provider has none. */
  function provided(provider: string, closes: Closes) {
    const rows = days.flatMap((day, index) => {
      const close = closes[index] ?? null;
      return close === null ? [] : [[day, close] as const];
    });
    return { provider, series: rows.length === 0 ? noPrices : pricedAt(rows) };
  }

  function partedBy(own: Closes, other: Closes) {
    const found = providersDisagree(provided('northfeed', own), [provided('southfeed', other)]);
    return found && ([found.session, Number(found.gapPercent.toFixed(2))] as const);
  }

  test.each<[string, Closes, ReturnType<typeof partedBy>]>([
    ['equal', quotedCloses, null],
    ['on another dividend basis: apart by a constant factor', quotedCloses.map((close) => close * 0.93), null],
    ['one of another currency unit', quotedCloses.map((close) => close * 100), null],
    // 100/110 over 102/102 is 0.90909.
    ['one bad print in the middle', [99, 110, 101, 102], ['2024-01-03', 9.09]],
    ['one bad print below', [99, 90, 101, 102], ['2024-01-03', 11.11]],
    // Split 4 for 1 before Thursday: the quoted series is adjusted for it, the other is not.
    ['a split that only one knows', [396, 400, 101, 102], ['2024-01-02', 75]],
    // 99/99 over 102/204 is 2: every session differs from the last common one.
    ['the last common session is the bad one', [99, 100, 101, 204], ['2024-01-02', 100]],
    ['the other ends earlier: held against the last that both have', [99, 100, 101, null], null],
    ['the other ends earlier, on a bad print', [99, 100, 50, null], ['2024-01-02', 50.5]],
    ['a session that only one has is passed over', [99, null, null, 102], null],
    ['only one common session, far apart', [null, null, null, 1], null],
    ['no common session', [null, null, null, null], null],
  ])('%s', (_, other, expected) => {
    expect(partedBy(quotedCloses, other)).toEqual(expected);
  });

  test('a provider without the last session of the quoted one is compared up to its own', () => {
    expect(partedBy([99, 100, 101, null], [99, 100, 101, 500])).toBeNull();
    expect(partedBy([99, null, 101, null], [null, 100, null, 102])).toBeNull();
  });

  test('of several, the first in their order that disagrees is named', () => {
    const agreeing = provided('first', quotedCloses);
    const [bad, worse] = [provided('second', [98, 110, 101, 102]), provided('third', [50, 100, 101, 102])];
    const quoted = provided('quoted', quotedCloses);
    expect(providersDisagree(quoted, [])).toBeNull();
    expect(providersDisagree(quoted, [agreeing])).toBeNull();
    expect(providersDisagree(quoted, [agreeing, bad, worse])).toMatchObject({ providers: ['quoted', 'second'] });
    expect(providersDisagree(quoted, [worse, bad])).toMatchObject({ providers: ['quoted', 'third'] });
  });

  test('exactly one percent is no disagreement at any price that has cents', () => {
    for (let dollars = 1; dollars <= 1_000; dollars += 1) {
      const higher = Number((dollars * 1.01).toFixed(2));
      const parted = [higher, higher + 0.01].map((close) =>
        partedBy([close, null, null, dollars], [dollars, null, null, dollars]),
      );
      expect(
        parted.map((found) => found !== null),
        `at ${dollars}`,
      ).toEqual([false, true]);
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
