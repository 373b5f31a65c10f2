// The order of test files: those that take longest first in their project, so that none of them runs alone at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Vitest knows durations from its last run alone, and a clean checkout has had none: there it goes by the size of files. */
export const long = [
  '/faults/kills',
  '/faults/failover',
  '/journeys/journeys',
  '/fuzz/',
  '/pack/',
  '/faults/',
  '/review/',
  '/conformance/',
  '/backup/',
  '/store/engine/engine',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = long.findIndex((part) => moduleId.includes(part));
      return found === -1 ? long.length : found;
    };
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((a, b) => rank(a) - rank(b)),
    );
  }
}
