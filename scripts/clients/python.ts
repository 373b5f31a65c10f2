// The Python package: its generated files compared, its types checked, and its tests run under every Python that it names.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectedChecks } from './expected-checks.ts';
import {
  cache,
  declared,
  environment,
  interpreter,
  packageFolder,
  pythons,
  quoted,
  run,
} from './python-environment.ts';
import { modelsAreCurrent } from './python-models.ts';
import type { Stage } from './stage.ts';
import { wheelExamples } from './wheel.ts';

/** The names of what was done, a line each; throws at the first fault. */
export async function pythonPackage(stage: Pick<Stage, 'address' | 'key' | 'previewKey'>): Promise<string[]> {
  if (!(await modelsAreCurrent()))
    throw new Error('client/python: models.py differs from openapi.yaml: npm run clients -- models');
  const [oldest] = pythons;
  const place = await environment(oldest);
  const tool = (name: string): string => quoted(join(place, 'bin', name));
  await run(`${tool('python')} async_client.py --check`, packageFolder);
  const own = '--line-length 120 --target-version py310 --exclude models.py,src/research_intelligence/async_*.py';
  await run(`${tool('ruff')} check -q --no-cache --select E,F,I,B ${own} .`, packageFolder);
  await run(`${tool('ruff')} format -q --no-cache --check ${own} .`, packageFolder);
  for (const version of [oldest, declared]) {
    await run(
      `${tool('mypy')} --python-version ${version} --cache-dir ${quoted(join(cache, 'mypy'))} src`,
      packageFolder,
    );
    await run(`${tool('pyright')} --pythonpath ${tool('python')} --pythonversion ${version}`, packageFolder);
  }
  const done = [
    `models and async client as generated, ruff, mypy --strict, pyright strict for ${oldest} and ${declared}`,
  ];
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
  const isThere = (await interpreter(declared)) !== null;
  if (!isThere) done.push(`Python ${declared} is not on this machine: its tests did not run`);
  for (const version of isThere ? [...pythons, declared] : pythons) {
    const python = quoted(join(await environment(version), 'bin/python'));
    const output = await run(`${python} -m pytest -q -x`, packageFolder, env);
    const passed = /^\d+ passed\b(?!.*(skipped|failed))/m.exec(output)?.[0];
    if (passed === undefined) throw new Error(`Python ${version}: not all tests passed:\n${output.slice(-2_000)}`);
    done.push(`Python ${version}: ${passed}`);
  }
  const newest = quoted(join(await environment('3.13'), 'bin/python'));
  done.push(await wheelExamples(newest, cache, stage));
  return done;
}
