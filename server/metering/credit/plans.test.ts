// The items for sale follow the specification, and a period that starts now ends on the right day.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayRefill, periodEnd, planOf, plans, refill } from './plans.ts';

const planCalled = (id: string) => {
  const plan = planOf(id);
  if (plan === null) throw new Error(`there is no plan ${id}`);
  return plan;
};
const monthly = planCalled('monthly');
const annual = planCalled('annual');

describe('what can be bought', () => {
  it('is a subscription of $19 a month, a year of it, and refills of $5 with a paid one [SPEC-A5]', () => {
    expect(monthly).toMatchObject({ price_cents: 1_900, period: 'month', paid: true });
    expect(annual).toMatchObject({ period: 'year', paid: true });
    expect(refill.price_cents).toBe(500);
    expect(['monthly', 'annual', 'unlimited', 'other', null].map(mayRefill)).toEqual([true, true, false, false, false]);
  });

  it('is named uniquely, costs and gives whole amounts, and is for sale only where it is paid', () => {
    expect(new Set(plans.map(({ id }) => id)).size).toBe(plans.length);
    for (const plan of plans) {
      expect([plan.id, plan.paid]).toEqual([plan.id, plan.price_cents !== null]);
      for (const amount of [plan.price_cents, plan.requests]) {
        expect([plan.id, amount === null || (Number.isSafeInteger(amount) && amount > 0)]).toEqual([plan.id, true]);
      }
    }
    expect(plans).toHaveLength(3);
    expect(planOf('Monthly')).toBeNull();
    expect(planOf('')).toBeNull();
  });
});

describe('a period', () => {
  it('keeps its day and time of day, and ends on the last day of a month that has no such day', () => {
    const ends: [from: string, month: string, year: string][] = [
      ['2026-01-15T10:20:30.456Z', '2026-02-15T10:20:30.456Z', '2027-01-15T10:20:30.456Z'],
      ['2026-01-31T23:59:59.999Z', '2026-02-28T23:59:59.999Z', '2027-01-31T23:59:59.999Z'],
      ['2028-01-31T00:00:00.000Z', '2028-02-29T00:00:00.000Z', '2029-01-31T00:00:00.000Z'],
      ['2028-02-29T12:00:00.000Z', '2028-03-29T12:00:00.000Z', '2029-02-28T12:00:00.000Z'],
      ['2027-02-28T12:00:00.000Z', '2027-03-28T12:00:00.000Z', '2028-02-28T12:00:00.000Z'],
      ['2100-01-30T00:00:00.000Z', '2100-02-28T00:00:00.000Z', '2101-01-30T00:00:00.000Z'],
      ['2026-03-31T00:00:00.000Z', '2026-04-30T00:00:00.000Z', '2027-03-31T00:00:00.000Z'],
      ['2026-08-31T00:00:00.000Z', '2026-09-30T00:00:00.000Z', '2027-08-31T00:00:00.000Z'],
      ['2026-12-31T00:00:00.000Z', '2027-01-31T00:00:00.000Z', '2027-12-31T00:00:00.000Z'],
    ];
    for (const [from, month, year] of ends) {
      expect([from, periodEnd(monthly, from), periodEnd(annual, from)]).toEqual([from, month, year]);
    }
    expect(ends).toHaveLength(9);
  });

  it('has no end where the plan has none', () => {
    expect(periodEnd(planCalled('unlimited'), '2026-01-31T00:00:00.000Z')).toBeNull();
  });

  it('lasts one calendar month or year from every start, to the same time of day', () => {
    const starts = fc.date({ min: new Date('2020-01-01Z'), max: new Date('2120-01-01Z'), noInvalidDate: true });
    const monthNumber = (at: string): number => Number(at.slice(0, 4)) * 12 + Number(at.slice(5, 7));
    fc.assert(
      fc.property(starts, (start) => {
        const from = start.toISOString();
        for (const [plan, months] of [
          [monthly, 1],
          [annual, 12],
        ] as const) {
          const end = periodEnd(plan, from) ?? '';
          expect(monthNumber(end) - monthNumber(from)).toBe(months);
          expect(end.slice(10)).toBe(from.slice(10));
          const [dayFrom = 0, dayEnd = 0] = [from, end].map((at) => Number(at.slice(8, 10)));
          expect(dayEnd === dayFrom || (dayEnd < dayFrom && dayEnd >= 28)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
