// Simulation of the pure cores: 100,000,000 steps over 100,000 seeds on a virtual clock, one process per core.
// `seed=17` repeats one seed; `seeds=1000` changes their number.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { said, withUs } from '../../stage/children.ts';
import { given } from './given.ts';
import { type SimulationResult, simulate, steps_per_seed } from '../simulate/run.ts';

const SEEDS = given('seeds') ?? 100_000;
const ONE = given('seed');
const part = new URL('../simulate/part.ts', import.meta.url);

const partOf = (from: number, count: number): Promise<SimulationResult> => said(withUs(fork(part)), { from, count });

export async function drillSimulate(): Promise<boolean> {
  const started = performance.now();
  const processes = availableParallelism();
  const each = Math.ceil(SEEDS / processes);
  const parts =
    ONE === null
      ? await Promise.all(
          Array.from({ length: processes }, (_, index) => partOf(index * each, Math.min(each, SEEDS - index * each))),
        )
      : [await simulate(ONE, 1)];
  const sum = (of: (one: SimulationResult) => number): number => parts.reduce((all, one) => all + of(one), 0);
  const violations = parts.flatMap((one) => one.violations);
  const [seeds, steps] = [sum((one) => one.seeds), sum((one) => one.steps)];
  const seconds = (performance.now() - started) / 1_000;
  process.stdout.write(
    `${steps} steps over ${seeds} seeds in ${seconds.toFixed(0)} s, ${violations.length} violations\n`,
  );
  for (const { seed, course, what } of violations) process.stdout.write(`seed ${seed}, ${course}: ${what}\n`);
  const asked = ONE === null ? SEEDS : 1;
  return violations.length === 0 && seeds === asked && steps === asked * steps_per_seed;
}
