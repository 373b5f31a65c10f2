// The table of clients and steps, in Markdown, with the reason of each dash and the fault of each failure below it.
import { type Cells, type Column, type Generator, columns } from './generator.ts';

export type Row = { readonly generator: Pick<Generator, 'name' | 'unable'>; readonly cells: Cells };

/** A cell that may be without a pass: the generator cannot do the step. */
function isUnable({ unable }: Row['generator'], column: Column): boolean {
  return unable?.steps.some((step) => step === column) === true;
}

/** Faults, and dashes that are not deserved any more, as sentences. */
export function faultsOf(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(({ generator, cells }) =>
    columns.flatMap((column) => {
      const fault = cells[column];
      if (!isUnable(generator, column)) return fault === null ? [] : [`${generator.name}, ${column}: ${fault}`];
      return fault === null ? [`${generator.name}, ${column}: passes, so its dash must go`] : [];
    }),
  );
}

export function tableOf(rows: readonly Row[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const mark = ({ generator, cells }: Row, column: Column): string => {
    if (isUnable(generator, column)) return '–';
    return cells[column] === null ? 'ok' : 'FAIL';
  };
  const lines = rows.map((row) => line([row.generator.name, ...columns.map((column) => mark(row, column))]));
  const reasons = rows.flatMap(({ generator: { name, unable } }) =>
    unable === undefined ? [] : [`– ${name}: ${unable.reason}.\n`],
  );
  const head = line(['client', ...columns]) + line(['---', ...columns.map(() => '---')]);
  return `${head}${lines.join('')}${reasons.length > 0 ? '\n' : ''}${reasons.join('')}`;
}
