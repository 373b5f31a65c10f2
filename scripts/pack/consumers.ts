// Consumer projects: created in a temporary folder, installed from the tarball without a network, compiled, and run.
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cjsProgram, esmProgram, readmeBlocks, typedProgram } from './consumer-sources.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** A project that uses the package, and how its program is compiled and started. */
export type Consumer = {
  name: string;
  folder: string;
  /** Argument of `node`. */
  program: string;
};

export type Consumers = {
  /** Programs that run as they are, and programs that are compiled first. */
  programs: readonly Consumer[];
  readme: readonly Consumer[];
  /** Compiles with the given compiler; returns its output, empty if there is no fault. */
  typeCheck(compiler: string): Promise<string>;
  /** Replaces the address of `npm start` in the README's programs and in the package. */
  moveReadmeTo(address: string): Promise<void>;
};

const strict = {
  strict: true,
  skipLibCheck: false,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  target: 'es2022',
  types: ['node'],
};

/** Projects by module system; the last one bundles, and adds the types of a browser. */
const projects = [
  { name: 'typed-esm', type: 'module', module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'] },
  { name: 'typed-cjs', type: 'commonjs', module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2023'] },
  { name: 'typed-bundler', type: 'module', module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'] },
] as const;

export async function makeConsumers(tarball: string, into: string): Promise<Consumers> {
  await install(tarball, into);
  const programs: Consumer[] = [];
  const add = async (name: string, type: string, files: Record<string, string>): Promise<string> => {
    const folder = join(into, name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type }));
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
    return folder;
  };
  programs.push({ name: 'esm', folder: await add('esm', 'module', { 'main.js': esmProgram }), program: 'main.js' });
  programs.push({ name: 'cjs', folder: await add('cjs', 'commonjs', { 'main.js': cjsProgram }), program: 'main.js' });
  const blocks = await readmeBlocks(join(root, 'client/README.md'));
  const readme: Consumer[] = [];
  for (const { name, type, ...modules } of projects) {
    // The README is an additional program of the ES module project.
    const shown = name === 'typed-esm' ? blocks : [];
    const files = {
      'main.ts': typedProgram,
      ...Object.fromEntries(shown.map((block) => [`${block.name}.ts`, block.code])),
    };
    const config = {
      compilerOptions: { ...strict, ...modules, rootDir: '.', outDir: 'out' },
      files: Object.keys(files),
    };
    const folder = await add(name, type, { ...files, 'tsconfig.json': JSON.stringify(config) });
    programs.push({ name, folder, program: 'out/main.js' });
    readme.push(...shown.map((block) => ({ name: block.name, folder, program: `out/${block.name}.js` })));
  }
  return {
    programs,
    readme,
    typeCheck: async (compiler) => {
      const told: string[] = [];
      for (const { name } of projects) told.push(await compile(compiler, join(into, name)));
      return told.join('');
    },
    moveReadmeTo: async (address) => {
      const settings = join(into, 'node_modules/@research-intelligence/client/esm/client/settings.js');
      for (const file of [settings, ...readme.map(({ folder, program }) => join(folder, program))]) {
        await writeFile(file, (await readFile(file, 'utf8')).replaceAll('http://127.0.0.1:8080', address));
      }
    },
  };
}

/** npm checks the tarball's manifest; its dependencies are packed from this tree, so that no registry is needed. */
async function install(tarball: string, into: string): Promise<void> {
  await mkdir(join(into, 'tarballs'), { recursive: true });
  await writeFile(join(into, 'package.json'), JSON.stringify({ private: true }));
  const packed: string[] = [tarball];
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types']) {
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', join(into, 'tarballs')],
      {
        cwd: join(root, 'node_modules', name),
      },
    );
    const [told] = JSON.parse(stdout) as { filename: string }[];
    packed.push(join(into, 'tarballs', (told?.filename ?? '').replace(/^@/, '').replace('/', '-')));
  }
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...packed], { cwd: into });
}

async function compile(compiler: string, folder: string): Promise<string> {
  return run(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    (failed: { stdout?: string; message: string }) => `${folder}:\n${failed.stdout || failed.message}`,
  );
}

/** A JavaScript runtime, with its arguments before the file. */
export type Runtime = { command: string; args?: readonly string[] };

/** Output of a program; rejects if it fails. */
export async function runConsumer(
  { folder, program }: Consumer,
  { command, args = [] }: Runtime,
  env: Record<string, string>,
): Promise<string> {
  const settings = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env } };
  return (await run(command, [...args, program], settings)).stdout;
}
