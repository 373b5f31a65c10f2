// Counts of what was read otherwise than it stands in the cells, for the report of a table.
import { rowsNamed } from './header.ts';
import type { TableFaults } from './table-faults.ts';

export class RowNotes {
  formulas = 0;
  cashtags = 0;
  links = 0;
  rendered = 0;
  readonly cut: number[] = [];
  readonly same: { row: number; first: number }[] = [];

  note(faults: TableFaults): void {
    if (this.formulas > 0) faults.note(`cells with formulas are read by their saved values: ${this.formulas}`);
    if (this.cashtags > 0) faults.note(`the $ in front of a ticker is left out: ${this.cashtags} times`);
    if (this.links > 0) faults.note(`links are taken from behind the text of their cells: ${this.links}`);
    if (this.rendered > 0)
      faults.note(`rows without words are rendered from rating, target and horizon: ${this.rendered}`);
    if (this.cut.length > 0) faults.note(`a cell is full, so its text counts as cut: ${rowsNamed(this.cut)}`);
    const pairs = this.same.slice(0, 5).map(({ row, first }) => `row ${row} is row ${first}`);
    const more = this.same.length > pairs.length ? `, and ${this.same.length - pairs.length} more` : '';
    if (pairs.length > 0) faults.note(`repeated rows count once: ${pairs.join(', ')}${more}`);
  }
}
