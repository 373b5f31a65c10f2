// Chance that can be repeated: everything that a request has is drawn from one seed and the number of the request.
import { random } from '../../../server/testing/random.ts';

export class Draw {
  readonly #next: () => number;

  constructor(seed: number, number = 0) {
    // Neighbouring numbers must not begin alike.
    this.#next = random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  }

  /** A whole number from 0 up to and without this bound. */
  below(bound: number): number {
    return Math.floor(this.#next() * bound);
  }

  /** True once in so many times. */
  once(inTimes: number): boolean {
    return this.below(inTimes) === 0;
  }

  pick<T>(list: readonly T[]): T {
    const one = list[this.below(list.length)];
    if (one === undefined) throw new Error('there is nothing to draw from');
    return one;
  }

  /** The items that chance keeps, in their order. */
  some<T>(list: readonly T[], inTimes: number): T[] {
    return list.filter(() => this.once(inTimes));
  }
}
