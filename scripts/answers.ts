// `npm run answers`: records the answers of the service over the preview corpus; `--check` compares instead of writing.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../server/store/engine/engine.ts';
import { publishLive } from '../server/ingest/testing/live-corpus.ts';
import { recordedFile } from '../server/testing/recordings.ts';
import { askRecorded } from './answers/recorded-answers.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'answers-'));
const store = await openStore({ dataDir });
const differing: string[] = [];
try {
  const answers = await askRecorded(store, 'preview');
  await publishLive(store);
  answers.push(...(await askRecorded(store, 'live')));
  for (const { name, path, status, body } of answers) {
    const file = recordedFile(name);
    const kept = await readFile(file, 'utf8').catch(() => null);
    if (kept === body) continue;
    differing.push(name);
    console.log(`${kept === null ? 'new    ' : 'changed'} ${status} ${name}  ${path}`);
    if (process.argv.includes('--check')) continue;
    await mkdir(new URL('.', file), { recursive: true });
    await writeFile(file, body);
  }
} finally {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`${differing.length} recorded answers differ`);
if (differing.length > 0 && process.argv.includes('--check')) process.exitCode = 1;
