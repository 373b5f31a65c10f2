// Says whether one ratio is what it has to be, in one line.

/** `goal` is what we are after, `must` what --check insists on. */
export type Target = { must: number; goal?: number; atLeast?: true };

/** False where the target is missed; without figures (no /proc) nothing is claimed. */
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
