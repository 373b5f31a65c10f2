// Work of many callers by one statement.

type Call<Key, Value> = { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void };

export type BatchBounds = {
  /** Keys of one statement. */
  keysMax: number;
  /** Statements under way: the next batch gathers behind them. */
  underwayMax: number;
};

const lookUps: BatchBounds = { keysMax: 100, underwayMax: 2 };

/**
 * Calls that come in one turn of the event loop are a batch, and so are those that come while enough statements are
 * under way. A statement begins after each of its calls, so that none sees an older state. `run` returns the values in
 * the order of the keys.
 */
export function batched<Key, Value>(
  run: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { keysMax, underwayMax }: BatchBounds = lookUps,
): (key: Key) => Promise<Value> {
  const waiting: Call<Key, Value>[] = [];
  let underway = 0;
  let startsSoon = false;

  async function runWaiting(): Promise<void> {
    startsSoon = false;
    underway += 1;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, keysMax);
      try {
        const values = await run(batch.map(({ key }) => key));
        if (values.length !== batch.length) throw new Error(`${batch.length} calls have ${values.length} values`);
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
      if (startsSoon || underway >= underwayMax) return;
      startsSoon = true;
      setImmediate(() => void runWaiting());
    });
}
