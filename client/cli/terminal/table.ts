// Tables that fit the width: prose columns wrap, all others keep their full width.
import type { Ink } from './ink.ts';
import { columnsOf, padded } from './text-width.ts';
import { wrapped } from './wrap.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** May wrap; other columns are as wide as their widest cell. */
  readonly isProse?: boolean;
}

const GAP = 2;
const PROSE_MIN = 16;

/** If the columns do not fit, each row becomes a few lines with the column titles. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[], ink: Ink): string[] {
  const natural = columns.map(({ title }, at) =>
    Math.max(columnsOf(title), ...rows.map((row) => columnsOf(row[at] ?? ''))),
  );
  const fixed = columns.reduce((sum, { isProse }, at) => sum + (isProse === true ? 0 : (natural[at] ?? 0)), 0);
  const proseCount = columns.filter(({ isProse }) => isProse === true).length;
  const left = ink.width - fixed - GAP * (columns.length - 1);
  const share = proseCount === 0 ? 0 : Math.floor(left / proseCount);
  if (left < 0 || (proseCount > 0 && share < PROSE_MIN)) return stacked(columns, rows, ink);
  const widths = shares(columns, natural, left);
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align }, at) => padded(cells[at] ?? '', widths[at] ?? 0, align === 'right' ? 'left' : 'right'))
      .join(' '.repeat(GAP))
      .trimEnd();
  const body = rows.flatMap((row) => {
    const cells = columns.map(({ isProse }, at) => {
      const cell = row[at] ?? '';
      return isProse === true ? wrapped(cell, widths[at] ?? 0) : [cell];
    });
    const height = Math.max(...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, at) => line(cells.map((one) => one[at] ?? '')));
  });
  return [ink.paint('dim', line(columns.map(({ title }) => title))), ...body];
}

/** Width that a short prose column does not need goes to the others. */
function shares(columns: readonly Column[], natural: readonly number[], left: number): number[] {
  const widths = [...natural];
  let room = left;
  let waiting = columns.flatMap(({ isProse }, at) => (isProse === true ? [at] : []));
  for (;;) {
    const share = waiting.length === 0 ? 0 : Math.floor(room / waiting.length);
    const short = waiting.filter((at) => (natural[at] ?? 0) <= share);
    if (short.length === 0) {
      for (const at of waiting) widths[at] = share;
      return widths;
    }
    for (const at of short) room -= natural[at] ?? 0;
    waiting = waiting.filter((at) => !short.includes(at));
  }
}

function stacked(columns: readonly Column[], rows: readonly (readonly string[])[], ink: Ink): string[] {
  const label = Math.max(...columns.map(({ title }) => columnsOf(title))) + GAP;
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : ['']),
    ...columns.flatMap(({ title }, at) => {
      const cell = row[at] ?? '';
      if (cell === '') return [];
      return wrapped(cell, ink.width - label).map(
        (line, part) => `${part === 0 ? ink.paint('dim', padded(title, label)) : ' '.repeat(label)}${line}`,
      );
    }),
  ]);
}
