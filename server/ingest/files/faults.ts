// Faults of a loaded file: the first ones in full, the rest counted, each with its place and its fix.

export type Fault = {
  file: string;
  line: number | null;
  field: string | null;
  what: string;
  fix: string;
  /** Sheet and column of a fault in a table; `line` is the row. */
  table?: TablePlace;
  /** Rows with the same fault in the same field, counted, with the first of their lines. */
  repeated?: { count: number; lines: readonly number[] };
};

/** A sheet of a workbook, and a column as its table names it. */
export type TablePlace = { sheet: string | null; column: string | null };

export type Place = { line?: number; field?: string; table?: TablePlace };

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
    const count = `${total} ${total === 1 ? 'fault' : 'faults'}; ${partlyStaged ? 'a part' : 'nothing'} was loaded`;
    // A command prints the faults in its report; a start that loads the corpus has the message alone.
    super([count, ...faults.map(faultLine)].join('\n'));
    this.faults = faults;
    this.total = total;
    this.partlyStaged = partlyStaged;
  }
}

/** `file:line:field: what; fix`, with the parts that do not apply left out; of a table its sheet, row and column. */
export function faultLine(fault: Fault): string {
  const { file, line, field, what, fix, repeated, table } = fault;
  const place = table === undefined ? [file, line, field] : [tablePlace(fault, table)];
  const unit = table === undefined ? 'line' : 'row';
  const more = repeated === undefined ? '' : `; the same in ${repeated.count} more ${namedLines(repeated, unit)}`;
  return `${place.filter((part) => part !== null).join(':')}: ${what}; ${fix}${more}`;
}

function tablePlace({ file, line }: Fault, { sheet, column }: TablePlace): string {
  const parts = [file, sheet === null ? [] : `sheet "${sheet}"`, line === null ? [] : `row ${line}`];
  return [...parts.flat(), ...(column === null ? [] : [`column ${column}`])].join(', ');
}

const linesNamedMax = 3;

function namedLines({ count, lines }: NonNullable<Fault['repeated']>, unit: string): string {
  const named = lines.slice(0, linesNamedMax).join(', ');
  if (named === '') return 'places';
  return `${unit}${count === 1 ? '' : 's'}: ${named}${count > linesNamedMax ? ', ...' : ''}`;
}

/** A column that is wrong as a whole is one fault: from so many on, the same one of a field is said once. */
const repeatedFrom = 6;

/** Rows differ in what they hold and not in what is wrong: quoted values and numbers. */
const values = /"[^"]*"|\d+/g;

/** One fault of a field: its first places in full, and then only the lines. Faults come in any order. */
type Kind = { first: Fault[]; count: number; lines: number[] };

/** Enough that the first ones of a file are among them. */
const kindsMax = 200;

const inOrder = (faults: readonly Fault[]): Fault[] => faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));

function take(kind: Kind, fault: Fault): void {
  kind.count += 1;
  kind.first.push(fault);
  if (kind.first.length >= 2 * repeatedFrom) kind.first = inOrder(kind.first).slice(0, repeatedFrom);
  if (fault.line === null) return;
  kind.lines.push(fault.line);
  if (kind.lines.length >= 2 * faultsShownMax) kind.lines = firstLines(kind.lines);
}

const firstLines = (lines: readonly number[]): number[] => lines.toSorted((a, b) => a - b).slice(0, faultsShownMax);

export class Faults {
  readonly #file: string;
  readonly #kinds = new Map<string, Kind>();
  readonly #notes: string[] = [];
  /** Files of an import of several, each with the number of lines before it. */
  readonly #files: { file: string; before: number }[] = [];
  #total = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** For an import of several files, whose lines are numbered through all of them. */
  beginFile(file: string, before: number): void {
    this.#files.push({ file, before });
  }

  #placed(place: Place): { file: string; place: Place } {
    const { line } = place;
    const own = line === undefined ? undefined : this.#files.findLast(({ before }) => before < line);
    if (line === undefined || own === undefined) return { file: this.#file, place };
    return { file: own.file, place: { ...place, line: line - own.before } };
  }

  add(place: Place, what: string, fix: string): void {
    this.#total += 1;
    const { file, place: own } = this.#placed(place);
    const name = JSON.stringify([file, place.field, what.replaceAll(values, ''), fix]);
    let kind = this.#kinds.get(name);
    if (kind === undefined) {
      if (this.#kinds.size >= kindsMax) return;
      kind = { first: [], count: 0, lines: [] };
      this.#kinds.set(name, kind);
    }
    take(kind, faultAt(file, own, { what, fix }));
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
    const found = [...this.#kinds.values()].flatMap(saidOnce);
    throw new RefusedInput(inOrder(found).slice(0, faultsShownMax), this.#total);
  }
}

function saidOnce({ first, count, lines }: Kind): Fault[] {
  const [one] = inOrder(first);
  if (one === undefined || count < repeatedFrom) return first;
  return [{ ...one, repeated: { count: count - 1, lines: firstLines(lines).slice(1) } }];
}

/** A refusal with one fault. */
export function refused(file: string, place: Place, what: string, fix: string): RefusedInput {
  return new RefusedInput([faultAt(file, place, { what, fix })], 1);
}

function faultAt(file: string, { line, field, table }: Place, said: Pick<Fault, 'what' | 'fix'>): Fault {
  const named = field === undefined ? null : shownName(field);
  return { file, line: line ?? null, field: named, ...said, ...(table !== undefined && { table }) };
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
