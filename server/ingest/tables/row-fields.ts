// One row of a table as the fields of a statement record; every fault of the row is reported at its own cell.
import { shown } from '../files/faults.ts';
import type { TableField } from './columns.ts';
import type { TextFault } from './date-text.ts';
import type { Header } from './header.ts';
import { People, personOf, type TablePerson } from './people.ts';
import { Ratings } from './ratings.ts';
import { cellAt, type Cell, type Row } from './table.ts';
import { TableDates } from './table-dates.ts';
import type { TableFaults } from './table-faults.ts';
import { decimalMarkOf, noteMark } from './table-numbers.ts';
import type { DecimalMark, TableOptions } from './table-options.ts';
import { statedDirection, type StatedDirection } from './row-direction.ts';
import { RowNotes } from './row-notes.ts';
import { derivedRecordId } from './record-ids.ts';
import { targetFields, targetOf } from './row-target.ts';
import { cellFault } from './cell-faults.ts';

export type RawStatement = { [field: string]: unknown };

const exchanges = /^(NYSE|NASDAQ|AMEX|NYSEARCA|ARCA|BATS|OTC|LSE|XNYS|XNAS):/i;
const webAddress = /^https?:\/\//i;
/** A cell of a spreadsheet holds no more. */
const cellCharactersMax = 32_767;

export class RowFields {
  readonly people = new People();
  readonly notes = new RowNotes();
  readonly #header: Header;
  readonly #options: TableOptions;
  readonly #faults: TableFaults;
  readonly #dates: TableDates;
  readonly #otherDates: TableDates;
  readonly #ratings: Ratings;
  readonly #decimal: DecimalMark | null;

  constructor(header: Header, rows: readonly Row[], options: TableOptions, faults: TableFaults) {
    this.#header = header;
    this.#options = options;
    this.#faults = faults;
    this.#ratings = new Ratings(options.ratings);
    const { is1904 } = header.sheet;
    const cells = (field: TableField): { row: number; cell: Cell; time: Cell | null }[] =>
      rows.flatMap((row) => {
        const cell = this.#cell(row, field);
        return cell === null || cell.kind === 'error' ? [] : [{ row: row.row, cell, time: this.#cell(row, 'time') }];
      });
    const isInUtc = (['date', 'time'] as const).some((field) => /\b(utc|gmt)\b/i.test(this.#name(field)));
    this.#dates = new TableDates(cells('date'), { isInUtc, is1904, options }, faults);
    const others = (['transaction_date', 'horizon_until'] as const).flatMap(cells);
    this.#otherDates = new TableDates(others, { isInUtc, is1904, options }, faults);
    const prices = targetFields.flatMap(cells);
    const priceCells = prices.map(({ cell }) => cell);
    this.#decimal = decimalMarkOf(priceCells, options.decimal);
    noteMark(faults, priceCells, this.#decimal);
  }

  /** Null for a row with faults. */
  fields(row: Row): RawStatement | null {
    if (!this.#isReadable(row)) return null;
    const at = this.#observed(row);
    const person = this.#person(row);
    const ticker = this.#ticker(row);
    const stated = this.#direction(row);
    const url = this.#url(row);
    const target = this.#target(row);
    const horizon = this.#horizon(row);
    const traded = this.#day(row, 'transaction_date');
    const title = this.#needed(row, 'source_title', 'the title of the source');
    const dataset = this.#needed(row, 'dataset', 'the name of the collection');
    const isWhole = [at, person, ticker, stated, url, title, dataset].every((value) => value !== null);
    if (!isWhole || target === undefined || horizon === undefined || traded === undefined) return null;
    const words = this.#words(row, stated);
    if (at === null || person === null || ticker === null || stated === null || words === null) return null;
    if (dataset === null) return null;
    this.people.take(person, row.row);
    const { text, ...more } = words;
    const recordId = this.#text(row, 'record_id');
    const identity = { dataset, personId: person.id, ticker, at, statement: text, url };
    return {
      type: 'statement',
      record_id: recordId === '' ? derivedRecordId(identity) : recordId,
      dataset,
      person,
      security: { ticker, name: this.#text(row, 'security_name') || null },
      ...stated.fields,
      observed_at: at.at,
      ...this.#precision(row, at.isDay),
      statement: text,
      ...more,
      ...(traded !== null && { transaction_date: traded }),
      ...(target !== null && { target }),
      ...(horizon !== null && { horizon }),
      source_url: url,
      source_title: title,
      ...this.#plain(row, [
        'source_url_kind',
        'author_name',
        'action',
        'basis',
        'time_context',
        'instrument',
        'corrects',
      ]),
    };
  }

  /** Faults and notes of the table as a whole. */
  finish(): void {
    this.#ratings.complain(this.#faults);
    this.#ratings.note(this.#faults);
    this.#dates.note(this.#faults);
    this.notes.note(this.#faults);
    this.people.note(this.#faults);
  }

  #name(field: TableField): string {
    return this.#header.names[this.#header.columns.get(field) ?? -1] ?? '';
  }

  #cell(row: Row, field: TableField): Cell | null {
    const column = this.#header.columns.get(field);
    return column === undefined ? null : cellAt(row, column);
  }

  #text(row: Row, field: TableField): string {
    return this.#cell(row, field)?.text ?? this.#options.values.get(field) ?? '';
  }

  #add(row: Row, field: string, { what, fix }: TextFault): null {
    this.#faults.add({ line: row.row, field }, what, fix);
    return null;
  }

  /** Errors of formulas, and cells of another kind than their column. */
  #isReadable(row: Row): boolean {
    const faults = [...this.#header.columns.keys()].flatMap((field) => {
      const cell = this.#cell(row, field);
      if (cell?.formula === 'computed') this.notes.formulas += 1;
      const fault = cell === null ? null : cellFault(field, cell);
      return fault === null ? [] : [{ field, fault }];
    });
    for (const { field, fault } of faults) this.#add(row, field, fault);
    return faults.length === 0;
  }

  #needed(row: Row, field: TableField, what: string): string | null {
    const text = this.#text(row, field);
    return text === '' ? this.#add(row, field, { what: 'the cell is empty', fix: `write ${what}` }) : text;
  }

  #observed(row: Row): { at: string; isDay: boolean } | null {
    const cell = this.#cell(row, 'date');
    if (cell === null) {
      if (this.#needed(row, 'date', 'the date, as in 2026-09-10') === null) return null;
    }
    const read = this.#dates.observation(
      cell ?? { kind: 'text', text: this.#text(row, 'date') },
      this.#cell(row, 'time'),
    );
    return 'what' in read ? this.#add(row, 'date', ofCell(cell, read)) : read;
  }

  #precision(row: Row, isDay: boolean): RawStatement {
    if (isDay) return { observed_at_precision: 'day' };
    return this.#plain(row, ['observed_at_precision']);
  }

  #person(row: Row): TablePerson | null {
    const [id, name, handle, firm] = (['person_id', 'person', 'handle', 'firm'] as const).map((field) =>
      this.#text(row, field),
    );
    const person = personOf({ id: id ?? '', name: name ?? '', handle: handle ?? '', firm: firm ?? '' });
    return person ?? this.#add(row, 'person.name', { what: 'the cell is empty', fix: 'write who said it' });
  }

  #ticker(row: Row): string | null {
    const ticker = this.#needed(row, 'ticker', 'the ticker');
    if (ticker === null) return null;
    if (exchanges.test(ticker))
      return this.#add(row, 'ticker', {
        what: `${shown(ticker)} begins with an exchange`,
        fix: 'write the ticker alone',
      });
    if (!/^\$[A-Za-z]/.test(ticker)) return ticker;
    this.notes.cashtags += 1;
    return ticker.slice(1);
  }

  #direction(row: Row): StatedDirection | null {
    const texts = {
      direction: this.#text(row, 'direction'),
      rating: this.#text(row, 'rating'),
      basis: this.#text(row, 'direction_basis'),
      coverage: this.#text(row, 'coverage'),
    };
    return statedDirection(texts, this.#header.columns, (word) => this.#ratings.meaningOf(word, row.row));
  }

  #words(row: Row, stated: StatedDirection | null): { text: string; [field: string]: unknown } | null {
    const text = this.#text(row, 'statement');
    if (text !== '') {
      const isCut = text.length >= cellCharactersMax || /^(true|yes|1)$/i.test(this.#text(row, 'truncated_by_source'));
      if (text.length >= cellCharactersMax) this.notes.cut.push(row.row);
      return { text, ...this.#plain(row, ['statement_kind']), ...(isCut && { truncated_by_source: true }) };
    }
    const rating = stated?.fields['rating'];
    if (typeof rating !== 'string')
      return this.#add(row, 'statement', { what: 'the cell is empty', fix: 'write what was said' });
    this.notes.rendered += 1;
    const parts = [`Rating: ${rating}.`];
    const [target, horizon] = [this.#text(row, 'target'), this.#text(row, 'horizon')];
    if (target !== '') parts.push(`Price target: ${[target, this.#text(row, 'currency')].join(' ').trim()}.`);
    if (horizon !== '') parts.push(`Horizon: ${horizon}.`);
    return { text: parts.join(' '), statement_kind: 'rendered' };
  }

  #url(row: Row): string | null {
    const cell = this.#cell(row, 'source_url');
    if (cell?.link !== undefined && !webAddress.test(cell.text) && webAddress.test(cell.link)) {
      this.notes.links += 1;
      return cell.link;
    }
    return this.#needed(row, 'source_url', 'the link to the source');
  }

  /** Undefined for a fault. */
  #day(row: Row, field: 'transaction_date' | 'horizon_until'): string | null | undefined {
    const cell = this.#cell(row, field);
    if (cell === null) return null;
    const day = this.#otherDates.day(cell);
    if (typeof day === 'string') return day;
    this.#add(row, field, ofCell(cell, day));
    return undefined;
  }

  #horizon(row: Row): RawStatement | null | undefined {
    const until = this.#day(row, 'horizon_until');
    if (until === undefined) return undefined;
    return horizonOf(this.#cell(row, 'horizon'), until, this.#otherDates);
  }

  #target(row: Row): RawStatement | null | undefined {
    const cells = new Map(targetFields.map((field) => [field, this.#cell(row, field)] as const));
    const currency = this.#text(row, 'currency') || (this.#header.currency ?? '');
    const target = targetOf(cells, { decimal: this.#decimal, currency });
    if (target !== null && 'faults' in target) {
      for (const { field, fault } of target.faults) this.#add(row, field, fault);
      return undefined;
    }
    const horizon = horizonOf(this.#cell(row, 'target_horizon'), null, this.#otherDates);
    return target === null || horizon === null ? target : { ...target, horizon };
  }

  #plain(row: Row, fields: readonly TableField[]): RawStatement {
    const filled = fields.map((field) => [field, this.#text(row, field)] as const).filter(([, text]) => text !== '');
    return Object.fromEntries(filled);
  }
}

const ofCell = (cell: Cell | null, { what, fix }: TextFault): TextFault => ({
  what: cell === null ? what : `${shown(cell.text)} ${what}`,
  fix,
});

function horizonOf(cell: Cell | null, until: string | null, dates: TableDates): RawStatement | null {
  if (cell === null) return until === null ? null : { text: `until ${until}`, until_on: until };
  const day = cell.kind === 'date' || /^\d{4}-\d{2}-\d{2}$/.test(cell.text) ? dates.day(cell) : null;
  const end = until ?? (typeof day === 'string' ? day : null);
  const text = typeof day === 'string' ? `until ${day}` : cell.text;
  return { text, ...(end !== null && { until_on: end }) };
}
