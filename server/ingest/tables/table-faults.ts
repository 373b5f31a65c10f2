// Faults of a table, placed in its own words: sheet, row, and the column by its header and letter.
import { Faults, shownName, type Place } from '../files/faults.ts';
import { columnLetters } from './table.ts';
import type { TableField } from './columns.ts';

/** Record fields that a column of another name gives. */
const fieldOfPath: { readonly [path: string]: readonly TableField[] } = {
  observed_at: ['date'],
  'person.id': ['person_id', 'handle', 'person', 'firm'],
  'person.name': ['person', 'handle', 'firm'],
  'person.handle': ['handle'],
  'security.ticker': ['ticker'],
  'security.name': ['security_name'],
  direction: ['direction', 'rating'],
  rating: ['rating', 'direction'],
  statement: ['statement', 'rating'],
  target: ['target', 'target_low', 'target_high'],
  'target.low': ['target_low', 'target'],
  'target.high': ['target_high', 'target'],
  'target.currency': ['currency', 'target'],
  'target.price_when_stated': ['price_when_stated'],
  'target.horizon.until_on': ['target_horizon'],
  'horizon.text': ['horizon'],
  'horizon.until_on': ['horizon_until', 'horizon'],
};

export class TableFaults extends Faults {
  #sheet: string | null = null;
  #labels: ReadonlyMap<TableField, string> = new Map();

  /** The sheet that is read, and the labels of its columns. */
  locate(sheet: string | null, labels: ReadonlyMap<TableField, string>): void {
    this.#sheet = sheet === null ? null : shownName(sheet);
    this.#labels = labels;
  }

  override add(place: Place, what: string, fix: string): void {
    super.add({ ...place, table: { sheet: this.#sheet, column: this.#labelOf(place.field) } }, what, fix);
  }

  #labelOf(path: string | undefined): string | null {
    if (path === undefined) return null;
    const fields = fieldOfPath[path] ?? [path as TableField];
    const field = fields.find((one) => this.#labels.has(one));
    return field === undefined ? null : (this.#labels.get(field) ?? null);
  }
}

export const columnLabel = (header: string, column: number): string =>
  `"${shownName(header.replaceAll(/\s+/g, ' '))}" (${columnLetters(column)})`;
