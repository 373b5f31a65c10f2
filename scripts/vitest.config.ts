// Test projects of two suites, `npm test` and `npm run proof`: without a database, on the embedded engine, on PostgreSQL.
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './stage/test-order.ts';

const root = resolve(import.meta.dirname, '..');
const folders = '{server,client,scripts,fixtures}/**';

// `x.store.test.ts` runs on both engines. What only one of them can show - a lock on a directory, a race between
// connections - is `x.embedded.test.ts` or `x.postgresql.test.ts`, so that no test is ever skipped.
const both = '.store.test.ts';
const onlyEmbedded = '.embedded.test.ts';
const onlyPostgresql = '.postgresql.test.ts';

/** Proofs: two folders, and the files that say so in their name, as `races.proof.postgresql.test.ts`. */
const proofsOf = (ending: string): string[] => [`scripts/{proof,pack}/**/*${ending}`, `${folders}/*.proof${ending}`];

// The embedded engine takes three times as long as PostgreSQL: `npm test` tries on it what the store itself does, and
// the proofs try all that stands on the store.
const ofTheStore = `server/store/**/*${both}`;
const onTheStore = [`{client,scripts,fixtures}/**/*${both}`, `server/*${both}`, `server/!(store)/**/*${both}`];

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

type Project = { name: string; include: string[]; exclude?: string[]; globalSetup?: string };

const otherEndings = [both, onlyEmbedded, onlyPostgresql].map((ending) => `${folders}/*${ending}`);
const embeddedProofs = [both, onlyEmbedded].flatMap(proofsOf);
const postgresqlProofs = [both, onlyPostgresql].flatMap(proofsOf);

const onEmbedded = { globalSetup: 'stage/test-embedded.ts' };
const onPostgresql = { globalSetup: 'stage/test-postgres.ts' };

const projects: Project[] = [
  { name: 'unit', include: [`${folders}/*.test.ts`], exclude: [...otherEndings, ...proofsOf('.test.ts')] },
  {
    name: 'embedded',
    include: [ofTheStore, `${folders}/*${onlyEmbedded}`],
    exclude: embeddedProofs,
    ...onEmbedded,
  },
  {
    name: 'postgresql',
    include: [`${folders}/*${both}`, `${folders}/*${onlyPostgresql}`],
    exclude: postgresqlProofs,
    ...onPostgresql,
  },
  { name: 'proof-unit', include: proofsOf('.test.ts'), exclude: otherEndings },
  { name: 'proof-embedded', include: [...onTheStore, ...embeddedProofs], ...onEmbedded },
  { name: 'proof-postgresql', include: postgresqlProofs, ...onPostgresql },
];

function project({ name, include, exclude = [], globalSetup }: Project): TestProjectInlineConfiguration {
  return {
    test: {
      ...shared,
      name,
      include,
      exclude: ['**/node_modules/**', ...exclude],
      globalSetup: globalSetup === undefined ? [] : [resolve(import.meta.dirname, globalSetup)],
    },
  };
}

export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LongestFirst },
    teardownTimeout: 120_000,
    projects: projects.map(project),
  },
});
