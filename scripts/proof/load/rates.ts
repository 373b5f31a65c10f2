// Two ways of asking: callers that each wait for their answer, which finds the peak, and a rate that nothing slows down, as the world asks.

export type TimedAnswer = {
  status: number;
  ms: number;
  /** When it was answered, in seconds from the beginning of its loop. */
  after: number;
};

/** One question, asked; resolves with the status of its answer. */
export type Ask = () => Promise<number>;

/** Answers with 200 a second. */
export async function closedLoop(
  { callers, seconds }: { callers: number; seconds: number },
  ask: Ask,
): Promise<number> {
  let answered = 0;
  const until = performance.now() + seconds * 1_000;
  const caller = async (): Promise<void> => {
    while (performance.now() < until) if ((await ask()) === 200) answered += 1;
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return answered / seconds;
}

const PAUSE_MS = 2;

/** Sends at this rate regardless of the answers, until `isOver`; resolves when everything is answered. */
export async function openLoop({ perSecond, isOver }: { perSecond: number; isOver: () => boolean }, ask: Ask) {
  const asked: TimedAnswer[] = [];
  const underway = new Set<Promise<void>>();
  const start = performance.now();
  const one = async (): Promise<void> => {
    const sent = performance.now();
    const status = await ask();
    const now = performance.now();
    asked.push({ status, ms: now - sent, after: (now - start) / 1_000 });
  };
  let sent = 0;
  while (!isOver()) {
    const due = Math.floor(((performance.now() - start) / 1_000) * perSecond);
    for (; sent < due; sent += 1) {
      const asking: Promise<void> = one().finally(() => underway.delete(asking));
      underway.add(asking);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  await Promise.all(underway);
  return asked;
}

export function after(seconds: number): () => boolean {
  const until = performance.now() + seconds * 1_000;
  return () => performance.now() >= until;
}

/** The value that this share of them does not exceed, rounded; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

/** Prints what was looked at, line by line, and whether all of it is well. */
export function judged(checks: readonly (readonly [line: string, isWell: boolean])[]): boolean {
  for (const [line, isWell] of checks) process.stdout.write(`${isWell ? 'pass' : 'FAIL'}  ${line}\n`);
  return checks.every(([, isWell]) => isWell);
}
