// Verdict on one ratio, in one line.

/** `goal` is the target to reach, `must` the limit that --check enforces. */
export type Target = { must: number; goal?: number; atLeast?: true };

/** False if the target is missed; true without a figure (no /proc). */
export function judge(name: string, ratio: number, { must, goal, atLeast }: Target): boolean {
  const within = (bound: number): boolean => (atLeast ? ratio >= bound : ratio <= bound);
  const verdict = Number.isNaN(ratio)
    ? 'not measured'
    : !within(must)
      ? 'FAIL'
      : goal !== undefined && within(goal)
        ? 'pass, goal reached'
        : 'pass';
  const bound = `target at ${atLeast ? 'least' : 'most'} ${must}${goal === undefined ? '' : ` (goal ${goal})`}`;
  process.stdout.write(`${name.padEnd(58)} ratio ${ratio.toFixed(3)}, ${bound}: ${verdict}\n`);
  return verdict !== 'FAIL';
}
