// Circuit breaker for a replica that hangs: a pause after each failure, ended by a probe off the read path.

export type CircuitBreaker = {
  /** False during a pause. When the pause is over, a probe starts, and no read waits for it. */
  allows(): boolean;
  /**
   * The result of the work, or null if it fails, takes too long, or the breaker opens meanwhile; each counts as a
   * failure.
   */
  attempt<T>(work: () => Promise<T>): Promise<T | null>;
  /** The result of the work without a time limit; rejects if the breaker opens meanwhile. */
  whileClosed<T>(work: () => Promise<T>): Promise<T>;
  /** Begins a pause. */
  failed(): void;
};

export type BreakerOptions = {
  /** Monotonic clock in milliseconds. */
  elapsed: () => number;
  /** Resolves when the replica answers again. */
  probe: () => Promise<unknown>;
  /** Called with the length of a pause in milliseconds, or null at its end. */
  onChange?: (pauseMs: number | null) => void;
};

/** A replica answers in a few milliseconds; a read waits this long at most. */
const ATTEMPT_MS = 500;
const PAUSE_MS = 5_000;
/** The pause doubles after each failed probe, up to this. */
const PAUSE_MS_MAX = 30_000;

export function circuitBreaker({ elapsed, probe, onChange = () => undefined }: BreakerOptions): CircuitBreaker {
  let pause: { until: number; ms: number } | null = null;
  let isProbing = false;
  /** Reads in progress, which end when the breaker opens. */
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
