// Store suite and races on a Citus cluster: the store's own tests, in distributed databases.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

type LeftOut = { tests: string; because: string };

/** Files that a cluster cannot run, by the beginning of their paths. */
const leftOutFiles: readonly LeftOut[] = [
  { tests: 'server/store/ledger/older-accounts', because: 'goes through old schemas, which are never distributed' },
  { tests: 'server/store/keeping/restore-schemas', because: 'goes through old schemas, which are never distributed' },
  { tests: 'server/store/published/older-courses', because: 'goes through old schemas, which are never distributed' },
  { tests: 'server/store/keeping/staged-before', because: 'goes through old schemas, which are never distributed' },
  { tests: 'server/store/migrations/collations', because: 'goes through old schemas, which are never distributed' },
  { tests: 'server/store/migrations/migrate', because: 'makes tables that have no place on a cluster' },
  { tests: 'server/store/engine/', because: 'is about one server, its pooler and its copies' },
  { tests: 'server/store/ledger/ledger-plans', because: 'looks at the plans of one server' },
];

/** Single tests, as parts of their names: what they do to rows by hand is what a cluster refuses, not the store. */
const leftOutTests: readonly LeftOut[] = [
  {
    tests: 'one column of one row that is changed by hand',
    because: 'changes the column that decides the server of a row',
  },
];

export type SuiteResult = { isWell: boolean; passed: number; failed: number };

/** Files of the store's own tests that a database server runs. */
export function suiteFiles(): string[] {
  return readdirSync(join(root, 'server/store'), { recursive: true, encoding: 'utf8' })
    .map((path) => `server/store/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(store|postgresql)\.test\.ts$/.test(path) && !path.includes('.proof.'))
    .filter((path) => !leftOutFiles.some(({ tests }) => path.startsWith(tests)))
    .toSorted();
}

/** Charges and people at once, on one server or several. */
export const raceFiles: readonly string[] = [
  'server/access/devices/device-races.proof.postgresql.test.ts',
  'server/access/people/erasure-races.proof.postgresql.test.ts',
  'server/metering/credit/reversals-model.proof.store.test.ts',
  'server/oauth/races.proof.postgresql.test.ts',
  'server/pages/account-races.proof.postgresql.test.ts',
  'server/store/ledger/charge-boundaries.proof.postgresql.test.ts',
  'server/store/ledger/charge-forms.proof.store.test.ts',
  'server/store/ledger/charge-model.proof.store.test.ts',
];

/** One file after another: each database holds connections to every server. */
export async function runTests(
  clusterUrl: string,
  { suite, files }: { suite: 'test' | 'proof'; files: readonly string[] },
): Promise<SuiteResult> {
  const project = suite === 'test' ? 'postgresql' : 'proof-postgresql';
  const words = [
    'scripts/test.js',
    suite,
    '--project',
    project,
    '--maxWorkers',
    '1',
    '-t',
    `^(?!.*(${leftOutTests.map(({ tests }) => tests).join('|')}))`,
    ...files,
  ];
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, TEST_CLUSTER_URL: clusterUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (bytes: Buffer) => {
    process.stdout.write(bytes);
    printed = `${printed}${bytes.toString()}`.slice(-2_000);
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const [, passed = '0', failed = '0'] = /(\d+) passed, (\d+) failed/.exec(printed) ?? [];
  return { isWell: code === 0, passed: Number(passed), failed: Number(failed) };
}

export function leftOutLines(): string[] {
  return [...leftOutFiles, ...leftOutTests].map(({ tests, because }) => `left out: ${tests}: ${because}`);
}
