// Imports sessions of the exchange: only those that differ from the built-in calendar are kept.
import { createCalendar } from '../../measures/calendar.ts';
import type { Faults } from '../files/faults.ts';
import { canonicalInstant, isInstant } from '../../contract/validation/formats.ts';
import { importTable, type Table, type TableRow } from './import-table.ts';
import { loadedSessions } from './loaded-calendar.ts';
import type { ImportOptions, LoadReport } from '../files/loading.ts';
import { calendarDate } from '../layouts/price-rows.ts';

const columns = {
  session_date: ['sessiondate', 'date', 'session'],
  close_at: ['closeutc', 'closeat', 'close', 'marketclose'],
  early_close: ['earlyclose', 'early'],
} as const;

export async function importSessions(loading: ImportOptions, file: string): Promise<LoadReport> {
  const builtIn = createCalendar();
  const kept = new Set((await loadedSessions(loading)).map((session) => session.date));
  let equal = 0;
  const table: Table = {
    columns,
    required: ['session_date', 'close_at', 'early_close'],
    records: (row, faults) => {
      const session = sessionOf(row, faults);
      if (session === null) return [];
      const known = builtIn.sessions[builtIn.indexOf(session.session_date)];
      const same = (known?.closeAt ?? null) === session.close_at && (known?.early ?? false) === session.early_close;
      const covered = session.session_date >= builtIn.coveredFrom && session.session_date <= builtIn.coveredThrough;
      // Only a new row for a day changes a day that the operator has loaded.
      if (!same || !covered || kept.has(session.session_date)) return [session];
      equal += 1;
      return [];
    },
  };
  const report = await importTable(loading, file, table);
  return { ...report, notes: [...report.notes, `${equal} rows are as the built-in calendar has them and add nothing`] };
}

type Session = { type: 'session'; session_date: string; close_at: string | null; early_close: boolean };

function sessionOf(row: TableRow, faults: Faults): Session | null {
  const { line } = row;
  const date = calendarDate(row.cell('session_date') ?? '');
  const close = row.cell('close_at') ?? '';
  const early = /^(true|1|yes|y)$/i.test(row.cell('early_close') ?? '');
  const plain = /^(false|0|no|n|)$/i.test(row.cell('early_close') ?? '');
  if (date === null)
    faults.add({ line, field: 'session_date' }, 'it is no calendar date that exists', 'write it as 2014-06-30');
  if (close !== '' && !isInstant(close)) {
    faults.add(
      { line, field: 'close_at' },
      'it is no UTC instant',
      'write it as 2014-06-30T20:00:00Z, or leave it empty for a closed day',
    );
  }
  if (!early && !plain)
    faults.add({ line, field: 'early_close' }, 'it is neither true nor false', 'write true or false');
  if (date === null || (close !== '' && !isInstant(close)) || (!early && !plain)) return null;
  return {
    type: 'session',
    session_date: date,
    close_at: close === '' ? null : canonicalInstant(close),
    early_close: early,
  };
}
