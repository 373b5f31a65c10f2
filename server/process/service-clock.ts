/** The clock of this process: the database's, carried on by a clock that only goes forward. What this machine thinks of the time is not asked. */
import { databaseNow } from '../store/known/clock.ts';
import type { Db } from '../store/engine/db.ts';

export type ServiceClock = { now(): string; stop(): void };

/** `elapsed` is a clock in milliseconds that only goes forward. */
export type ServiceClockOptions = { db: Db; elapsed: () => number; onFailure: (error: unknown) => void };

/** A laptop that slept is right again after this time. */
const SET_EVERY_MS = 5_000;
/** An answer that took longer says too little of when it was given. */
const ROUND_TRIP_MS_MAX = 1_000;

/**
 * All processes of a store have one time, so none serves as the newest, refuses as the future, or ends a sign-in, what
 * another does not. While the database is away the clock goes on from where it was set last.
 */
export async function serviceClock({ db, elapsed, onFailure }: ServiceClockOptions): Promise<ServiceClock> {
  /** What the database's clock says when `elapsed` is 0. */
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
      // The text is made once for all that ask within a millisecond: every answer asks several times.
      const ms = Math.floor((origin ?? 0) + elapsed());
      if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
      return last.text;
    },
    stop: () => clearInterval(timer),
  };
}
