// The rows of a table that hold statements: what a spreadsheet has besides them is left out with a note, or refused.
import { shown } from '../files/faults.ts';
import type { TableField } from './columns.ts';
import { isRepeated, rowsNamed, type Header } from './header.ts';
import { cellAt, columnLetters, type Merge, type Row } from './table.ts';
import type { TableFaults } from './table-faults.ts';
import type { TableOptions } from './table-options.ts';

const totals = /^(grand[ -]?|sub[ -]?)?(totals?|sum|average|avg|mean|median|count)\b/i;
/** Without all of these a row says nothing of anybody. */
const telling: readonly TableField[] = [
  'date',
  'person',
  'handle',
  'firm',
  'ticker',
  'statement',
  'rating',
  'direction',
  'source_url',
];
const tellingMin = 2;

export function statementRows(header: Header, options: TableOptions, faults: TableFaults): Row[] {
  const sorted = new RowSorter(header, options, faults);
  const rows = header.rows.filter((row) => sorted.isStatement(row));
  sorted.note();
  return rows;
}

class RowSorter {
  readonly #header: Header;
  readonly #options: TableOptions;
  readonly #faults: TableFaults;
  readonly #left = { totals: [] as number[], headers: [] as number[], hidden: [] as number[] };
  readonly #loadedHidden: number[] = [];
  readonly #merges: readonly Merge[];
  readonly #columns: ReadonlySet<number>;

  constructor(header: Header, options: TableOptions, faults: TableFaults) {
    this.#header = header;
    this.#options = options;
    this.#faults = faults;
    this.#columns = new Set(header.columns.values());
    this.#merges = header.sheet.merges.filter(
      ({ toRow, fromColumn, toColumn }) =>
        toRow > header.row.row && [...this.#columns].some((column) => fromColumn <= column && column <= toColumn),
    );
  }

  isStatement(row: Row): boolean {
    const { names } = this.#header;
    if (isRepeated(row, names)) return this.#leave('headers', row);
    if (row.isHidden && this.#options.hiddenRows !== 'load') {
      if (this.#options.hiddenRows === 'skip') return this.#leave('hidden', row);
      this.#faults.add(
        { line: row.row },
        'the row is hidden',
        'show it or delete it, or say --hidden-rows load, or skip',
      );
      return false;
    }
    if (this.#isTotal(row)) return this.#leave('totals', row);
    if (!this.#isWhole(row)) return false;
    if (row.isHidden) this.#loadedHidden.push(row.row);
    return true;
  }

  #leave(why: 'totals' | 'headers' | 'hidden', { row }: Row): false {
    this.#left[why].push(row);
    return false;
  }

  /** A line of totals has no ticker and no link; where its first word is a name, it has them. */
  #isTotal(row: Row): boolean {
    const first = row.cells.find((cell) => cell !== null)?.text ?? '';
    return totals.test(first) && (['ticker', 'source_url'] as const).every((field) => !this.#isFilled(row, field));
  }

  #isFilled(row: Row, field: TableField): boolean {
    const column = this.#header.columns.get(field);
    return column !== undefined && cellAt(row, column) !== null;
  }

  #isWhole(row: Row): boolean {
    const { names, sheet } = this.#header;
    const merge = this.#merges.find(({ fromRow, toRow }) => fromRow <= row.row && row.row <= toRow);
    if (merge !== undefined) {
      const range = `${columnLetters(merge.fromColumn)}${merge.fromRow}:${columnLetters(merge.toColumn)}${merge.toRow}`;
      this.#faults.add({ line: row.row }, `the cells ${range} are merged`, 'unmerge them and fill each row');
      return false;
    }
    if (telling.filter((field) => this.#isFilled(row, field)).length < tellingMin) {
      const held = row.cells.flatMap((cell) => (cell === null ? [] : shown(cell.text))).slice(0, 3);
      this.#faults.add(
        { line: row.row },
        `the row holds only ${held.join(', ')}`,
        'complete it; remove notes and totals',
      );
      return false;
    }
    const isUneven = sheet.name === null && row.cells.length !== names.length;
    const beyond = row.cells.slice(names.length).some((cell) => cell !== null);
    if (!isUneven || (!beyond && row.cells.length > names.length)) return true;
    this.#faults.add(
      { line: row.row },
      `it has ${row.cells.length} cells and the header ${names.length}`,
      'put a cell with separators or line ends into straight quotes ("); a file that ends within a row is truncated',
    );
    return false;
  }

  note(): void {
    const { totals: sums, headers, hidden } = this.#left;
    if (sums.length > 0) this.#faults.note(`totals are left out: ${rowsNamed(sums)}`);
    if (headers.length > 0) this.#faults.note(`the header is repeated: ${rowsNamed(headers)}`);
    if (hidden.length > 0) this.#faults.note(`hidden rows are left out: ${rowsNamed(hidden)}`);
    if (this.#loadedHidden.length > 0) this.#faults.note(`hidden rows are loaded: ${rowsNamed(this.#loadedHidden)}`);
  }
}
