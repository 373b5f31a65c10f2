// Circuit breaker for a replica that hangs: after a failure it is left alone for a while, and then probed beside the reads.

export type CircuitBreaker = {
  /** False while it is left alone. When the pause is over, a probe starts, and nobody waits for it. */
  allows(): boolean;
  /** What the work gives, or null where it fails, takes too long, or the breaker opens meanwhile: all count as failed. */
  attempt<T>(work: () => Promise<T>): Promise<T | null>;
  /** As the work ends, however long it takes; rejects when the breaker opens meanwhile. */
  whileClosed<T>(work: () => Promise<T>): Promise<T>;
  /** Leaves it alone. */
  failed(): void;
};

export type BreakerOptions = {
  /** Milliseconds of a clock that only goes forward. */
  elapsed: () => number;
  /** Resolves when it answers again. */
  probe: () => Promise<unknown>;
  /** For how long it is left alone, in milliseconds, or null when it is asked again. */
  onChange?: (pauseMs: number | null) => void;
};

/** It answers in a few; a reader is not held up for longer. */
const ATTEMPT_MS = 500;
const PAUSE_MS = 5_000;
/** Twice as long after each probe that fails, up to this. */
const PAUSE_MS_MAX = 30_000;

export function circuitBreaker({ elapsed, probe, onChange = () => undefined }: BreakerOptions): CircuitBreaker {
  let pause: { until: number; ms: number } | null = null;
  let isProbing = false;
  /** Those that wait for an answer when the breaker opens. */
  const waiting = new Set<() => void>();
  const open = (ms: number): void => {
    pause = { until: elapsed() + ms, ms };
    onChange(ms);
    for (const giveUp of waiting) giveUp();
    waiting.clear();
  };
  const failed = (): void => {
    if (pause === null) open(PAUSE_MS);
  };
  const probeOnce = async (ms: number): Promise<void> => {
    isProbing = true;
    try {
      await probe();
      pause = null;
      onChange(null);
    } catch {
      open(Math.min(2 * ms, PAUSE_MS_MAX));
    } finally {
      isProbing = false;
    }
  };
  return {
    failed,
    allows() {
      if (pause === null) return true;
      if (!isProbing && elapsed() >= pause.until) void probeOnce(pause.ms);
      return false;
    },
    whileClosed(work) {
      return new Promise((resolve, reject) => {
        const giveUp = (): void => reject(new Error('the replica is left alone'));
        waiting.add(giveUp);
        work()
          .then(resolve, reject)
          .finally(() => waiting.delete(giveUp));
      });
    },
    attempt(work) {
      return new Promise((resolve) => {
        const end = <T>(found: T | null): void => {
          clearTimeout(timer);
          waiting.delete(giveUp);
          resolve(found as Awaited<ReturnType<typeof work>> | null);
        };
        const giveUp = (): void => end(null);
        const timer = setTimeout(failed, ATTEMPT_MS);
        waiting.add(giveUp);
        work().then(end, () => {
          failed();
          giveUp();
        });
      });
    },
  };
}
