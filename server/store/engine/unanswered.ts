/** Time limit for statements without an answer: a network that drops packets reports no error. */
export type AnswerLimit = {
  /** Rejects if the answer is late; a late result is discarded. */
  within: <Answer>(connection: object, run: () => Promise<Answer>) => Promise<Answer>;
  /** The connection is gone. */
  forget: (connection: object) => void;
};

type UnderWay = { since: number; fail: ((error: Error) => void) | null };

/**
 * The driver's own limit takes a timer for each statement: a thirtieth of a charge's cost, and more when V8 retains its
 * rows for long. Here each connection has one record, and all share one timer.
 */
export function answerLimit(ms: number): AnswerLimit {
  const records = new Set<UnderWay>();
  const own = new WeakMap<object, UnderWay>();
  let timer: NodeJS.Timeout | null = null;

  function arm(inMs: number): void {
    timer = setTimeout(check, Math.max(1, inMs)).unref();
  }

  function check(): void {
    timer = null;
    const now = performance.now();
    let oldest = Number.POSITIVE_INFINITY;
    for (const { since, fail } of records) {
      if (fail === null) continue;
      // The driver's words, which are those of a lost connection.
      if (now - since >= ms) fail(new Error('Query read timeout'));
      else oldest = Math.min(oldest, since);
    }
    if (oldest <= now) arm(oldest + ms - now);
  }

  /** The record of the connection, or one more where several statements of a transaction were sent at once. */
  function recordFor(connection: object): UnderWay {
    const kept = own.get(connection);
    if (kept?.fail === null) return kept;
    const made: UnderWay = { since: 0, fail: null };
    records.add(made);
    if (kept === undefined) own.set(connection, made);
    return made;
  }

  return {
    within: (connection, run) =>
      new Promise((resolve, reject) => {
        const record = recordFor(connection);
        const end = (): void => {
          if (record.fail === fail) record.fail = null;
          if (own.get(connection) !== record) records.delete(record);
        };
        const fail = (error: unknown): void => {
          end();
          reject(error as Error);
        };
        record.since = performance.now();
        record.fail = fail;
        if (timer === null) arm(ms);
        run().then((answer) => {
          end();
          resolve(answer);
        }, fail);
      }),
    forget(connection) {
      const record = own.get(connection);
      if (record !== undefined) records.delete(record);
    },
  };
}
