// What this client has spent, and the line that `maxCharge` draws before the next metered request.
import { ResearchError } from './problems.ts';

export interface Usage {
  /** Units that answers said they cost. */
  readonly charged: number;
  /** Requests that may have been charged: sent, and no whole answer came back. */
  readonly unknown: number;
}

/** Every metered request costs one unit at most. */
const UNITS = 1;

/** Of one id: how many calls are underway under it, which share its unit, and whether one of them was charged. */
interface Held {
  calls: number;
  isPaid: boolean;
}

/** A request holds its unit while it is underway, so that calls side by side cannot go over the line together. */
export class Budget {
  readonly #max: number;
  readonly #held = new Map<string, Held>();
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
    const held = this.#held.get(requestId);
    if (held !== undefined) {
      held.calls += 1;
      return wasOpen;
    }
    if (!wasOpen && this.#charged + this.#held.size + this.#open.size + UNITS > this.#max) {
      const detail = `this client may spend ${this.#max} units; nothing was sent`;
      throw new ResearchError('max-charge-reached', { detail, requestId });
    }
    this.#held.set(requestId, { calls: 1, isPaid: false });
    return wasOpen;
  }

  settle(requestId: string, charge: number): void {
    const held = this.#release(requestId);
    // An id is charged once: a second answer under it tells of the same unit.
    if (charge === 0 || held?.isPaid === true) return;
    this.#charged += charge;
    if (held !== undefined) held.isPaid = true;
    this.#open.delete(requestId);
  }

  leaveOpen(requestId: string): void {
    if (this.#release(requestId)?.isPaid !== true) this.#open.add(requestId);
  }

  #release(requestId: string): Held | undefined {
    const held = this.#held.get(requestId);
    if (held !== undefined) held.calls -= 1;
    if (held?.calls === 0) this.#held.delete(requestId);
    return held;
  }
}
