// Event loop delay of a server, from its own metrics.

/** In milliseconds, since this was read last. An idle loop shows about ten: that is how often it looks. */
export type EventLoopDelay = { p50: number; p99: number; max: number };

export async function eventLoopDelay(metrics: string): Promise<EventLoopDelay> {
  const text = await (await fetch(metrics)).text();
  const of = (name: string): number => {
    const value = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`${metrics} says nothing of nodejs_eventloop_lag_${name}_seconds`);
    return Math.round(Number(value) * 10_000) / 10;
  };
  return { p50: of('p50'), p99: of('p99'), max: of('max') };
}
