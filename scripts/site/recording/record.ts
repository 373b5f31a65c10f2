// Recorder of the documentation's examples on a running service; `--check` compares instead of writing.
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../server/store/engine/engine.ts';
import { openWorld, recordExamples } from './recording.ts';
import { recordedFile, recordedFolder } from './recordings.ts';

const root = new URL('../../../', import.meta.url);
const isCheck = process.argv.includes('--check');
const folder = new URL(recordedFolder, root);
const dataDir = await mkdtemp(join(tmpdir(), 'examples-'));
const store = await openStore({ dataDir });
const differing: string[] = [];
try {
  await mkdir(new URL('problems', folder), { recursive: true });
  const world = await openWorld(store);
  const recordings = await recordExamples(world);
  world.close();
  for (const { example, recorded } of recordings) {
    const file = new URL(recordedFile(example.name), folder);
    const text = `${JSON.stringify(recorded, null, 1)}\n`;
    const kept = await readFile(file, 'utf8').catch(() => null);
    if (kept === text) continue;
    differing.push(example.name);
    console.log(`${kept === null ? 'new    ' : 'changed'} ${recorded.status} ${example.name}`);
    if (!isCheck) await writeFile(file, text);
  }
  const names = new Set(recordings.map(({ example }) => recordedFile(example.name)));
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.json') || names.has(name)) continue;
    differing.push(name);
    if (!isCheck) await rm(new URL(name, folder));
  }
} finally {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`${differing.length} recorded examples differ`);
if (differing.length > 0 && isCheck) process.exitCode = 1;
