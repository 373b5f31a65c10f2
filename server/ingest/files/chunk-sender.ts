// The chunks of a file on their way to the database, which adds one while the next is read.
import { setImmediate } from 'node:timers/promises';

export class ChunkSender {
  #sending: Promise<void> = Promise.resolve();

  /** Begins with a chunk once the one before is added. */
  async send(add: () => Promise<void>): Promise<void> {
    await this.#sending;
    this.#sending = add();
    // Its failure is thrown where it is waited for.
    this.#sending.catch(() => undefined);
    // Rows that are in memory are read without a turn of the loop, and the statement would leave only after them.
    await setImmediate();
  }

  finish(): Promise<void> {
    return this.#sending;
  }
}
