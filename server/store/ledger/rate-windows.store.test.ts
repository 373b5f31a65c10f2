// Limits over all processes: exactly the quota in a window that begins with its first take, and no subject in plain text.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../engine/engine.ts';
import { giveBack, take, type TakeResult } from './rate-windows.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const guard = { name: 'device_initiation', quota: 3, seconds: 3_600 };
const takeAs = (subject: string, changes: Partial<typeof guard> = {}): Promise<TakeResult> =>
  take(store.db, { ...guard, ...changes, subject });

/** Lets so much of the window of everyone pass. */
async function pass(seconds: number): Promise<void> {
  // In seconds: a cluster updates no row by a clock that follows from it.
  await store.db.raw(
    `update rate_window set window_start = to_timestamp(extract(epoch from window_start - to_timestamp(0))::float8 - ?)`,
    [seconds],
  );
}

describe('a window', () => {
  it('allows exactly its quota, says what is left, and then when to come back', async () => {
    const taken = [];
    for (let one = 0; one < 5; one += 1) taken.push(await takeAs('192.0.2.1'));
    expect(taken.map(({ allowed, left }) => [allowed, left])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ]);
    expect(taken.slice(0, 3).map(({ retryAfter }) => retryAfter)).toEqual([null, null, null]);
    for (const { retryAfter } of taken.slice(3)) {
      expect(retryAfter).toBeGreaterThan(3_500);
      expect(retryAfter).toBeLessThanOrEqual(3_600);
    }
  });

  it('is one for each subject and each limit', async () => {
    for (let one = 0; one < 3; one += 1) await takeAs('192.0.2.7');
    expect(await takeAs('192.0.2.2')).toMatchObject({ allowed: true, left: 2 });
    expect(await takeAs('192.0.2.7', { name: 'sign_in' })).toMatchObject({ allowed: true, left: 2 });
    expect(await takeAs('192.0.2.7')).toMatchObject({ allowed: false });
  });

  it('has one more for whoever gets one back, and never more than its quota', async () => {
    const back = () => giveBack(store.db, { ...guard, subject: 'good' });
    await back();
    for (let one = 0; one < 20; one += 1) {
      expect(await takeAs('good')).toMatchObject({ allowed: true, left: 2 });
      await back();
    }
    await back();
    const left = [];
    for (let one = 0; one < 4; one += 1) left.push((await takeAs('good')).left);
    expect(left).toEqual([2, 1, 0, 0]);
    // The fourth was refused and took nothing: three that are given back leave all three.
    for (let one = 0; one < 3; one += 1) await back();
    expect(await takeAs('good')).toMatchObject({ allowed: true, left: 2 });
  });

  it('ends its seconds after its first take, however often it was asked in vain, and the next one is whole', async () => {
    for (let one = 0; one < 9; one += 1) await takeAs('patient');
    await pass(3_000);
    const refused = await takeAs('patient');
    expect(refused).toMatchObject({ allowed: false, left: 0 });
    expect(refused.retryAfter).toBeLessThanOrEqual(600);
    await pass(600);
    const together = await Promise.all([1, 2, 3, 4].map(() => takeAs('patient')));
    expect(together.filter(({ allowed }) => allowed)).toHaveLength(3);
  });

  it('follows a quota that was changed meanwhile', async () => {
    for (let one = 0; one < 3; one += 1) await takeAs('changed');
    expect(await takeAs('changed', { quota: 1 })).toMatchObject({ allowed: false, left: 0 });
    expect(await takeAs('changed', { quota: 10 })).toMatchObject({ allowed: true });
    expect(await takeAs('none', { quota: 0 })).toMatchObject({ allowed: false, left: 0 });
  });

  it('is no longer than a day: tidying takes older ones away', async () => {
    await expect(takeAs('long', { seconds: 86_401 })).rejects.toThrow(RangeError);
    expect((await takeAs('day', { seconds: 86_400 })).allowed).toBe(true);
  });

  it('allows what a count by hand allows, for any order of takes and any passing of time', async () => {
    const step = fc.record({
      who: fc.constantFrom('ada', 'ben'),
      wait: fc.constantFrom(0, 0, 0, 2_000, 14_000, 20_000, 22_000),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const name = `run-${(run += 1)}`;
        const counted = new Map<string, { start: number; points: number }>();
        let clock = 0;
        for (const { who, wait } of steps) {
          clock += wait;
          if (wait > 0) await pass(wait);
          const before = counted.get(who);
          const window = before === undefined || clock - before.start >= 20_000 ? { start: clock, points: 0 } : before;
          counted.set(who, window);
          window.points += 1;
          const { allowed } = await take(store.db, { name, subject: who, quota: 3, seconds: 20_000 });
          expect(allowed).toBe(window.points <= 3);
        }
      }),
      { numRuns: 15 },
    );
  });
});

describe('what is written of a subject', () => {
  it('is a hash that differs from limit to limit, never the address or e-mail itself', async () => {
    const email = 'ada@example.com';
    for (const name of ['sign_in', 'code_entry']) await takeAs(email, { name });
    const { rows } = await store.db.raw(
      `select name, subject, rate_window::text as line from rate_window where name in ('sign_in', 'code_entry')`,
    );
    const written = (rows as { name: string; subject: Buffer; line: string }[]).filter(
      ({ subject }) => subject.length === 32,
    );
    expect(written.length).toBeGreaterThanOrEqual(2);
    expect(new Set(written.map(({ subject }) => subject.toString('hex'))).size).toBe(written.length);
    const plain = [email, Buffer.from(email).toString('hex'), Buffer.from(email).toString('base64')];
    for (const { line } of written) for (const text of plain) expect(line).not.toContain(text);
  });
});
