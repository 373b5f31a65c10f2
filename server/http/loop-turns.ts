/**
 * Turns on the event loop, which one long piece of work would otherwise keep from everybody. Long work is done in pieces:
 * one piece a turn of the loop, and none while a quick answer is under way. If quick ones follow each other without end,
 * long work still has a third of the time.
 */

export type LoopTurns = {
  /** An answer that takes hardly any time itself: its caller waits for the database alone. */
  quickly<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when the next piece of long work may begin. */
  next(): Promise<void>;
};

export type LoopClock = {
  /** Milliseconds of a clock that only goes forward. */
  elapsed: () => number;
  /** Calls back in the next turn of the loop. */
  soon: (call: () => void) => void;
  later: (call: () => void, ms: number) => void;
};

/** After a piece, long work lets quick answers pass for so many times as long as the piece took. */
const PAUSE_TIMES = 2;
const PAUSE_MS_MAX = 25;
/** An answer that takes longer waits for a lock or a commit, and not for the loop: long work waits for it no more. */
const QUICK_MS_MAX = 50;

export function createLoopTurns({ elapsed, soon, later }: LoopClock): LoopTurns {
  const waiting: (() => void)[] = [];
  /** The start of each quick answer that is under way, the oldest first. */
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
    // Comes again to see how long the piece took, whether another one waits or not.
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

/** Of this process: it has one event loop. */
export const loopTurns = createLoopTurns({
  elapsed: () => performance.now(),
  soon: (call) => setImmediate(call),
  later: (call, ms) => setTimeout(call, ms),
});
