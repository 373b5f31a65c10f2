// The expected table of clients and steps, and the commands of each generator as the guide shows them.
import { type Cells, type Generator, columns } from './generator.ts';
import { tableOf } from './table.ts';

/** Every cell passes. */
export function expectedTable(all: readonly Generator[]): string {
  const cells = Object.fromEntries(columns.map((column) => [column, null])) as Cells;
  return tableOf(all.map((generator) => ({ generator, cells })));
}

/** Commands to type, next to a file `openapi.json`. */
export function commandsOf({ install, generate }: Generator): string {
  return [...install, ...generate].map((command) => `${command}\n`).join('');
}
