// The three ways in which tests run: without a database, on the embedded engine, and on a real PostgreSQL.
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '..');
const folders = '{server,client,scripts,fixtures}/**';

// `x.store.test.ts` runs on both engines. What only one of them can show - a lock on a directory, a race between
// connections - is `x.embedded.test.ts` or `x.postgresql.test.ts`, so that no test is ever skipped.
const both = `${folders}/*.store.test.ts`;
const onlyEmbedded = `${folders}/*.embedded.test.ts`;
const onlyPostgresql = `${folders}/*.postgresql.test.ts`;

const shared = { root, testTimeout: 120_000, hookTimeout: 120_000, allowOnly: false };

export default defineConfig({
  root,
  test: {
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
          globalSetup: [resolve(import.meta.dirname, 'test-embedded.ts')],
          // One process runs file after file, and keeps its engine: making one takes longer than most files.
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'postgresql',
          include: [both, onlyPostgresql],
          globalSetup: [resolve(import.meta.dirname, 'test-postgres.ts')],
        },
      },
    ],
  },
});
