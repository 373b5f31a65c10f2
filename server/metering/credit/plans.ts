// Plans and refills for sale, as data: the only place with prices.

export type Plan = {
  readonly id: string;
  readonly name: string;
  /** US cents for one period; null if it is not for sale. */
  readonly price_cents: number | null;
  readonly period: 'month' | 'year' | null;
  /** Requests in one period; null if unlimited. */
  readonly requests: number | null;
  /** A paid subscription permits refills. */
  readonly paid: boolean;
  /** Requests a second and a minute, as a multiple of the limits for a workspace without a plan (RATE_LIMITS). */
  readonly rate_factor: number;
  /** Weight in the slots for new answers, relative to a workspace of weight 1. */
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

/** Prepaid requests together with a paid subscription; they do not expire. */
export const refill = { id: 'refill', name: 'Refill', price_cents: 500, requests: 100 } as const;

export function planOf(id: string): Plan | null {
  return plans.find((plan) => plan.id === id) ?? null;
}

/** True if a workspace on this plan may buy refills; its existing balances stay usable in any case. */
export function mayRefill(planId: string | null): boolean {
  return planId !== null && planOf(planId)?.paid === true;
}

/**
 * The end of a period that starts now; null for an endless one. A month keeps its day of the month if the target month
 * has it.
 */
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
