// Packed client under other runtimes and compilers, fetched by npm: each gets the same results.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { judged } from '../load/rates.ts';
import { buildPackage } from '../../pack/build-package.ts';
import { type Consumer, type Consumers, type Runtime, makeConsumers, runConsumer } from '../../pack/consumers.ts';
import { startPreviewService } from '../../pack/running.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

const compilers = ['5.9.3', '7.0.2'];

type RuntimePackage = { name: string; specifier: string; path: string; args?: readonly string[]; only?: string };

const machine = `${process.platform}-${process.arch}`;
/** Names of the builds on npm. Deno may read only what its flags allow. */
const runtimes: readonly RuntimePackage[] = [
  ...['20', '22', '24'].map((major) => ({
    name: `Node ${major}`,
    specifier: `node-${machine}@${major}`,
    path: `node-${machine}/bin/node`,
  })),
  { name: 'Bun', specifier: `@oven/bun-${machine}@1`, path: `@oven/bun-${machine}/bin/bun`, only: 'esm' },
  {
    name: 'Deno',
    specifier: `@deno/${machine}-glibc@2`,
    path: `@deno/${machine}-glibc/deno`,
    only: 'esm',
    args: [
      'run',
      '--no-prompt',
      '--allow-net=127.0.0.1',
      '--allow-env=SERVICE_API_KEY,SERVICE_BASE_URL',
      '--node-modules-dir=manual',
    ],
  },
];

export async function drillRuntimes(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'research-runtimes-'));
  try {
    const { tarball } = await buildPackage(join(folder, 'pack'));
    const consumers = await makeConsumers(tarball, join(folder, 'consumers'));
    return await allRun(consumers, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function allRun(consumers: Consumers, folder: string): Promise<boolean> {
  const { server, key } = await startPreviewService(folder);
  const told = (line: string, isWell: boolean): boolean => judged([[line, isWell]]);
  try {
    let isWell = true;
    for (const version of compilers) {
      const faults = await consumers.typeCheck(await typescript(version, folder));
      isWell =
        told(`TypeScript ${version}, strict, every library checked${faults && `:\n${faults}`}`, faults === '') &&
        isWell;
    }
    const outputs = new Set<string>();
    const env = { SERVICE_API_KEY: key, SERVICE_BASE_URL: server.base };
    for (const { name, specifier, path, args = [], only } of runtimes) {
      const command = join(await fetched(specifier, join(folder, 'runtimes', name)), path);
      const chosen = consumers.programs.filter((program) => only === undefined || program.name === only);
      for (const output of await outputsOf(chosen, { command, args }, env)) outputs.add(output);
      const { stdout } = await run(command, ['--version']);
      isWell = told(`${name}, ${stdout.split('\n')[0]}: ${chosen.length} programs`, outputs.size === 1) && isWell;
    }
    return isWell;
  } finally {
    await server.stop();
  }
}

/** Output of each program; a failure prints its error, which equals no other output. */
async function outputsOf(programs: readonly Consumer[], by: Runtime, env: Record<string, string>): Promise<string[]> {
  const outputs: string[] = [];
  for (const program of programs) {
    const output = await runConsumer(program, by, env).catch((error: Error) => `${program.name}: ${error.message}`);
    if (output.startsWith(program.name)) process.stdout.write(`${output}\n`);
    outputs.push(output);
  }
  return outputs;
}

/** Installs a package of npm without its scripts; returns the folder of packages. */
export async function fetched(specifier: string, into: string): Promise<string> {
  await mkdir(into, { recursive: true });
  await run(
    'npm',
    ['install', '--prefix', into, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', specifier],
    { cwd: root },
  );
  return join(into, 'node_modules');
}

async function typescript(version: string, folder: string): Promise<string> {
  return join(
    await fetched(`typescript@${version}`, join(folder, `typescript-${version}`)),
    'typescript',
    'bin',
    'tsc',
  );
}
