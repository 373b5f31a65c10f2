// Writes one moment of the whole store as lines, in order and with flat memory: tables are read piece by piece from a cursor.
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { databaseNow } from '../known/clock.ts';
import type { Trx } from '../engine/db.ts';
import type { Engine } from '../engine/engine.ts';
import { exportFormat, exportFormatVersion, leftOut, type ExportHeader, type ExportTrailer } from './export-format.ts';
import { countRows, storeTables, type Column, type Table } from '../migrations/schema-tables.ts';

export type ExportAbout = { engine: Engine; contractVersion: string; onShare?: (share: number) => void };
export type ExportResult = { header: ExportHeader; sha256: string };

/**
 * Runs on one snapshot of the store: a concurrent commit is in all of it or in none. No transaction is serializable, so
 * a deferrable one, which waits for a time without writers, would gain nothing.
 */
export async function withSnapshot<T>(db: Knex, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction(
    async (trx) => {
      await withoutTimeLimits(trx);
      return work(trx);
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

/** A transaction that waits for a disk or for another database, and that may sort a large table. */
export async function withoutTimeLimits(trx: Trx): Promise<void> {
  await trx.raw('set local statement_timeout = 0');
  await trx.raw('set local idle_in_transaction_session_timeout = 0');
}

/** The lines as bytes, several at a time. */
export async function* exported(trx: Trx, about: ExportAbout): AsyncGenerator<Buffer, ExportResult> {
  const all = await storeTables(trx);
  const tables = all.filter(({ name }) => !Object.hasOwn(leftOut, name));
  const header = await headerOf(trx, all, about);
  const hash = createHash('sha256');
  const hashed = (lines: string): Buffer => {
    const bytes = Buffer.from(lines);
    hash.update(bytes);
    return bytes;
  };
  const total = Object.values(header.rows).reduce((sum, count) => sum + count, 0);
  let done = 0;
  yield hashed(lineOf(header));
  for (const table of tables) {
    yield hashed(lineOf({ table: table.name, columns: table.columns.map(({ name }) => name) }));
    for await (const lines of rowLines(trx, table)) {
      done += lines.length;
      about.onShare?.(done / total);
      yield hashed(lines.join(''));
    }
  }
  const trailer: ExportTrailer = { end: true, rows: header.rows, sha256: hash.digest('hex') };
  yield Buffer.from(lineOf(trailer));
  return { header, sha256: trailer.sha256 };
}

async function headerOf(trx: Trx, tables: readonly Table[], about: ExportAbout): Promise<ExportHeader> {
  const applied = await trx.raw('select name from schema_migration order by name collate "C"');
  const names = tables.map(({ name }) => name);
  const told = Object.entries(leftOut).filter(([name]) => names.includes(name));
  return {
    format: exportFormat,
    format_version: exportFormatVersion,
    contract_version: about.contractVersion,
    engine: about.engine,
    taken_at: await databaseNow(trx),
    migrations: (applied.rows as { name: string }[]).map(({ name }) => name),
    left_out: Object.fromEntries(told),
    rows: await countRows(
      trx,
      names.filter((name) => !Object.hasOwn(leftOut, name)),
    ),
  };
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

const FIRST_ROWS = 16;
const ROWS_MAX = 1_000;
const BYTES_AIMED_AT = 1024 * 1024;

/** A row may be as large as a kept answer, so that as many are fetched as fit if all were like the largest so far. */
async function* rowLines(trx: Trx, { name, columns, order }: Table): AsyncGenerator<string[]> {
  const values = columns.map(readAs).join(', ');
  await trx.raw(`declare exported_rows no scroll cursor for select ${values} from "${name}" order by ${order}`);
  let [count, largest] = [FIRST_ROWS, 1];
  for (;;) {
    const fetched = await trx.raw(`fetch forward ${count} from exported_rows`).options({ rowMode: 'array' });
    const lines = (fetched.rows as unknown[][]).map((row) => lineOf(row.map(written)));
    if (lines.length > 0) yield lines;
    if (lines.length < count) break;
    largest = lines.reduce((length, line) => Math.max(length, line.length), largest);
    count = Math.max(1, Math.min(ROWS_MAX, count * 2, Math.floor(BYTES_AIMED_AT / largest)));
  }
  await trx.raw('close exported_rows');
}

/** Types that the driver returns exactly; the text of every other type is exact too. */
const exact = new Set(['bool', 'int2', 'int4', 'int8', 'text', 'numeric', 'uuid', 'date', 'timestamptz', 'bytea']);

function readAs({ name, type }: Column): string {
  return exact.has(type) ? `"${name}"` : `"${name}"::text`;
}

function written(value: unknown): unknown {
  return Buffer.isBuffer(value) ? value.toString('base64') : value;
}
