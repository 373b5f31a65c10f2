// Worker thread that reads a workbook: its parser blocks, and its input was made elsewhere.
import { parentPort, workerData } from 'node:worker_threads';
import type { Sheet } from '../table.ts';
import { readWorkbook } from './workbook.ts';
import { WorkbookFault } from './zip-parts.ts';

export type WorkbookReply = { sheets: Sheet[] } | { refused: { what: string; fix: string } };

function reply(bytes: Uint8Array): WorkbookReply {
  try {
    return { sheets: readWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    if (error instanceof WorkbookFault) return { refused: { what: error.message, fix: error.fix } };
    const what = 'its cells cannot be read';
    return { refused: { what, fix: 'open it, save it again as .xlsx or as CSV, and load that' } };
  }
}

parentPort?.postMessage(reply(workerData as Uint8Array));
