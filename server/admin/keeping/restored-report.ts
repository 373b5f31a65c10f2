// Report of the commands that move a whole store: its contents, or the reason for a refusal.
import { type RefusedInput, refused } from '../../ingest/files/faults.ts';
import type { ExportHeader, ExportRefusal, RowCounts } from '../../store/keeping/export-format.ts';
import type { RestoreResult } from '../../store/keeping/restore.ts';
import type { CommandResult } from '../command.ts';

export const told = ({ engine, taken_at, contract_version, migrations, left_out, rows }: ExportHeader) => ({
  engine,
  taken_at,
  contract_version,
  migrations,
  left_out,
  rows,
});

export const totalOf = (rows: RowCounts): number => Object.values(rows).reduce((sum, count) => sum + count, 0);

export function refusedExport(path: string, { line, message, fix }: ExportRefusal): RefusedInput {
  return refused(path, line === null ? {} : { line }, message, fix);
}

export function restoredResult(from: string, { header, sha256 }: RestoreResult, dryRun: boolean): CommandResult {
  const { rows, engine, taken_at } = header;
  return {
    exit: 0,
    report: { from, dry_run: dryRun, sha256, ...told(header) },
    lines: [
      `${totalOf(rows)} rows of ${Object.keys(rows).length} tables, as the ${engine} store had them at ${taken_at}; no drift`,
      ...Object.entries(rows)
        .filter(([, count]) => count > 0)
        .map(([table, count]) => `  ${table}: ${count}`),
      ...(dryRun ? ['dry run: nothing was kept'] : []),
    ],
  };
}

export function notEmpty(rows: RowCounts, elsewhere: string): CommandResult {
  const held = Object.entries(rows).map(([table, count]) => `${table} ${count}`);
  return {
    exit: 1,
    report: { refused: true, not_empty: rows },
    lines: [
      `refused: the store is not empty: ${held.join(', ')}`,
      `two stores cannot be put together; choose one that nothing was loaded into: ${elsewhere}, before a server has started on it`,
    ],
  };
}
