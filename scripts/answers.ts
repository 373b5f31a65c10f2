// `npm run answers`: records the answers of the service over the preview corpus; `--check` compares instead of writing.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../server/store/engine/engine.ts';
import { answerFile, askRecorded } from './answers/recorded-answers.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'answers-'));
const store = await openStore({ dataDir });
const differing: string[] = [];
try {
  for (const { name, path, status, body } of await askRecorded(store)) {
    const kept = await readFile(answerFile(name), 'utf8').catch(() => null);
    if (kept === body) continue;
    differing.push(name);
    console.log(`${kept === null ? 'new    ' : 'changed'} ${status} ${name}  ${path}`);
    if (!process.argv.includes('--check')) await writeFile(answerFile(name), body);
  }
} finally {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`${differing.length} recorded answers differ`);
if (differing.length > 0 && process.argv.includes('--check')) process.exitCode = 1;
