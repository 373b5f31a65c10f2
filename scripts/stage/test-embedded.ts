// Says to the tests of the embedded project which engine they run on; each worker makes its own when it first needs one.
import type { TestProject } from 'vitest/node';

export function setup(project: TestProject): void {
  project.provide('engine', 'embedded');
  project.provide('databaseUrl', '');
  project.provide('templateDatabase', '');
  project.provide('isCluster', false);
}
