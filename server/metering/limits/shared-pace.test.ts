// One limit over several servers: each admits at once, reports to the others once a second, and the sum holds over
// time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PaceUse } from '../../store/ledger/request-pace.ts';
import type { Policy } from './rate-limit.ts';
import { PACE_MS, sharedPace } from './shared-pace.ts';

const minute: Policy = { name: 'minute', quota: 60, seconds: 60 };

/** A model of the store's statement on a clock that the test moves. */
function madeUpStore(clock: { ms: number }) {
  const fullAt = new Map<string, number>();
  const noted: PaceUse[][] = [];
  return {
    noted,
    note: async (passed: readonly PaceUse[]) => {
      noted.push([...passed]);
      return passed.map(({ name, subject, count, msEach }) => {
        const at = Math.max(fullAt.get(`${name} ${subject}`) ?? 0, clock.ms) + count * msEach;
        fullAt.set(`${name} ${subject}`, at);
        return Math.max(0, at - clock.ms);
      });
    },
  };
}

function servers(count: number, clock: { ms: number }, note = madeUpStore(clock).note) {
  return Array.from({ length: count }, () => {
    const failures: unknown[] = [];
    const pace = sharedPace({ elapsed: () => clock.ms, note, onFailure: (error) => void failures.push(error) });
    const take = pace.limiter('keyed', [minute]);
    const allows = async (subject = 'one') => (await take(subject)).retryAfter === null;
    return { exchange: pace.exchange, allows, failures };
  });
}

describe('several servers', () => {
  it('let through together no more than the quota, what came back, and one second’s worth each, whatever is asked where', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 4, maxLength: 4 }), {
          minLength: 30,
          maxLength: 120,
        }),
        async (count, seconds) => {
          const clock = { ms: 0 };
          const all = servers(count, clock);
          let passed = 0;
          for (const asked of seconds) {
            for (const [place, server] of all.entries()) {
              for (let one = 0; one < (asked[place] ?? 0); one += 1) passed += (await server.allows()) ? 1 : 0;
            }
            clock.ms += PACE_MS;
            for (const server of all) await server.exchange();
            const saved = minute.quota + clock.ms / 1_000;
            // A server without recent requests knows nothing of the others until it has reported its own.
            expect(passed).toBeLessThanOrEqual(saved + 12 * (count - 1));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('pay back what they let through beyond the quota before they told each other', async () => {
    const clock = { ms: 0 };
    const [one, two] = servers(2, clock);
    if (one === undefined || two === undefined) throw new Error('two were asked for');
    for (let asked = 0; asked < 60; asked += 1) expect([await one.allows(), await two.allows()]).toEqual([true, true]);
    await one.exchange();
    await two.exchange();
    await one.exchange();
    let passed = 0;
    for (clock.ms = 0; clock.ms < 60_000; clock.ms += 1_000) {
      passed += (await two.allows()) ? 1 : 0;
      await two.exchange();
    }
    expect(passed).toBe(0);
    clock.ms = 61_000;
    expect(await two.allows()).toBe(true);
  });

  it('count one caller as one, and another as another', async () => {
    const clock = { ms: 0 };
    const [one, two] = servers(2, clock);
    for (let asked = 0; asked < 60; asked += 1) await one?.allows('noisy');
    await one?.exchange();
    expect(await two?.allows('quiet')).toBe(true);
    await two?.exchange();
    let passed = 0;
    for (let asked = 0; asked < 60; asked += 1) passed += (await two?.allows('quiet')) === true ? 1 : 0;
    expect(passed).toBe(59);
  });
});

describe('a server', () => {
  it('writes nothing where nobody asked', async () => {
    const clock = { ms: 0 };
    const store = madeUpStore(clock);
    const [one] = servers(1, clock, store.note);
    await one?.exchange();
    expect(store.noted).toEqual([]);
    await one?.allows();
    await one?.exchange();
    await one?.exchange();
    expect(store.noted).toEqual([[{ name: 'keyed minute', subject: 'one', count: 1, msEach: 1_000 }]]);
  });

  it('goes on by itself while the store is away, and tells all of it when it is back', async () => {
    const clock = { ms: 0 };
    const store = madeUpStore(clock);
    let isAway = true;
    const note = async (passed: readonly PaceUse[]) => {
      if (isAway) throw new Error('away');
      return store.note(passed);
    };
    const [one] = servers(1, clock, note);
    for (let asked = 0; asked < 3; asked += 1) {
      expect(await one?.allows()).toBe(true);
      await one?.exchange();
    }
    expect(one?.failures).toHaveLength(3);
    isAway = false;
    await one?.exchange();
    expect(store.noted.flat().map(({ count }) => count)).toEqual([3]);
  });

  it('exchanges one at a time: what comes meanwhile is told the next time', async () => {
    const clock = { ms: 0 };
    const store = madeUpStore(clock);
    const waits: (() => void)[] = [];
    const note = async (passed: readonly PaceUse[]) => {
      await new Promise<void>((resolve) => void waits.push(resolve));
      return store.note(passed);
    };
    const [one] = servers(1, clock, note);
    await one?.allows();
    const [first, second] = [one?.exchange(), one?.exchange()];
    await one?.allows();
    expect(waits).toHaveLength(1);
    waits[0]?.();
    await Promise.all([first, second]);
    const third = one?.exchange();
    waits[1]?.();
    await third;
    expect(store.noted.flat().map(({ count }) => count)).toEqual([1, 1]);
  });
});
