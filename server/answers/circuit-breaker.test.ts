// A replica that hangs delays only the reads that had begun, and none after them until it answers again.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CircuitBreaker, circuitBreaker } from './circuit-breaker.ts';

let now: number;
let probes: { answer: () => void; fail: () => void }[];
let changes: (number | null)[];
let breaker: CircuitBreaker;
beforeEach(() => {
  vi.useFakeTimers();
  [now, probes, changes] = [0, [], []];
  breaker = circuitBreaker({
    elapsed: () => now,
    probe: () =>
      new Promise((resolve, reject) => {
        probes.push({ answer: () => resolve(null), fail: () => reject(new Error('silent')) });
      }),
    onChange: (pauseMs) => void changes.push(pauseMs),
  });
});
afterEach(() => void vi.useRealTimers());

const never = (): Promise<string> => new Promise(() => undefined);
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('a replica that answers', () => {
  it('is asked each time, and its answer handed on', async () => {
    for (let times = 0; times < 3; times += 1) {
      expect(breaker.allows()).toBe(true);
      expect(await breaker.attempt(async () => 'head')).toBe('head');
    }
    expect([probes, changes]).toEqual([[], []]);
  });
});

describe('a replica that hangs', () => {
  it('holds nobody for longer than the first, who waits half a second', async () => {
    const found: unknown[] = [];
    const first = breaker.attempt(never).then((head) => found.push(head));
    await vi.advanceTimersByTimeAsync(400);
    const second = breaker.attempt(never).then((head) => found.push(head));
    await vi.advanceTimersByTimeAsync(99);
    expect(found).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([first, second]);
    expect([found, changes]).toEqual([[null, null], [5_000]]);
    // From now on no read waits at all.
    expect([breaker.allows(), breaker.allows(), probes.length]).toEqual([false, false, 0]);
  });

  it('is waited for by no read that had begun before, however far it had come', async () => {
    const outcomes: string[] = [];
    const read = (work: () => Promise<string>): Promise<unknown> =>
      breaker.whileClosed(work).then(
        (answer) => outcomes.push(answer),
        (error: Error) => outcomes.push(error.message),
      );
    void read(never);
    void read(() => Promise.reject(new Error('its own')));
    await read(async () => 'answered');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(outcomes).toEqual(['its own', 'answered']);
    void breaker.attempt(never);
    await vi.advanceTimersByTimeAsync(500);
    expect(outcomes).toEqual(['its own', 'answered', 'the replica is left alone']);
  });

  it('is probed once when the pause is over, beside the reads, and twice as late after each failure', async () => {
    await breaker.attempt(() => Promise.reject(new Error('reset')));
    for (const [at, pause] of [
      [5_000, 10_000],
      [15_000, 20_000],
      [35_000, 30_000],
      [65_000, 30_000],
    ] as const) {
      now = at - 1;
      expect(breaker.allows()).toBe(false);
      const before = probes.length;
      now = at;
      expect([breaker.allows(), breaker.allows(), probes.length - before]).toEqual([false, false, 1]);
      probes.at(-1)?.fail();
      await settled();
      expect(changes.at(-1)).toBe(pause);
    }
    expect(probes).toHaveLength(4);
  });

  it('is asked again when a probe is answered, and left alone anew for the first pause', async () => {
    breaker.failed();
    breaker.failed();
    now = 5_000;
    breaker.allows();
    probes[0]?.answer();
    await settled();
    expect([breaker.allows(), changes]).toEqual([true, [5_000, null]]);
    breaker.failed();
    expect(changes).toEqual([5_000, null, 5_000]);
  });

  it('that fails while somebody else is asking sends those on too', async () => {
    const waits = breaker.attempt(never);
    breaker.failed();
    expect(await waits).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});
