// Planted defects in a copy of the tree: each must fail its one test, which passes without it.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plantedDesigns } from '../faults/planted-designs.ts';
import { type PlantedDefect, plantedDefects } from '../../house/planted-defects.ts';
import type { FaultPart } from './fault-report.ts';
import { given } from './given.ts';

type Test = PlantedDefect['test'];
type Outcome = 'passed' | 'failed' | 'broken';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function run(command: string, words: string[], cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
    const child = spawn(command, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

/** Every file of the project, tracked or new; node_modules is shared. */
async function copyOfTree(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'planted-defects-'));
  const { output } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root);
  for (const file of output.split('\0').filter((name) => name !== '')) {
    // A file may be deleted between listing and copying.
    await cp(join(root, file), join(copy, file), { recursive: true }).catch(() => undefined);
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/**
 * The project of either suite (`postgresql` or `proof-postgresql`). A test that did not run counts as broken, which
 * proves nothing.
 */
async function outcomeOf(copy: string, { file, project, name }: Test): Promise<Outcome> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const words = [vitest, 'run', '--config', 'scripts/vitest.config.ts', '--project', `*${project}`, file, '-t', name];
  const { code, output } = await run(process.execPath, words, copy);
  if (code === 0) return /Tests\s+.*\d+ passed/.test(output) ? 'passed' : 'broken';
  return /Tests\s+.*\d+ failed/.test(output) ? 'failed' : 'broken';
}

async function drillOne(copy: string, { file, find, replace, also, test }: PlantedDefect): Promise<Outcome> {
  const path = join(copy, file);
  const sound = await readFile(path, 'utf8');
  let planted = sound;
  for (const place of [{ find, replace }, ...(also === undefined ? [] : [also])]) {
    if (planted.split(place.find).length !== 2) return 'broken';
    planted = planted.replace(place.find, () => place.replace);
  }
  await writeFile(path, planted);
  try {
    return await outcomeOf(copy, test);
  } finally {
    await writeFile(path, sound);
  }
}

function row(cells: readonly string[]): string {
  return `${cells.map((cell, index) => cell.padEnd([52, 40, 8, 8][index] ?? 0)).join(' ')}\n`;
}

type DefectResult = { defect: PlantedDefect; without: Outcome; planted: Outcome; isFound: boolean };

/** Plants each defect once; its test must pass without it and fail with it. */
async function drillEach(
  defects: readonly PlantedDefect[],
  onDrilled: (drilled: DefectResult) => void = () => undefined,
): Promise<DefectResult[]> {
  const copy = await copyOfTree();
  const all: DefectResult[] = [];
  try {
    const sound = new Map<string, Outcome>();
    for (const defect of defects) {
      const test = JSON.stringify(defect.test);
      const without = sound.get(test) ?? (await outcomeOf(copy, defect.test));
      sound.set(test, without);
      const planted = await drillOne(copy, defect);
      const drilled = { defect, without, planted, isFound: without === 'passed' && planted === 'failed' };
      all.push(drilled);
      onDrilled(drilled);
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  return all;
}

/** Prints a line per defect; true if every test passes without it and fails with it. */
export async function drillDefects(): Promise<boolean> {
  process.stdout.write(row(['defect', 'file', 'without', 'with']));
  const all = await drillEach([...plantedDefects, ...plantedDesigns], ({ defect, without, planted, isFound }) => {
    const file = defect.file.replace(`${dirname(dirname(defect.file))}/`, '');
    process.stdout.write(row([defect.name, file, without, planted, isFound ? '' : '<- look']));
  });
  return all.every(({ isFound }) => isFound);
}

/** Only the wrong designs. Size: `designs`, their number from the end of the list. */
export const designParts: readonly FaultPart[] = [
  {
    name: 'planted wrong designs',
    run: async () => {
      const first = plantedDesigns.length - (given('designs') ?? plantedDesigns.length);
      const all = await drillEach(plantedDesigns.slice(Math.max(0, first)));
      return all.map(({ defect, without, planted, isFound }) => ({
        done: `planted: ${defect.name}`,
        times: 1,
        seen: `its test ${without} without it and ${planted} with it`,
        limit: 'found out',
        passed: isFound,
      }));
    },
  },
];
