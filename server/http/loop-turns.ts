/** Cooperative scheduling of long work on the event loop, in pieces that let quick answers pass. */

/**
 * Runs one piece of long work a turn, and none while a quick answer is in progress. Under endless quick answers long
 * work still gets a third of the time.
 */
export type LoopTurns = {
  /** For an answer that takes hardly any CPU: its caller only waits for the database. */
  quickly<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when the next piece of long work may begin. */
  next(): Promise<void>;
};

export type LoopClock = {
  /** Monotonic clock in milliseconds. */
  elapsed: () => number;
  /** Calls back in the next turn of the loop. */
  soon: (call: () => void) => void;
  later: (call: () => void, ms: number) => void;
};

/** After a piece, quick answers may run for this many times its duration. */
const PAUSE_TIMES = 2;
const PAUSE_MS_MAX = 25;
/**
 * A quick answer that takes longer waits for a lock or a commit, not for the loop, so long work no longer waits for it.
 */
const QUICK_MS_MAX = 50;

export function createLoopTurns({ elapsed, soon, later }: LoopClock): LoopTurns {
  const waiting: (() => void)[] = [];
  /** Start of each quick answer in progress, oldest first. */
  const quick = new Set<{ readonly at: number }>();
  let isComing = false;
  let began: number | null = null;
  let pausesUntil = 0;

  function come(): void {
    if (isComing) return;
    isComing = true;
    soon(turn);
  }

  function turn(): void {
    isComing = false;
    const now = elapsed();
    if (began !== null) pausesUntil = now + Math.min(PAUSE_MS_MAX, PAUSE_TIMES * (now - began));
    began = null;
    if (waiting.length === 0) return;
    for (const one of quick) {
      if (now - one.at < QUICK_MS_MAX) break;
      quick.delete(one);
    }
    if (quick.size > 0 && now < pausesUntil) {
      later(come, Math.ceil(pausesUntil - now));
      return;
    }
    began = now;
    waiting.shift()?.();
    // Runs once more to measure the piece, even if no other piece waits.
    come();
  }

  return {
    async quickly(work) {
      const one = { at: elapsed() };
      quick.add(one);
      try {
        return await work();
      } finally {
        quick.delete(one);
        if (quick.size === 0 && waiting.length > 0) come();
      }
    },
    next: () =>
      new Promise((begin) => {
        waiting.push(begin);
        come();
      }),
  };
}

/** One per process, because it has one event loop. */
export const loopTurns = createLoopTurns({
  elapsed: () => performance.now(),
  soon: (call) => setImmediate(call),
  later: (call, ms) => setTimeout(call, ms),
});
