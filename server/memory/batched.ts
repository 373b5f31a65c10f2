// Look-ups of many callers by one statement.

/** Limit of look-ups in one statement. */
const BATCH_MAX = 100;

type Question<Key, Value> = { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void };

/** Statements under way: the next batch gathers behind them. */
const UNDERWAY_MAX = 2;

/**
 * A look-up begins at once unless two statements are under way. Those that come meanwhile are a batch: its statement
 * begins after each of its questions, so that none sees an older state. `read` returns the values in the order of the
 * keys.
 */
export function batched<Key, Value>(
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const waiting: Question<Key, Value>[] = [];
  let underway = 0;

  async function readWaiting(): Promise<void> {
    underway += 1;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_MAX);
      try {
        const values = await read(batch.map(({ key }) => key));
        if (values.length !== batch.length) throw new Error(`${batch.length} look-ups have ${values.length} values`);
        for (const [at, value] of values.entries()) batch[at]?.resolve(value);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    underway -= 1;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (underway < UNDERWAY_MAX) void readWaiting();
    });
}
