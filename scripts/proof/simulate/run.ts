// Runs the courses of a range of seeds and says which of them the model disagrees with.
import { Draw } from '../fuzz/draw.ts';
import { accountCourse } from './account-course.ts';
import { cursorCourse } from './cursor-course.ts';
import { deviceCourse } from './device-course.ts';

/** `steps`: of courses that came to their end. */
export type SimulationResult = {
  seeds: number;
  steps: number;
  violations: { seed: number; course: string; what: string }[];
};

/** Courses with their steps a seed: cursors are signed, which costs a hundred times a move of a table. */
export const courses = {
  device: { steps: 480, run: deviceCourse },
  account: { steps: 480, run: accountCourse },
  cursor: { steps: 40, run: cursorCourse },
} as const satisfies Record<string, { steps: number; run: (draw: Draw, steps: number) => void | Promise<void> }>;

export const steps_per_seed = Object.values(courses).reduce((sum, { steps }) => sum + steps, 0);

const VIOLATIONS_MAX = 20;

export async function simulate(from: number, count: number): Promise<SimulationResult> {
  const simulated: SimulationResult = { seeds: 0, steps: 0, violations: [] };
  for (let seed = from; seed < from + count && simulated.violations.length < VIOLATIONS_MAX; seed += 1) {
    for (const [index, [course, { steps, run }]] of Object.entries(courses).entries()) {
      try {
        await run(new Draw(seed, index), steps);
        simulated.steps += steps;
      } catch (thrown) {
        simulated.violations.push({ seed, course, what: String(thrown) });
      }
    }
    simulated.seeds += 1;
  }
  return simulated;
}
