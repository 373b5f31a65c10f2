// The clock of a process: the database's at the start plus the elapsed time, independent of the machine's clock.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serviceClock } from './service-clock.ts';
import { databaseNow } from '../store/known/clock.ts';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';

let store: Store;
let elapsed = 17;
const failures: unknown[] = [];

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const start = () =>
  serviceClock({ db: store.db, elapsed: () => elapsed, onFailure: (error) => void failures.push(error) });
const anHourLater = (instant: string): string => new Date(Date.parse(instant) + 3_600_000).toISOString();

it('says what the database says, and goes on by what has elapsed', async () => {
  const before = await databaseNow(store.db);
  const clock = await start();
  const after = await databaseNow(store.db);
  const said = clock.now();
  expect([before, said, after].toSorted()).toEqual([before, said, after]);
  elapsed += 3_600_000;
  expect(clock.now()).toBe(anHourLater(said));
  clock.stop();
});

it('does not ask the machine, and goes on while the database is away', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'], now: new Date('2001-01-01T00:00:00.000Z') });
  try {
    const clock = await start();
    const said = clock.now();
    expect(said > '2020').toBe(true);
    const raw = vi.spyOn(store.db, 'raw').mockRejectedValue(new Error('away') as never);
    await vi.advanceTimersByTimeAsync(60_000);
    raw.mockRestore();
    expect(failures.length).toBeGreaterThan(3);
    elapsed += 3_600_000;
    expect(clock.now()).toBe(anHourLater(said));
    clock.stop();
  } finally {
    vi.useRealTimers();
  }
});
