// The Python package: its generated files compared, its types checked, and its tests run under every Python that it names.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectedChecks } from './expected-checks.ts';
import { shell } from './generator.ts';
import { modelsAreCurrent } from './python-models.ts';
import type { Stage } from './stage.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
export const packageFolder = join(root, 'client/python');
const cache = join(root, '.build/clients/python');

/** The newest is for checks that one Python answers for all. */
export const pythons = ['3.10', '3.11', '3.12', '3.13'] as const;

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** The interpreter of a version: on the path, or one that pyenv has. */
async function interpreter(version: string): Promise<string> {
  const tried = [`python${version}`, `$(ls -d "$(pyenv root)"/versions/${version}.*/bin/python3 | tail -n 1)`];
  for (const command of tried) {
    const { output, fault } = await shell(`${command} -c 'import sys; print(sys.executable)'`, root);
    if (fault === null) return output.trim();
  }
  throw new Error(`npm run clients needs Python ${pythons.join(', ')}: Python ${version} is not installed.`);
}

async function run(command: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { output, fault } = await shell(command, cwd, env);
  if (fault !== null) throw new Error(`${command}\n${output.slice(-4_000)}\n${fault}`);
  return output;
}

/** A virtual environment with the pinned packages of the tests; gives its folder. */
export async function environment(version: string): Promise<string> {
  const place = join(cache, version);
  const pins = await readFile(join(packageFolder, 'requirements-test.txt'), 'utf8');
  const stamp = join(place, 'installed');
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== pins) {
    await rm(place, { recursive: true, force: true });
    await mkdir(cache, { recursive: true });
    await run(`${quoted(await interpreter(version))} -m venv ${quoted(place)}`, root);
    const { fault } = await shell(
      `bin/pip install -q -r ${quoted(join(packageFolder, 'requirements-test.txt'))}`,
      place,
    );
    if (fault !== null) throw new Error(`npm run clients needs the package registry of Python:\n${fault}`);
    await writeFile(stamp, pins);
  }
  return place;
}

/** The names of what was done, a line each; throws at the first fault. */
export async function pythonPackage(stage: Pick<Stage, 'address' | 'key' | 'previewKey'>): Promise<string[]> {
  if (!(await modelsAreCurrent()))
    throw new Error('client/python: models.py differs from openapi.yaml: npm run clients -- models');
  const [oldest] = pythons;
  const place = await environment(oldest);
  const tool = (name: string): string => quoted(join(place, 'bin', name));
  await run(`${tool('python')} async_client.py --check`, packageFolder);
  const own = "--line-length 120 --target-version py310 --exclude models.py,async_client.py";
  await run(`${tool('ruff')} check -q --no-cache --select E,F,I,B ${own} .`, packageFolder);
  await run(`${tool('ruff')} format -q --no-cache --check ${own} .`, packageFolder);
  await run(`${tool('mypy')} --cache-dir ${quoted(join(cache, 'mypy'))} src`, packageFolder);
  await run(`${tool('pyright')} --pythonpath ${tool('python')}`, packageFolder);
  const done = ['models and async client as generated, ruff, mypy --strict, pyright strict'];
  const expected = join(cache, 'expected.json');
  await writeFile(expected, JSON.stringify(await expectedChecks()));
  const env = {
    RESEARCH_URL: stage.address,
    RESEARCH_KEY: stage.key,
    RESEARCH_PREVIEW_KEY: stage.previewKey,
    RESEARCH_EXPECTED: expected,
    PYTHONPATH: join(packageFolder, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  for (const version of pythons) {
    const python = quoted(join(await environment(version), 'bin/python'));
    const output = await run(`${python} -m pytest -q -x`, packageFolder, env);
    const passed = /^\d+ passed\b(?!.*(skipped|failed))/m.exec(output)?.[0];
    if (passed === undefined) throw new Error(`Python ${version}: not all tests passed:\n${output.slice(-2_000)}`);
    done.push(`Python ${version}: ${passed}`);
  }
  return done;
}
