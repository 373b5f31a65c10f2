// What this client has spent, and the line that `maxCharge` draws before the next metered request.
import { ResearchError } from './problems.ts';

export interface Usage {
  /** Units that answers said they cost. */
  readonly charged: number;
  /** Requests that may have been charged: sent, and no whole answer came back. */
  readonly unknown: number;
}

/** Every metered request costs one unit at most. */
export const UNITS = 1;

/** So many ids that were paid for are known, the last ones: an older one that is asked again is counted again. */
const PAID_MAX = 1_000;

/** A request holds its unit while it is underway, so that calls side by side cannot go over the line together. */
export class Budget {
  readonly #max: number;
  /** How many calls are underway under each id: they share its unit. */
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
   * Throws where the request might go over the line. True for one whose earlier outcome is unknown: it holds its unit
   * already.
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
    // An id is charged once: a second answer under it tells of the same unit.
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

  /** Each id once: one may be underway and lost before, and one that is paid for costs nothing more. */
  #unsettled(): number {
    return new Set([...this.#held.keys(), ...this.#open].filter((id) => !this.#paid.has(id))).size;
  }

  #release(requestId: string): void {
    const calls = (this.#held.get(requestId) ?? 1) - 1;
    if (calls === 0) this.#held.delete(requestId);
    else this.#held.set(requestId, calls);
  }
}
