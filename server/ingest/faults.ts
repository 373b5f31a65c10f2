// What is wrong with a loaded file: the first faults in full, the rest counted, each with its place and its fix.

export type Fault = { file: string; line: number | null; field: string | null; what: string; fix: string };

export type Place = { line?: number; field?: string };

/** Enough to see the pattern; a file with one wrong column would print a line per row. */
const faultsShownMax = 50;

/** The file, or what it would do, was refused. Nothing has been kept of it, unless it says otherwise. */
export class RefusedInput extends Error {
  override readonly name = 'RefusedInput';
  readonly faults: readonly Fault[];
  readonly total: number;
  /** Its beginning was staged before it was refused. */
  readonly partlyStaged: boolean;

  constructor(faults: readonly Fault[], total: number, partlyStaged = false) {
    super(`${total} ${total === 1 ? 'fault' : 'faults'}; ${partlyStaged ? 'a part' : 'nothing'} was loaded`);
    this.faults = faults;
    this.total = total;
    this.partlyStaged = partlyStaged;
  }
}

/** `file:line:field: what; fix`, with the parts that do not apply left out. */
export function faultLine({ file, line, field, what, fix }: Fault): string {
  const place = [file, line, field].filter((part) => part !== null).join(':');
  return `${place}: ${what}; ${fix}`;
}

export class Faults {
  readonly #file: string;
  /** In no order, and at most twice as many as are shown. */
  #first: Fault[] = [];
  readonly #notes: string[] = [];
  #total = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(place: Place, what: string, fix: string): void {
    this.#total += 1;
    this.#first.push(faultAt(this.#file, place, { what, fix }));
    if (this.#first.length >= 2 * faultsShownMax) this.#first = this.#inOrder();
  }

  #inOrder(): Fault[] {
    return this.#first.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, faultsShownMax);
  }

  /** A sentence for the report of a file that is read as a whole. */
  note(sentence: string): void {
    this.#notes.push(sentence);
  }

  notes(): readonly string[] {
    return this.#notes;
  }

  get file(): string {
    return this.#file;
  }

  get any(): boolean {
    return this.#total > 0;
  }

  throwIfAny(): void {
    if (this.#total === 0) return;
    throw new RefusedInput(this.#inOrder(), this.#total);
  }
}

/** A refusal with one fault. */
export function refused(file: string, place: Place, what: string, fix: string): RefusedInput {
  return new RefusedInput([faultAt(file, place, { what, fix })], 1);
}

function faultAt(file: string, { line, field }: Place, said: Pick<Fault, 'what' | 'fix'>): Fault {
  return { file, line: line ?? null, field: field === undefined ? null : shownName(field), ...said };
}

/** Bytes that break off do so within a line; a file that gives none at all has no line to name. */
export function withLine(error: unknown, line: number | null): unknown {
  if (!(error instanceof RefusedInput)) return error;
  return new RefusedInput(
    error.faults.map((fault) => ({ ...fault, line: fault.line ?? line })),
    error.total,
    error.partlyStaged,
  );
}

/** Input as it may be repeated in a message: short, and without characters that would move a terminal's cursor. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  const plain = withoutControls(text);
  return [...plain].length > 48 ? `"${[...plain].slice(0, 45).join('')}..."` : `"${plain}"`;
}

/** The name of a field or a column, which a file may have made up. */
export function shownName(name: string): string {
  const plain = [...withoutControls(name)];
  return plain.length > 128 ? `${plain.slice(0, 125).join('')}...` : plain.join('');
}

const withoutControls = (text: string): string => text.replaceAll(/\p{C}/gu, '?');
