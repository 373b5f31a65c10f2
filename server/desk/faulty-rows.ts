/** Rows that the faults of a load are in, as they stand in files of text. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Fault } from '../ingest/files/faults.ts';

export type FaultyRow = { file: string; line: number; text: string };

const TEXT_MAX = 400;

/** The faults of every file of a report. */
export function faultsOf(report: object): Fault[] {
  const files = 'files' in report && Array.isArray(report.files) ? (report.files as object[]) : [report];
  return files.flatMap((file) => ('faults' in file && Array.isArray(file.faults) ? (file.faults as Fault[]) : []));
}

export async function faultyRows(report: object): Promise<FaultyRow[]> {
  const wanted = new Map<string, Set<number>>();
  for (const { file, line } of faultsOf(report)) {
    if (line === null || /\.(xlsx|xls|xlsb|ods)$/i.test(file)) continue;
    const lines = wanted.get(file) ?? new Set();
    wanted.set(file, lines.add(line));
  }
  const found = await Promise.all([...wanted].map(([file, lines]) => rowsIn(file, lines).catch(() => [])));
  return found.flat();
}

async function rowsIn(file: string, lines: ReadonlySet<number>): Promise<FaultyRow[]> {
  const rows: FaultyRow[] = [];
  const last = Math.max(...lines);
  const bytes = createReadStream(file);
  const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  let at = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      at += 1;
      if (lines.has(at))
        rows.push({ file, line: at, text: text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text });
      if (at >= last) break;
    }
  } finally {
    bytes.destroy();
  }
  return rows;
}
