/** Clock of this process: the database's time, advanced by a monotonic clock. */
import { databaseNow } from '../store/known/clock.ts';
import type { Db } from '../store/engine/db.ts';

export type ServiceClock = { now(): string; stop(): void };

/** `elapsed` is a monotonic clock in milliseconds. */
export type ServiceClockOptions = { db: Db; elapsed: () => number; onFailure: (error: unknown) => void };

/** After sleep a laptop is correct again within this time. */
const SET_EVERY_MS = 5_000;
/** After a slower round trip the returned time is too imprecise. */
const ROUND_TRIP_MS_MAX = 1_000;

/**
 * All processes of a store share one time, so none serves as newest, refuses as future, or ends a session by a
 * different one. While the database is away, the clock continues from its last setting.
 */
export async function serviceClock({ db, elapsed, onFailure }: ServiceClockOptions): Promise<ServiceClock> {
  /** The database's time at `elapsed` 0. */
  let origin: number | null = null;
  async function set(): Promise<void> {
    const asked = elapsed();
    const said = Date.parse(await databaseNow(db));
    const roundTrip = elapsed() - asked;
    if (origin === null || roundTrip <= ROUND_TRIP_MS_MAX) origin = said - asked - roundTrip / 2;
  }
  await set();
  const timer = setInterval(() => void set().catch(onFailure), SET_EVERY_MS).unref();
  let last = { ms: Number.NaN, text: '' };
  return {
    now() {
      // The text is cached for a millisecond: each answer reads it several times.
      const ms = Math.floor((origin ?? 0) + elapsed());
      if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
      return last.text;
    },
    stop: () => clearInterval(timer),
  };
}
