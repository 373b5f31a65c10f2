// The three ways in which tests run: without a database, on the embedded engine, and on a real PostgreSQL.
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './stage/test-order.ts';

const root = resolve(import.meta.dirname, '..');
const folders = '{server,client,scripts,fixtures}/**';

// `x.store.test.ts` runs on both engines. What only one of them can show - a lock on a directory, a race between
// connections - is `x.embedded.test.ts` or `x.postgresql.test.ts`, so that no test is ever skipped.
const both = `${folders}/*.store.test.ts`;
const onlyEmbedded = `${folders}/*.embedded.test.ts`;
const onlyPostgresql = `${folders}/*.postgresql.test.ts`;

const shared = {
  root,
  // What hangs is found, and nothing else: no test may fail because the machine has other things to do.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
  allowOnly: false,
  // Vitest would leave one core idle. Files wait for servers that start and for time that passes: one more of them than
  // there are cores keeps all busy. Every file has a database of its own.
  maxWorkers: availableParallelism() + 1,
  // One process runs file after file: loading the server anew for each file took longer than many a file, and the
  // embedded engine, which a worker keeps, takes longer still.
  isolate: false,
};

export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LongestFirst },
    teardownTimeout: 120_000,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [`${folders}/*.test.ts`],
          exclude: ['**/node_modules/**', both, onlyEmbedded, onlyPostgresql],
        },
      },
      {
        test: {
          ...shared,
          name: 'embedded',
          include: [both, onlyEmbedded],
          globalSetup: [resolve(import.meta.dirname, 'stage/test-embedded.ts')],
        },
      },
      {
        test: {
          ...shared,
          name: 'postgresql',
          include: [both, onlyPostgresql],
          globalSetup: [resolve(import.meta.dirname, 'stage/test-postgres.ts')],
        },
      },
    ],
  },
});
