// Test projects of two suites, `npm test` and `npm run proof`: without a database, on the embedded engine, on
// PostgreSQL.
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './stage/test-order.ts';

const root = resolve(import.meta.dirname, '..');
const folders = '{server,client,scripts,fixtures}/**';

// `x.store.test.ts` runs on both engines. A test of one engine only, such as a directory lock or a race between
// connections, is `x.embedded.test.ts` or `x.postgresql.test.ts`, so that no test is ever skipped.
const both = '.store.test.ts';
const onlyEmbedded = '.embedded.test.ts';
const onlyPostgresql = '.postgresql.test.ts';

/** Proofs: two folders, and files with `proof` in their name, such as `races.proof.postgresql.test.ts`. */
const proofsOf = (ending: string): string[] => [`scripts/{proof,pack}/**/*${ending}`, `${folders}/*.proof${ending}`];

// The embedded engine takes three times as long as PostgreSQL. `npm test` runs the store's own tests on it, but for
// those of whole stores (backup, audit, public log); the proofs run all.
const ofTheStore = [`server/store/*${both}`, `server/store/!(keeping|log)/**/*${both}`];
const onTheStore = [
  `{client,scripts,fixtures}/**/*${both}`,
  `server/*${both}`,
  `server/!(store)/**/*${both}`,
  `server/store/{keeping,log}/**/*${both}`,
];

const shared = {
  root,
  // Only a hanging test reaches this limit: no test may fail because the machine is busy.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
  allowOnly: false,
  // Vitest would leave one core idle. Test files often wait for servers, so one more worker than cores keeps all cores
  // busy. Every file has a separate database.
  maxWorkers: availableParallelism() + 1,
  // One process runs many files: loading the server again for each file would cost more time than most files, and
  // starting the embedded engine even more.
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
    include: [...ofTheStore, `${folders}/*${onlyEmbedded}`],
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
    // A module is transformed once for all three projects, and again only when its text changes.
    experimental: { fsModuleCache: true },
    projects: projects.map(project),
  },
});
