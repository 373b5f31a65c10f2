// Tests of the store on the oldest and the newest PostgreSQL, and unit and store tests on each Node, fetched by npm.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmBinaries } from '../../stage/postgres-binaries.ts';
import { startServer } from '../../stage/test-postgres.ts';
import { versionOf } from '../bench/postgres.ts';
import { judged } from '../load/rates.ts';
import { fetched } from './runtimes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The packages are betas, each with a released PostgreSQL. */
const postgresVersions = ['15.18.0-beta.17', '18.4.0-beta.17'];
const nodeVersions = ['20', '22', '24'];

const ofTheStore = ['server/store', 'server/metering'];

/** Each prints its counts; a failure prints the end of its output too. */
export async function drillVersions(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'research-versions-'));
  try {
    let isWell = true;
    for (const version of postgresVersions) isWell = (await onPostgres(version, folder)) && isWell;
    for (const major of nodeVersions) isWell = (await onNode(major, folder)) && isWell;
    return isWell;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onPostgres(version: string, folder: string): Promise<boolean> {
  const packages = await fetched(`${npmBinaries()}@${version}`, join(folder, `postgres-${version}`));
  const server = await startServer({ binaries: join(packages, npmBinaries(), 'native', 'bin') });
  try {
    const env = { TEST_DATABASE_URL: server.url };
    const ran = await tested({ projects: ['postgresql'], files: ofTheStore, env });
    return reported(`${await versionOf(server)}: store and metering`, ran);
  } finally {
    await server.stop();
  }
}

async function onNode(major: string, folder: string): Promise<boolean> {
  const name = `node-${process.platform}-${process.arch}`;
  const packages = await fetched(`${name}@${major}`, join(folder, `node-${major}`));
  const node = join(packages, name, 'bin', 'node');
  const units = await tested({ projects: ['unit'], files: ['server', 'client'], node });
  const stores = await tested({ projects: ['embedded'], files: ofTheStore, node });
  const isWell = reported(`Node ${major}: unit tests of server and client`, units);
  return reported(`Node ${major}: store and metering on the embedded engine`, stores) && isWell;
}

type TestRun = { projects: readonly string[]; files: readonly string[]; env?: NodeJS.ProcessEnv; node?: string };
type TestResult = { code: number; output: string };

function tested({ projects, files, env, node = process.execPath }: TestRun): Promise<TestResult> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '-c', 'scripts/vitest.config.ts', '--reporter=dot'];
  const args = [...vitest, ...projects.flatMap((project) => ['--project', project]), ...files];
  const child = spawn(node, args, { cwd: root, env: { ...process.env, CI: 'true', NO_COLOR: '1', ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function reported(name: string, { code, output }: TestResult): boolean {
  const [, counts = 'no counts'] = /^\s*Tests\s+(.+)$/m.exec(output) ?? [];
  if (code !== 0) process.stdout.write(`${output.slice(-4_000)}\n`);
  return judged([[`${name}, ${counts}`, code === 0]]);
}
