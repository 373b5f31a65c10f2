// The table of clients and steps, in Markdown, and the fault of each cell that does not pass.
import { type Cells, type Generator, columns } from './generator.ts';

export type Row = { readonly generator: Pick<Generator, 'name'>; readonly cells: Cells };

export function faultsOf(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(({ generator, cells }) =>
    columns.flatMap((column) => {
      const fault = cells[column];
      return fault === null ? [] : [`${generator.name}, ${column}: ${fault}`];
    }),
  );
}

export function tableOf(rows: readonly Row[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const lines = rows.map(({ generator, cells }) =>
    line([generator.name, ...columns.map((column) => (cells[column] === null ? 'ok' : 'FAIL'))]),
  );
  return `${line(['client', ...columns])}${line(['---', ...columns.map(() => '---')])}${lines.join('')}`;
}
