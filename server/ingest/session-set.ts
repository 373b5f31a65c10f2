// Which sessions of which series a file has shown: a bit a day, so that a file of a million rows costs kilobytes.
const FIRST_DAY = Date.UTC(1950, 0, 1) / 86_400_000;
const DAYS = 366 * 151;

export class SessionSet {
  readonly #bits = new Map<string, Uint8Array>();

  /** False when it was there already. */
  add(seriesId: string, session: string): boolean {
    const bits = this.#bits.get(seriesId) ?? new Uint8Array(Math.ceil(DAYS / 8));
    this.#bits.set(seriesId, bits);
    const day = Date.parse(session) / 86_400_000 - FIRST_DAY;
    const byte = bits[day >> 3] ?? 0;
    const bit = 1 << (day & 7);
    if ((byte & bit) !== 0) return false;
    bits[day >> 3] = byte | bit;
    return true;
  }

  /** How many sessions of a series come at most so many days after another one of it. */
  closeTogether(seriesId: string, daysMax: number): number {
    let count = 0;
    let last = Number.NEGATIVE_INFINITY;
    for (const [at, byte] of (this.#bits.get(seriesId) ?? []).entries()) {
      for (let bit = 0; byte >> bit > 0; bit += 1) {
        if (((byte >> bit) & 1) === 0) continue;
        const day = at * 8 + bit;
        if (day - last <= daysMax) count += 1;
        last = day;
      }
    }
    return count;
  }
}
