// Package of the client: its sources compiled as ES modules and as CommonJS, with types for each, packed by npm.
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

export type ClientPackage = { folder: string; tarball: string; files: readonly string[] };

type Manifest = { name: string; version: string; private?: boolean };

/** Works inside `into`: the package's folder, and the tarball next to it. */
export async function buildPackage(into: string): Promise<ClientPackage> {
  const folder = join(into, 'package');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  compile({ from: root, entries: ['client/index.ts', 'client/cli/main.ts'], to: join(folder, 'esm') });
  // Programs run as ES modules, so only the importable files exist twice.
  const commonJs = await asCommonJs(join(into, 'commonjs-sources'));
  compile({ from: commonJs, entries: ['client/index.cts'], to: join(folder, 'cjs') });
  await rm(commonJs, { recursive: true, force: true });
  // Types alone: compilation leaves nothing of it at run time.
  await Promise.all([rm(join(folder, 'esm/generated/api.js')), rm(join(folder, 'cjs/generated/api.cjs'))]);
  const manifest = JSON.parse(await readFile(join(root, 'client/package.json'), 'utf8')) as Manifest;
  // `private` keeps the sources from being published by mistake; the package itself is to be published.
  delete manifest.private;
  await chmod(join(folder, 'esm/client/cli/main.js'), 0o755);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(root, 'client/README.md'), join(folder, 'README.md'));
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  return { folder, ...(await pack(folder, into)) };
}

async function pack(folder: string, into: string): Promise<Pick<ClientPackage, 'tarball' | 'files'>> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', into], { cwd: folder });
  const [summary] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  if (summary === undefined) throw new Error('npm packed nothing');
  const filename = summary.filename.replace(/^@/, '').replace('/', '-');
  return { tarball: join(into, filename), files: summary.files.map(({ path }) => path) };
}

type Compilation = { from: string; entries: readonly string[]; to: string };

function compile({ from, entries, to }: Compilation): void {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
    declaration: true,
    noEmitOnError: true,
    rootDir: from,
    outDir: to,
  };
  const program = ts.createProgram(
    entries.map((entry) => join(from, entry)),
    options,
  );
  const emitted = program.emit(undefined, (path, text) => {
    // Type files name the compiled file, because older compilers do not look for `./x.d.ts` behind `./x.ts`.
    ts.sys.writeFile(
      path,
      /\.d\.c?ts$/.test(path) ? renamed(text, (extension) => extension.replace('ts', 'js')) : text,
    );
  });
  const faults = [...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics];
  if (faults.length > 0) throw new Error(ts.formatDiagnostics(faults, formatting));
}

const formatting: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};

/** Replaces the extension of relative imports in a text. */
function renamed(text: string, change: (extension: string) => string): string {
  const imported = /(?<=(?:from|import)\s*\(?\s*['"]\.[^'"]*\.)c?ts(?=['"])/g;
  return text.replace(imported, change);
}

/** A copy of the sources that TypeScript compiles as CommonJS. */
async function asCommonJs(into: string): Promise<string> {
  await rm(into, { recursive: true, force: true });
  for (const folder of ['client', 'client/evidence', 'client/log', 'client/login', 'client/transport', 'generated']) {
    for (const name of await readdir(join(root, folder))) {
      if (!/^[a-z0-9-]+\.ts$/.test(name)) continue;
      const target = join(into, folder, name.replace(/\.ts$/, '.cts'));
      await mkdir(dirname(target), { recursive: true });
      await writeFile(
        target,
        renamed(await readFile(join(root, folder, name), 'utf8'), () => 'cts'),
      );
    }
  }
  // The copy needs a package.json and the packages of the tree.
  await writeFile(join(into, 'package.json'), '{ "type": "module" }\n');
  await ts.sys.createDirectory(join(into, 'node_modules'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await cp(join(root, 'node_modules', name), join(into, 'node_modules', name), { recursive: true });
  return into;
}

/** Path of a packed file in the source tree, for a list that people read. */
export function shown(path: string): string {
  return relative(root, path);
}
