// A CSV or TSV file as a sheet. Rows are counted as a spreadsheet program shows them: a cell of several lines is in one row.
import { refused, type Faults } from '../../files/faults.ts';
import { inputLimits } from '../../files/input-limits.ts';
import { readUnevenCsv } from '../../files/read-csv.ts';
import type { Progress } from '../../files/read-bytes.ts';
import { tableLimits, type Cell, type Row, type Sheet } from '../table.ts';

/** A header has at most so many lines above it. */
export const linesAboveHeaderMax = 25;

const errorWords = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|#+)$/i;
/** A formula that was saved as its text. */
const formula = /^=\s*[A-Z]+\(|^=[^=!]*![$A-Z]+\d|^=\s*\$?[A-Z]{1,3}\$?\d/i;

export async function readTextTable(file: string, faults: Faults, progress?: Progress): Promise<Sheet> {
  const limits = { ...inputLimits, file_bytes_max: tableLimits.bytes_max, rows_max: tableLimits.rows_max };
  const rows: Row[] = [];
  let extraLines = 0;
  const reading = { limits, separatorLines: linesAboveHeaderMax, ...(progress && { progress }) };
  for await (const { line, cells } of readUnevenCsv(file, faults, reading)) {
    if (cells.length > limits.columns_max)
      throw refused(file, { line }, `the row has more than ${limits.columns_max} cells`, 'delete what is not needed');
    extraLines += cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
    rows.push({ row: line - extraLines, cells: cells.map(textCell), isHidden: false });
  }
  return { name: null, isHidden: false, is1904: false, rows, merges: [], hiddenColumns: [] };
}

/** Spaces around a text are lost where a cell is not in quotes, so they are never read. */
function textCell(cell: string): Cell | null {
  const text = cell.trim();
  if (text === '') return null;
  if (errorWords.test(text)) return { kind: 'error', text };
  if (formula.test(text)) return { kind: 'error', text, formula: 'uncomputed' };
  return { kind: 'text', text };
}
