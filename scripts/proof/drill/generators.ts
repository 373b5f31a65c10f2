// Foreign code generators: each reads the contract unchanged, and its output compiles under strict types.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { contract, servedContract } from '../../../server/contract/description.ts';

const run = promisify(execFile);
const own = (path: string): string => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));

type Generator = {
  name: string;
  /** Packages that npm fetches; empty if the project already has them. */
  packages: readonly string[];
  /** The generator's program, in the folder's node_modules or in ours; the contract is openapi.json in that folder. */
  program: (folder: string) => string;
  args: readonly string[];
  output: string;
};

const fetched = (path: string) => (folder: string) => join(folder, 'node_modules', path);

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript 7',
    packages: [],
    program: () => own('openapi-typescript/bin/cli.js'),
    args: ['openapi.json', '-o', 'types.ts'],
    output: 'types.ts',
  },
  {
    name: 'redocly generate-client',
    packages: [],
    program: () => own('@redocly/cli/bin/cli.js'),
    args: ['generate-client', 'openapi.json', '-o', 'client.ts'],
    output: 'client.ts',
  },
  {
    name: 'hey-api',
    packages: ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'],
    program: fetched('@hey-api/openapi-ts/bin/run.js'),
    args: ['-i', 'openapi.json', '-o', 'made', '-c', '@hey-api/client-fetch'],
    output: 'made',
  },
  {
    name: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13.13.0'],
    program: fetched('swagger-typescript-api/dist/cli.mjs'),
    args: ['generate', '-p', 'openapi.json', '-o', 'made', '-n', 'api.ts'],
    output: 'made',
  },
  {
    name: 'oazapfts',
    packages: ['oazapfts@7.5.0', '@oazapfts/runtime@1.2.0', 'typescript@5.9.3'],
    program: fetched('oazapfts/dist/cli.js'),
    args: ['openapi.json', 'api.ts'],
    output: 'api.ts',
  },
  {
    name: 'openapi-typescript-codegen',
    packages: ['openapi-typescript-codegen@0.31.0', '@types/node@20.19.43'],
    program: fetched('openapi-typescript-codegen/bin/index.js'),
    args: ['--input', 'openapi.json', '--output', 'made', '--client', 'fetch'],
    output: 'made',
  },
];

const compilerOptions = {
  strict: true,
  noEmit: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  skipLibCheck: false,
  types: [],
};

export async function drillGenerators(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'research-generators-'));
  try {
    let isWell = true;
    for (const generator of generators) {
      const fault = await tried(generator, join(folder, generator.name.replaceAll(/\W/g, '-')));
      process.stdout.write(fault === null ? `pass  ${generator.name}\n` : `FAIL  ${generator.name}:\n${fault}\n`);
      isWell &&= fault === null;
    }
    return isWell;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Output of a generator or compiler that failed; null if all passed. */
async function tried({ packages, program, args, output }: Generator, folder: string): Promise<string | null> {
  await mkdir(folder, { recursive: true });
  const write = (name: string, value: object): Promise<void> => writeFile(join(folder, name), JSON.stringify(value));
  await write('package.json', { name: 'generated', private: true, type: 'module' });
  await write('openapi.json', servedContract(contract(), 'https://research.example'));
  await write('tsconfig.json', { compilerOptions, include: [output] });
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const at = { cwd: folder, env, maxBuffer: 16 * 1024 * 1024 };
  try {
    if (packages.length > 0) {
      await run('npm', ['install', '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], at);
    }
    await run(process.execPath, [program(folder), ...args], at);
    await run(process.execPath, [own('typescript/bin/tsc'), '-p', '.'], at);
    return null;
  } catch (thrown) {
    const { stdout = '', stderr = '', message } = thrown as { stdout?: string; stderr?: string; message: string };
    return `${message}\n${stdout}${stderr}`.slice(0, 2_000);
  }
}
