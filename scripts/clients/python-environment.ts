// Virtual environments of the Python versions that the package names, with the pinned packages of its tests.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interpreter, quoted, virtualEnvironment } from '../stage/python.ts';
import { pinned, shell } from './generator.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const packageFolder = join(root, 'client/python');
export const cache = join(root, '.build/clients/python');
export { interpreter, quoted };

/** The first is for checks that one Python answers for all. */
export const pythons = ['3.10', '3.11', '3.12', '3.13'] as const;

/** Declared, and checked by the type checkers; its tests run where the machine has it: Debian's testing release does. */
export const declared = '3.14';

export async function run(command: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { output, fault } = await shell(command, cwd, env);
  if (fault !== null) throw new Error(`${command}\n${output.slice(-4_000)}\n${fault}`);
  return output;
}

const pins = join(packageFolder, 'requirements-test.txt');

/** The first Python has the checkers too. */
const ofTests = 'cryptography feedparser httpx pandas pydantic pytest trio';

/** A virtual environment with the pinned packages of the tests; returns its folder. */
export function environment(version: string): Promise<string> {
  const packages = version === pythons[0] ? `-r ${quoted(pins)}` : ofTests;
  const folder = join(cache, version);
  return virtualEnvironment({ folder, versions: [version], pins, packages, env: pinned, command: 'npm run clients' });
}
