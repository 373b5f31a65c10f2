// The sheets of a workbook file, read by a worker with bounds on its memory and time.
import { Worker } from 'node:worker_threads';
import { refused } from '../../files/faults.ts';
import { readBytes, type Progress } from '../../files/read-bytes.ts';
import { inputLimits } from '../../files/input-limits.ts';
import { tableLimits, type Sheet } from '../table.ts';
import type { WorkbookReply } from './workbook-worker.ts';

const memoryMax = 3_072;
const patienceMs = 300_000;

export async function loadWorkbook(file: string, progress?: Progress): Promise<Sheet[]> {
  const reply = await replyOf(await wholeFile(file, progress));
  if ('sheets' in reply) return reply.sheets;
  throw refused(file, {}, reply.refused.what, reply.refused.fix);
}

/** All bytes of a file of the size that a table may have. */
export async function wholeFile(file: string, progress?: Progress): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const limits = { ...inputLimits, file_bytes_max: tableLimits.bytes_max };
  for await (const chunk of readBytes(file, progress, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function replyOf(bytes: Buffer): Promise<WorkbookReply> {
  const file = import.meta.url.endsWith('.ts') ? './workbook-worker-from-source.mjs' : './workbook-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), {
    workerData: bytes,
    execArgv: [],
    name: 'workbook',
    resourceLimits: { maxOldGenerationSizeMb: memoryMax },
  });
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => resolve(tooMuch('reading it took more than five minutes')), patienceMs);
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(tooMuch('its cells need too much memory'));
      else reject(error);
    });
    worker.once('exit', () => {
      clearTimeout(late);
      reject(new Error('the reader of workbooks stopped'));
    });
  }).finally(() => worker.terminate()) as Promise<WorkbookReply>;
}

function tooMuch(what: string): WorkbookReply {
  return { refused: { what, fix: 'save the sheet alone as CSV, and load that' } };
}
