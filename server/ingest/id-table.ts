// Which ids a file has shown, and with which content: 16 bytes each, outside the JavaScript heap.
import { createHash } from 'node:crypto';

export type Seen = 'new' | 'same' | 'other';

/**
 * Open addressing over 64-bit hashes of id and content. A set of the ids themselves would cost about 150 bytes each and
 * make the memory of an import grow with its file. The price is a false alarm ("loaded twice") with a probability
 * of about n^2 / 2^65: one in a million for five million records. It can refuse a file; it can never lose a record.
 */
export class IdTable {
  #slots = new BigUint64Array(2 * 1024);
  #size = 0;

  /** The content hash is hexadecimal. */
  add(id: string, contentHash: string): Seen {
    if (this.#size * 2 > this.#slots.length / 2) this.#grow();
    const key = keyOf(id);
    const content = BigInt(`0x${contentHash.slice(0, 16)}`);
    const slot = this.#find(this.#slots, key);
    if (this.#slots[slot] === key) return this.#slots[slot + 1] === content ? 'same' : 'other';
    this.#slots[slot] = key;
    this.#slots[slot + 1] = content;
    this.#size += 1;
    return 'new';
  }

  has(id: string): boolean {
    const key = keyOf(id);
    return this.#slots[this.#find(this.#slots, key)] === key;
  }

  get size(): number {
    return this.#size;
  }

  /** The slot that holds the key, or the empty one where it belongs. No key is 0. */
  #find(slots: BigUint64Array, key: bigint): number {
    const count = slots.length / 2;
    let place = Number((key >> 1n) % BigInt(count));
    while (slots[2 * place] !== 0n && slots[2 * place] !== key) place = (place + 1) % count;
    return 2 * place;
  }

  #grow(): void {
    const larger = new BigUint64Array(this.#slots.length * 2);
    for (let slot = 0; slot < this.#slots.length; slot += 2) {
      const key = this.#slots[slot] ?? 0n;
      if (key === 0n) continue;
      const place = this.#find(larger, key);
      larger[place] = key;
      larger[place + 1] = this.#slots[slot + 1] ?? 0n;
    }
    this.#slots = larger;
  }
}

function keyOf(id: string): bigint {
  return createHash('sha256').update(id).digest().readBigUInt64LE(0) | 1n;
}
