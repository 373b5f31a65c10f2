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

/** A request holds its unit while it is underway, so that calls side by side cannot go over the line together. */
export class Budget {
  readonly #max: number;
  readonly #held = new Set<string>();
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
    if (wasOpen) this.#held.add(requestId);
    if (this.#held.has(requestId)) return wasOpen;
    if (this.#charged + this.#held.size + this.#open.size + UNITS > this.#max) {
      const detail = `this client may spend ${this.#max} units; nothing was sent`;
      throw new ResearchError('max-charge-reached', { detail, requestId });
    }
    this.#held.add(requestId);
    return false;
  }

  settle(requestId: string, charge: number): void {
    this.#held.delete(requestId);
    this.#charged += charge;
  }

  leaveOpen(requestId: string): void {
    this.#held.delete(requestId);
    this.#open.add(requestId);
  }
}
