// Budget of a client: units charged so far, and the `maxCharge` limit before each metered request.
import { ResearchError } from './problems.ts';

export interface Usage {
  /** Units that answers reported as their cost. */
  readonly charged: number;
  /** Requests that may have been charged: they were sent, and no whole answer came back. */
  readonly unknown: number;
}

/** Highest cost of one metered request. */
export const UNITS = 1;

/** Bound on remembered paid ids. An id older than these is counted a second time when it is repeated. */
const PAID_MAX = 1_000;

/** A request reserves its unit while it is in progress, so that parallel calls cannot exceed the limit together. */
export class Budget {
  readonly #max: number;
  /** Calls in progress per request id; they share its unit. */
  readonly #held = new Map<string, number>();
  readonly #paid = new Set<string>();
  readonly #open = new Set<string>();
  #charged = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get usage(): Usage {
    return { charged: this.#charged, unknown: this.#open.size };
  }

  /**
   * Throws if the request might exceed the limit. Returns true if the outcome of an earlier attempt is unknown: that
   * attempt already reserved the unit.
   */
  hold(requestId: string): boolean {
    const wasOpen = this.#open.delete(requestId);
    const hasUnit = wasOpen || this.#held.has(requestId) || this.#paid.has(requestId);
    if (!hasUnit && this.#charged + this.#unsettled() + UNITS > this.#max) {
      const detail = `this client may spend ${this.#max} units; nothing was sent`;
      throw new ResearchError('max-charge-reached', { detail, requestId });
    }
    this.#held.set(requestId, (this.#held.get(requestId) ?? 0) + 1);
    return wasOpen;
  }

  settle(requestId: string, charge: number): void {
    this.#release(requestId);
    // An id is charged once: a second answer with this id reports the same unit.
    if (charge === 0 || this.#paid.has(requestId)) return;
    this.#charged += charge;
    const [oldest = ''] = this.#paid.add(requestId);
    if (this.#paid.size > PAID_MAX) this.#paid.delete(oldest);
    this.#open.delete(requestId);
  }

  leaveOpen(requestId: string): void {
    this.#release(requestId);
    if (!this.#paid.has(requestId)) this.#open.add(requestId);
  }

  /** Counts each id once: the same id can be both in progress and lost, and a paid id costs nothing more. */
  #unsettled(): number {
    return new Set([...this.#held.keys(), ...this.#open].filter((id) => !this.#paid.has(id))).size;
  }

  #release(requestId: string): void {
    const calls = (this.#held.get(requestId) ?? 1) - 1;
    if (calls === 0) this.#held.delete(requestId);
    else this.#held.set(requestId, calls);
  }
}
