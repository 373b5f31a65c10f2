// Support for tests: concurrent work that never waits for a connection of a pool longer than a pool allows.

/** Results in the order of the tasks; so many run at once. */
export async function inLanes<T>(count: number, tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const waiting = [...tasks.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results[next[0]] = await next[1]();
  };
  await Promise.all(Array.from({ length: count }, lane));
  return results;
}
