// Courses of an account that is given, sold and spent, against a model that knows only the entries of its ledger.
import { periodEnd, plans } from '../../../server/metering/credit/plans.ts';
import { standingOf } from '../../../server/metering/limits/standing.ts';
import type { Draw } from '../fuzz/draw.ts';
import {
  type Account,
  type ChargeResult,
  balanceOf,
  charge,
  endPeriod,
  monthOf,
  newAccount,
  startPeriod,
} from './account.ts';
import { Violation, hold } from './violation.ts';

/** Functions under simulation; a test replaces one with a wrong one. */
export const accountCore = { charge, periodEnd, standingOf };

type Period = { plan: string; units: number | null; endsAt: number | null; charged: number };

const DAY_MS = 86_400_000;
/** One in so many asks comes under an id that was asked before. */
const AGAIN_OF = 4;

/** Sums over entries; nothing in here is ever lowered or set back. */
class Ledger {
  readonly #ids = new Set<string>();
  readonly #months = new Map<string, number>();
  #period: Period | null = null;
  #granted = 0;
  #paid = 0;
  #limit: number | null = null;

  grant(units: number): void {
    this.#granted += units;
  }

  begin(period: Omit<Period, 'charged'> | null): void {
    this.#period = period === null ? null : { ...period, charged: 0 };
  }

  limit(units: number | null): void {
    this.#limit = units;
  }

  running(now: number): Period | null {
    const period = this.#period;
    return period === null || (period.endsAt !== null && period.endsAt <= now) ? null : period;
  }

  get prepaid(): number {
    return this.#granted - this.#paid;
  }

  spentIn(now: number): number {
    return this.#months.get(monthOf(now)) ?? 0;
  }

  isAtLimit(now: number): boolean {
    return this.#limit !== null && this.spentIn(now) >= this.#limit;
  }

  /** Outcome of a request under a new id. */
  outcome(now: number): Exclude<ChargeResult, 'known'> {
    const period = this.running(now);
    if (period !== null && (period.units === null || period.charged < period.units)) return 'subscription';
    if (this.prepaid === 0) return 'no-credit';
    return this.isAtLimit(now) ? 'spend-limit-reached' : 'prepaid';
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  write(id: string, from: ChargeResult, now: number): void {
    if (from !== 'subscription' && from !== 'prepaid') return;
    this.#ids.add(id);
    if (from === 'subscription' && this.#period !== null) this.#period.charged += 1;
    if (from === 'subscription') return;
    this.#paid += 1;
    this.#months.set(monthOf(now), this.spentIn(now) + 1);
  }
}

type World = { core: typeof accountCore; account: Account; ledger: Ledger; now: number; asked: number };

const statusFor = { subscription: 'ready', prepaid: 'ready', 'no-credit': 'no_credit' } as const;

/** The status must predict the outcome of the next request. */
function compare({ core, account, ledger, now }: World): void {
  const outcome = ledger.outcome(now);
  const standing = core.standingOf(balanceOf(account, now));
  hold('the status', standing.status, outcome === 'spend-limit-reached' ? 'spend_limit_reached' : statusFor[outcome]);
  const period = ledger.running(now);
  hold('the plan', standing.subscriptionPlan, period?.plan ?? null);
  const left = period === null ? 0 : period.units === null ? null : period.units - period.charged;
  hold('the allowance', standing.subscriptionRequestsRemaining, left);
  hold('the prepaid requests', standing.prepaidRequestsRemaining, ledger.prepaid);
  hold('the limit', standing.spendLimitReached, ledger.isAtLimit(now));
  if ((standing.subscriptionRequestsRemaining ?? 0) < 0 || standing.prepaidRequestsRemaining < 0) {
    throw new Violation('a balance below nothing');
  }
}

/** A charged request is known for good, and a refused one may be paid for later. */
function ask(world: World, draw: Draw): void {
  const { core, account, ledger, now } = world;
  const isAgain = world.asked > 0 && draw.once(AGAIN_OF);
  const id = String(isAgain ? draw.below(world.asked) : (world.asked += 1) - 1);
  const before = JSON.stringify(account);
  const expected = ledger.has(id) ? 'known' : ledger.outcome(now);
  const outcome = core.charge(account, id, now);
  hold('a charge', outcome, expected);
  ledger.write(id, outcome, now);
  const isPaid = outcome === 'subscription' || outcome === 'prepaid';
  if (!isPaid) hold('an account that paid nothing', JSON.stringify(account), before);
}

function subscribe({ core, account, ledger, now }: World, draw: Draw): void {
  const plan = draw.pick(plans);
  const end = core.periodEnd(plan, new Date(now).toISOString());
  const endsAt = end === null ? null : Date.parse(end);
  if (endsAt !== null && endsAt <= now) throw new Violation(`a period of ${plan.id} ends before it begins`);
  // Few enough to be used up.
  const units = plan.requests === null ? null : draw.below(8);
  startPeriod(account, { plan: plan.id, units, endsAt });
  ledger.begin({ plan: plan.id, units, endsAt });
}

function change(world: World, draw: Draw): void {
  const { account, ledger } = world;
  switch (draw.below(6)) {
    case 0:
      return subscribe(world, draw);
    case 1:
      endPeriod(account);
      return ledger.begin(null);
    case 2:
    case 3: {
      const units = 1 + draw.below(6);
      account.prepaid += units;
      return ledger.grant(units);
    }
    default: {
      const limit = draw.once(3) ? null : draw.below(10);
      account.limit = limit;
      ledger.limit(limit);
    }
  }
}

export function accountCourse(draw: Draw, steps: number, core = accountCore): void {
  const world: World = { core, account: newAccount(), ledger: new Ledger(), now: Date.UTC(2026, 9, 5), asked: 0 };
  for (let step = 0; step < steps; step += 1) {
    world.now += draw.once(20) ? draw.below(40) * DAY_MS : draw.below(3_600_000);
    if (draw.once(8)) change(world, draw);
    else ask(world, draw);
    compare(world);
  }
}
