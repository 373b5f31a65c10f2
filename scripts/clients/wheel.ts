// The wheel of the Python package, built and installed in a fresh environment, where the examples of its pages run.
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder, quoted, run } from './python-environment.ts';
import type { Stage } from './stage.ts';

/** The line of what was done; `python` is the interpreter, `cache` a folder for what is made. */
export async function wheelExamples(
  python: string,
  cache: string,
  stage: Pick<Stage, 'address' | 'previewKey'>,
): Promise<string> {
  const [source, dist, fresh] = ['source', 'dist', 'fresh'].map((name) => join(cache, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([source, dist, fresh].map((place) => rm(place, { recursive: true, force: true })));
  await cp(packageFolder, source, { recursive: true });
  await run(`${python} -m pip wheel -q --no-deps -w ${quoted(dist)} ${quoted(source)}`, cache);
  const [wheel = ''] = (await readdir(dist)).filter((name) => name.endsWith('.whl'));
  await run(`${python} -m venv ${quoted(fresh)}`, cache);
  const pip = quoted(join(fresh, 'bin/pip'));
  const pins = quoted(join(packageFolder, 'requirements-test.txt'));
  await run(`${pip} install -q -c ${pins} ${quoted(`${join(dist, wheel)}[pandas]`)} matplotlib`, cache);
  const env = { RESEARCH_URL: stage.address, SERVICE_API_KEY: stage.previewKey, PYTHONPATH: '' };
  const pages = [
    'README.md',
    'notebooks/chart-at-a-cutoff.ipynb',
    '../../server/docs/python.md',
    '../../server/docs/releases.md',
  ];
  const places = pages.map((page) => quoted(join(packageFolder, page))).join(' ');
  const blocks = await run(
    `${quoted(join(fresh, 'bin/python'))} ${quoted(join(packageFolder, 'tests/run_blocks.py'))} ${places}`,
    cache,
    env,
  );
  return `${wheel} in a fresh environment: ${blocks.trim()} of its README, its guide and its notebook`;
}
