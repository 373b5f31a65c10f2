// Virtual environments of the Python versions that the package names, with the pinned packages of its tests.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shell } from './generator.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const packageFolder = join(root, 'client/python');
export const cache = join(root, '.build/clients/python');

/** The first is for checks that one Python answers for all. */
export const pythons = ['3.10', '3.11', '3.12', '3.13'] as const;

export const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** The interpreter of a version: on the path, or one that pyenv has. */
async function interpreter(version: string): Promise<string> {
  const tried = [`python${version}`, `$(ls -d "$(pyenv root)"/versions/${version}.*/bin/python3 | tail -n 1)`];
  for (const command of tried) {
    const { output, fault } = await shell(`${command} -c 'import sys; print(sys.executable)'`, root);
    if (fault === null) return output.trim();
  }
  throw new Error(`npm run clients needs Python ${pythons.join(', ')}: Python ${version} is not installed.`);
}

export async function run(command: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { output, fault } = await shell(command, cwd, env);
  if (fault !== null) throw new Error(`${command}\n${output.slice(-4_000)}\n${fault}`);
  return output;
}

const requirements = join(packageFolder, 'requirements-test.txt');

/** The first Python has the checkers too. */
const ofTests = 'httpx pandas pydantic pytest trio';

/** A virtual environment with the pinned packages of the tests; gives its folder. */
export async function environment(version: string): Promise<string> {
  const place = join(cache, version);
  const pins = await readFile(requirements, 'utf8');
  const stamp = join(place, 'installed');
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== pins) {
    await rm(place, { recursive: true, force: true });
    await mkdir(cache, { recursive: true });
    await run(`${quoted(await interpreter(version))} -m venv ${quoted(place)}`, root);
    const packages = version === pythons[0] ? `-r ${quoted(requirements)}` : `-c ${quoted(requirements)} ${ofTests}`;
    const { fault } = await shell(`bin/pip install -q ${packages}`, place);
    if (fault !== null) throw new Error(`npm run clients needs the package registry of Python:\n${fault}`);
    await writeFile(stamp, pins);
  }
  return place;
}
