// Restore of an export into an empty store, in one transaction: an incomplete or inconsistent one leaves it empty.
import { createHash, type Hash } from 'node:crypto';
import type { Knex } from 'knex';
import { audit } from './audit.ts';
import type { Trx } from '../engine/db.ts';
import { withoutTimeLimits } from './export.ts';
import { exportHeaderOf, sectionOrTrailerOf } from './export-parse.ts';
import {
  ExportRefusal,
  leftOut,
  type ExportHeader,
  type ExportSection,
  type ExportTrailer,
  type RowCounts,
} from './export-format.ts';
import { setSigning } from '../log/keys.ts';
import { linesOf, type ExportLine } from './export-lines.ts';
import { insertBatch } from './restore-rows.ts';
import { continueSequences } from '../migrations/sequences.ts';
import { assertEmpty, assertKnownSchema, becomeSchema, bringForward } from './restore-schema.ts';
import { storeTables, type Column, type Table } from '../migrations/schema-tables.ts';

export type RestoreResult = { header: ExportHeader; sha256: string };

export type RestoreOptions = {
  /** Does everything, and undoes it. */
  dryRun?: boolean;
  onShare?: (share: number) => void;
  /** Receives the number of the next line: the caller's reader may fail within it. */
  onLine?: (line: number) => void;
};

export async function restore(
  db: Knex,
  chunks: AsyncIterable<Uint8Array>,
  { dryRun = false, onShare, onLine }: RestoreOptions = {},
): Promise<RestoreResult> {
  const trx = await db.transaction();
  try {
    await withoutTimeLimits(trx);
    await assertEmpty(trx);
    const restoring = new RestoreRun(trx, onShare);
    for await (const lines of linesOf(chunks)) {
      for (const line of lines) await restoring.take(line);
      onLine?.((lines.at(-1)?.line ?? 0) + 1);
    }
    const restored = await restoring.finish();
    await bringForward(trx);
    // Two stores that sign one log would fork it: the operator says which one goes on.
    await setSigning(trx, false);
    await assertNoDrift(trx);
    await (dryRun ? trx.rollback() : trx.commit());
    return restored;
  } catch (error) {
    // A connection that is gone has undone it already.
    await trx.rollback().catch(() => undefined);
    throw error;
  }
}

async function assertNoDrift(trx: Trx): Promise<void> {
  const { drifts } = await audit(trx);
  const [first] = drifts;
  if (first === undefined) return;
  throw new ExportRefusal(
    null,
    `its balances do not follow from its entries: ${drifts.length} disagreements, such as ${first.subject}: ${first.what}: expected ${first.expected}, found ${first.found}`,
    'run audit on the store that it was taken from',
  );
}

const ROWS_MAX = 1_000;
const BYTES_MAX = 1024 * 1024;

type Section = { table: Table; columns: readonly Column[] };

/** One export, line after line. */
class RestoreRun {
  readonly #trx: Trx;
  readonly #onShare: ((share: number) => void) | undefined;
  readonly #hash: Hash = createHash('sha256');
  readonly #counts = new Map<string, number>();
  #header: ExportHeader | null = null;
  #tables: readonly Table[] = [];
  #section: Section | null = null;
  #trailer: ExportTrailer | null = null;
  #batch: { line: number; rows: string[]; bytes: number } = { line: 0, rows: [], bytes: 0 };
  #total = 0;
  #done = 0;

  constructor(trx: Trx, onShare: ((share: number) => void) | undefined) {
    this.#trx = trx;
    this.#onShare = onShare;
  }

  async take({ line, bytes }: ExportLine): Promise<void> {
    if (this.#trailer !== null) throw new ExportRefusal(line, 'nothing may stand behind the last line');
    const text = bytes.toString();
    if (this.#header === null) await this.#begin(line, text);
    else if (text.startsWith('[')) await this.#row(line, text);
    else {
      const told = sectionOrTrailerOf(line, text);
      await this.#flush();
      if ('table' in told) this.#open(line, told);
      else return this.#end(line, told);
    }
    this.#hash.update(bytes).update('\n');
  }

  async finish(): Promise<RestoreResult> {
    if (this.#header === null) throw new ExportRefusal(null, 'it is empty');
    if (this.#trailer === null)
      throw new ExportRefusal(null, 'its last line is missing: the export is truncated or was never finished');
    await continueSequences(this.#trx, this.#tables);
    return { header: this.#header, sha256: this.#trailer.sha256 };
  }

  async #begin(line: number, text: string): Promise<void> {
    const header = exportHeaderOf(line, text);
    assertKnownSchema(header.migrations, line);
    const unknown = Object.keys(header.left_out).find((name) => !Object.hasOwn(leftOut, name));
    if (unknown !== undefined)
      throw new ExportRefusal(line, `it leaves out the table ${unknown}, which has to be there`);
    await becomeSchema(this.#trx, header.migrations);
    this.#tables = (await storeTables(this.#trx)).filter(({ name }) => !Object.hasOwn(header.left_out, name));
    sameNames(line, 'table', Object.keys(header.rows), this.#tables);
    this.#header = header;
    this.#total = Object.values(header.rows).reduce((sum, count) => sum + count, 0);
  }

  #open(line: number, { table: name, columns }: ExportSection): void {
    const table = this.#tables.find((one) => one.name === name);
    if (table === undefined) throw new ExportRefusal(line, `this store has no table ${name}`);
    if (this.#counts.has(name)) throw new ExportRefusal(line, `the table ${name} is there twice`);
    sameNames(line, `column of ${name}`, columns, table.columns);
    this.#counts.set(name, 0);
    this.#section = {
      table,
      columns: columns.flatMap((column) => table.columns.find((one) => one.name === column) ?? []),
    };
  }

  async #row(line: number, text: string): Promise<void> {
    const section = this.#section;
    if (section === null) throw new ExportRefusal(line, 'a row stands before the name of its table');
    const { table, columns } = section;
    if (!isRow(text, columns.length))
      throw new ExportRefusal(line, `it is no row of ${table.name} with ${columns.length} values`);
    if (this.#batch.rows.length === 0) this.#batch.line = line;
    this.#batch.rows.push(text);
    this.#batch.bytes += text.length;
    this.#counts.set(table.name, (this.#counts.get(table.name) ?? 0) + 1);
    if (this.#batch.rows.length >= ROWS_MAX || this.#batch.bytes >= BYTES_MAX) await this.#flush();
  }

  async #flush(): Promise<void> {
    const { line, rows } = this.#batch;
    if (rows.length === 0 || this.#section === null) return;
    await insertBatch(this.#trx, { ...this.#section, line, rows });
    this.#batch = { line: 0, rows: [], bytes: 0 };
    this.#done += rows.length;
    this.#onShare?.(this.#total === 0 ? 1 : Math.min(1, this.#done / this.#total));
  }

  #end(line: number, trailer: ExportTrailer): void {
    sameCounts(line, this.#tables, [Object.fromEntries(this.#counts), this.#header?.rows ?? {}, trailer.rows]);
    if (trailer.sha256 !== this.#hash.digest('hex'))
      throw new ExportRefusal(line, 'the lines before it were changed: their SHA-256 is another one');
    this.#trailer = trailer;
  }
}

/** A name in the store that the export lacks, or the other way round. */
function sameNames(line: number, what: string, told: readonly string[], there: readonly { name: string }[]): void {
  const missing = there.find(({ name }) => !told.includes(name));
  if (missing !== undefined) throw new ExportRefusal(line, `the ${what} ${missing.name} is missing`);
  const unknown = told.find((name) => !there.some((one) => one.name === name));
  if (unknown !== undefined) throw new ExportRefusal(line, `this store has no ${what} ${unknown}`);
  if (new Set(told).size !== told.length) throw new ExportRefusal(line, `a ${what} is named twice`);
}

function sameCounts(line: number, tables: readonly Table[], counts: readonly [RowCounts, RowCounts, RowCounts]): void {
  const [found, first, last] = counts;
  for (const { name } of tables) {
    if (found[name] === undefined) throw new ExportRefusal(line, `the table ${name} is missing`);
    for (const told of [first, last]) {
      if (told[name] === found[name]) continue;
      throw new ExportRefusal(
        line,
        `the table ${name} has ${found[name]} rows, and should have ${told[name] ?? 'none'}`,
      );
    }
  }
}

function isRow(text: string, length: number): boolean {
  try {
    const values: unknown = JSON.parse(text);
    return (
      Array.isArray(values) &&
      values.length === length &&
      values.every((value) => typeof value !== 'object' || value === null)
    );
  } catch {
    return false;
  }
}
