// What can be bought, as data: nothing else in the service knows a price.

export type Plan = {
  readonly id: string;
  readonly name: string;
  /** US cents for one period; null where it is not for sale. */
  readonly price_cents: number | null;
  readonly period: 'month' | 'year' | null;
  /** Requests in one period, null for any number. */
  readonly requests: number | null;
  /** A paid subscription is what refills may be bought with. */
  readonly paid: boolean;
  /** Requests a second and a minute, times what the server allows a workspace without a plan (RATE_LIMITS). */
  readonly rate_factor: number;
  /** Of the slots for new answers, beside one workspace of weight 1. */
  readonly weight: number;
};

export const plans = [
  {
    id: 'monthly',
    name: 'Monthly',
    price_cents: 1_900,
    period: 'month',
    requests: 500,
    paid: true,
    rate_factor: 1,
    weight: 1,
  },
  {
    id: 'annual',
    name: 'Annual',
    price_cents: 19_000,
    period: 'year',
    requests: 6_000,
    paid: true,
    rate_factor: 1,
    weight: 1,
  },
  {
    id: 'unlimited',
    name: 'Unlimited',
    price_cents: null,
    period: null,
    requests: null,
    paid: false,
    rate_factor: 2,
    weight: 2,
  },
] as const satisfies readonly Plan[];

/** Prepaid requests beside a paid subscription; they do not expire. */
export const refill = { id: 'refill', name: 'Refill', price_cents: 500, requests: 100 } as const;

export function planOf(id: string): Plan | null {
  return plans.find((plan) => plan.id === id) ?? null;
}

/** Whether a workspace on this plan may buy refills; balances that it has already stay usable without. */
export function mayRefill(planId: string | null): boolean {
  return planId !== null && planOf(planId)?.paid === true;
}

/** When a period that starts now ends; null for one without an end. Months keep their day where there is one. */
export function periodEnd({ period }: Plan, start: string): string | null {
  if (period === null) return null;
  const from = new Date(start);
  const months = period === 'month' ? 1 : 12;
  const target = new Date(from);
  target.setUTCDate(1);
  target.setUTCMonth(from.getUTCMonth() + months);
  const daysIn = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(from.getUTCDate(), daysIn));
  return target.toISOString();
}
