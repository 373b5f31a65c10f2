// Python on this machine: interpreters by version, and virtual environments with pinned packages.
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

export type CommandEnd = { readonly output: string; readonly fault: string | null };
export type Environment = Readonly<Record<string, string>>;

const COMMAND_MS_MAX = 10 * 60_000;
const FAULT_CHARACTERS = 1_500;

/** `output` is standard output alone; `fault` is the end of both streams, or null after exit code 0. */
export function shell(command: string, cwd: string, own: Environment = {}): Promise<CommandEnd> {
  const env = { ...process.env, PYTHONWARNINGS: 'ignore', ...own };
  const options = { cwd, env, timeout: COMMAND_MS_MAX, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile('bash', ['-c', command], options, (error, stdout, stderr) => {
      const words = `${stdout}${stderr}`.trim();
      const fault = error === null ? null : words.slice(-FAULT_CHARACTERS) || error.message;
      resolve({ output: stdout, fault });
    });
  });
}

/** The interpreter of a version, on the path or one that pyenv has; null if there is none. */
export async function interpreter(version: string): Promise<string | null> {
  const tried = [`python${version}`, `$(ls -d "$(pyenv root)"/versions/${version}.*/bin/python3 | tail -n 1)`];
  for (const command of tried) {
    const { output, fault } = await shell(`${command} -c 'import sys; print(sys.executable)'`, root);
    if (fault === null) return output.trim();
  }
  return null;
}

export type VirtualEnvironment = {
  /** Its folder, made anew when the pins or the packages change. */
  readonly folder: string;
  /** The versions that may run it, the first one found. */
  readonly versions: readonly string[];
  /** The file of pinned versions. */
  readonly pins: string;
  /** Packages to install at these pins; without any, everything that is pinned. */
  readonly packages?: string;
  /** Variables of pip. */
  readonly env?: Environment;
  /** The command that needs it, for the sentence about what is missing. */
  readonly command: string;
};

export async function virtualEnvironment(wanted: VirtualEnvironment): Promise<string> {
  const { folder, versions, pins, packages, env, command } = wanted;
  const stampFile = join(folder, 'installed');
  const stamp = `${packages ?? ''}\n${await readFile(pins, 'utf8')}`;
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  const found = await firstOf(versions);
  if (found === null)
    throw new Error(
      `${command} needs Python ${versions.join(' or ')}, and none is installed. Install python3 and python3-venv.`,
    );
  const made = await shell(`${quoted(found)} -m venv ${quoted(folder)}`, root);
  if (made.fault !== null)
    throw new Error(`${command} needs the venv module of Python. Install python3-venv.\n${made.fault}`);
  const what = packages === undefined ? `-r ${quoted(pins)}` : `-c ${quoted(pins)} ${packages}`;
  const { fault } = await shell(`bin/pip install -q --disable-pip-version-check ${what}`, folder, env);
  if (fault !== null) throw new Error(`${command} needs the package registry of Python:\n${fault}`);
  await writeFile(stampFile, stamp);
  return folder;
}

async function firstOf(versions: readonly string[]): Promise<string | null> {
  for (const version of versions) {
    const found = await interpreter(version);
    if (found !== null) return found;
  }
  return null;
}
