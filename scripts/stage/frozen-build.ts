// Frozen copy of the built server for one run: edits and builds in the tree meanwhile do not change it.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** The server, and the address of the module of the operator's command line. */
export type Build = { main: string; admin: string; remove(): Promise<void> };

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const ensureBuild = `const { ensureBuild } = await import('./scripts/start.js'); await ensureBuild();`;

/** Test files run at once and share one .build, which may be built again meanwhile: each takes a separate copy. */
export async function frozenBuild(): Promise<Build> {
  const folder = await mkdtemp(join(tmpdir(), 'research-build-'));
  try {
    while (!(await copyOfBuild(folder))) await rm(folder, { recursive: true, force: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    main: join(folder, 'server', 'main.js'),
    admin: pathToFileURL(join(folder, 'server', 'admin.js')).href,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** False if a build ran meanwhile: a build removes its stamp and writes it last. */
async function copyOfBuild(folder: string): Promise<boolean> {
  const built = join(root, '.build');
  await run(process.execPath, ['--input-type=module', '-e', ensureBuild], { cwd: root });
  // Pictures of the browser tests and clients of other languages lie there too, and are gigabytes.
  const others = ['journeys', 'clients', 'schemathesis', 'older-compiler'].map((name) => join(built, name));
  const isCode = (path: string): boolean => !others.includes(path);
  try {
    const stamp = await readFile(join(built, 'stamp.json'), 'utf8');
    await cp(built, folder, { recursive: true, filter: isCode });
    return (await readFile(join(built, 'stamp.json'), 'utf8')) === stamp;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
