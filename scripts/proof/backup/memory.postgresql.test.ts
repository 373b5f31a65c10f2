// However large a store is, its export takes no more memory: it is read, written and compressed piece by piece.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore, type Store } from '../../../server/store/engine/engine.ts';
import { generateGrowth } from '../../../server/store/testing/growth.ts';
import { databaseUrlOf, openTestStore } from '../../../server/store/testing/store.ts';

const HEAP_MEBIBYTES = 64;
const BELIEFS = 100_000;
const LOOKS_EVERY_MS = 200;

let store: Store;
let folder: string;
let databaseUrl: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memory-'));
  store = await openTestStore();
  databaseUrl = await databaseUrlOf(store);
  const patient = await openStore({ databaseUrl, statementTimeoutMs: 0 });
  await generateGrowth(patient.db, BELIEFS);
  await patient.close();
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

type Ran = { code: number | null; report: { rows: Record<string, number>; bytes: number }; peakMebibytes: number };

/**
 * The operator's command line in a process with a small heap; at its end it tells the most memory that it ever kept: heap
 * and buffers, each time right after a collection. How long garbage lies is a matter of how busy the machine is.
 */
async function admin(...words: string[]): Promise<Ran> {
  const main = fileURLToPath(new URL('../../../server/admin.ts', import.meta.url));
  const code = `const { main } = await import(${JSON.stringify(main)});
    let peak = 0;
    const look = () => {
      gc();
      const { heapUsed, external } = process.memoryUsage();
      peak = Math.max(peak, heapUsed + external);
    };
    const looking = setInterval(look, ${LOOKS_EVERY_MS});
    process.exitCode = await main(process.argv.slice(1));
    clearInterval(looking);
    process.stderr.write(' peak ' + peak);`;
  const args = [
    `--max-old-space-size=${HEAP_MEBIBYTES}`,
    '--expose-gc',
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    code,
    ...words,
  ];
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [told, said] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const peak = /peak (\d+)$/.exec(said)?.[1];
  if (peak === undefined) throw new Error(`the command ended with ${ended}: ${said.slice(-2_000)}`);
  return { code: ended, report: JSON.parse(told) as Ran['report'], peakMebibytes: Number(peak) / 1_048_576 };
}

/** What is outside of the heap is bounded too: all lines together are 300 MiB. */
const PEAK_MEBIBYTES_MAX = 100;

it(`an export of ${BELIEFS} beliefs succeeds in a heap of ${HEAP_MEBIBYTES} MiB, a fifth of its lines`, async () => {
  const file = join(folder, 'growth.gz');
  const { code, report, peakMebibytes } = await admin('export', file, '--json');
  expect([code, report.rows['belief'], report.bytes]).toEqual([0, BELIEFS, (await stat(file)).size]);
  expect(report.bytes).toBeGreaterThan(40_000_000);
  console.info(`at most ${peakMebibytes.toFixed(1)} MiB were kept`);
  expect(peakMebibytes).toBeGreaterThan(10);
  expect(peakMebibytes).toBeLessThan(PEAK_MEBIBYTES_MAX);
});
