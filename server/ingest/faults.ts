// What is wrong with a loaded file: the first faults in full, the rest counted, each with its place and its fix.

export type Fault = { file: string; line: number | null; field: string | null; what: string; fix: string };

export type Place = { line?: number; field?: string };

/** Enough to see the pattern; a file with one wrong column would print a line per row. */
const faultsShownMax = 50;

/** The file, or what it would do, was refused. Nothing has been kept of it. */
export class RefusedInput extends Error {
  override readonly name = 'RefusedInput';
  readonly faults: readonly Fault[];
  readonly total: number;

  constructor(faults: readonly Fault[], total: number) {
    super(`${total} ${total === 1 ? 'fault' : 'faults'}; nothing was loaded`);
    this.faults = faults;
    this.total = total;
  }
}

/** `file:line:field: what; fix`, with the parts that do not apply left out. */
export function faultLine({ file, line, field, what, fix }: Fault): string {
  const place = [file, line, field].filter((part) => part !== null).join(':');
  return `${place}: ${what}; ${fix}`;
}

export class Faults {
  readonly #file: string;
  readonly #first: Fault[] = [];
  #total = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(place: Place, what: string, fix: string): void {
    this.#total += 1;
    if (this.#first.length >= faultsShownMax) return;
    this.#first.push({ file: this.#file, line: place.line ?? null, field: place.field ?? null, what, fix });
  }

  get file(): string {
    return this.#file;
  }

  get any(): boolean {
    return this.#total > 0;
  }

  throwIfAny(): void {
    if (this.#total === 0) return;
    const inOrder = [...this.#first].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    throw new RefusedInput(inOrder, this.#total);
  }
}

/** A refusal with one fault. */
export function refused(file: string, place: Place, what: string, fix: string): RefusedInput {
  return new RefusedInput([{ file, line: place.line ?? null, field: place.field ?? null, what, fix }], 1);
}

/** Bytes that break off do so within a line; a file that gives none at all has no line to name. */
export function withLine(error: unknown, line: number | null): unknown {
  if (!(error instanceof RefusedInput)) return error;
  return new RefusedInput(
    error.faults.map((fault) => ({ ...fault, line: fault.line ?? line })),
    error.total,
  );
}

/** Input as it may be repeated in a message: short, and without characters that would move a terminal's cursor. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const plain = text.replaceAll(/\p{C}/gu, '?');
  return [...plain].length > 48 ? `"${[...plain].slice(0, 45).join('')}..."` : `"${plain}"`;
}
