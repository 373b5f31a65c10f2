// Grid of braille dots, two by four in each character: a resolution finer than the terminal's characters.

/** The bit of each dot: by column, then by row from the top. */
const bits = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const;
const EMPTY = 0x2800;

export type Dot = readonly [x: number, y: number];

export class Braille {
  readonly #cells: Uint8Array;
  readonly columns: number;
  readonly rows: number;

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
    this.#cells = new Uint8Array(columns * rows);
  }

  /** `x` from the left, `y` from the top, in dots; ignores dots outside. */
  set([x, y]: Dot): void {
    const [column, row] = [x >> 1, y >> 2];
    if (x < 0 || y < 0 || column >= this.columns || row >= this.rows) return;
    const at = row * this.columns + column;
    this.#cells[at] = (this.#cells[at] ?? 0) | (bits[x & 1 ? 1 : 0][y & 3] ?? 0);
  }

  /** Returns an empty string if the cell has no dot. */
  at(column: number, row: number): string {
    const cell = this.#cells[row * this.columns + column] ?? 0;
    return cell === 0 ? '' : String.fromCharCode(EMPTY + cell);
  }
}

/** Dots of a line through these points, without gaps. */
export function dotsThrough(points: readonly Dot[]): Dot[] {
  const dots: Dot[] = points.slice(0, 1);
  for (let at = 1; at < points.length; at += 1) {
    const [[x0, y0], [x1, y1]] = [points[at - 1] ?? [0, 0], points[at] ?? [0, 0]];
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1);
    for (let step = 1; step <= steps; step += 1)
      dots.push([Math.round(x0 + ((x1 - x0) * step) / steps), Math.round(y0 + ((y1 - y0) * step) / steps)]);
  }
  return dots;
}
