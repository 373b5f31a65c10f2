// Format of an export of the store: JSON, one value a line, so that it is written and read as a stream.

// The header has the writer, the time and the row counts: {"format":"research-store-export", …}.
// A table begins with its name and columns: {"table":"head","columns":["collection","version", …]}.
// The rows of the table follow in the order of its primary key: ["live",3,"2026-01-05T21:00:00.000Z", …].
// The last line has a digest of the bytes of all lines before it: {"end":true,"rows":{"head":2, …},"sha256":"…"}.
// Values: instants to the millisecond, days, numerics, JSON and ids as text; bytes in base64; integers and booleans as is.
import type { Instant } from '../engine/db.ts';
import type { Engine } from '../engine/engine.ts';

export const exportFormat = 'research-store-export';
/** Raised if an older reader would misread the format. Another schema is not another format: the header names it. */
export const exportFormatVersion = 1;

/** The tables that an export does not hold, and why. Everything else that the store has is in it. */
export const leftOut: { readonly [table: string]: string } = {
  import_name: 'its rows are those of running imports, which a copy does not have',
  import_row: 'its rows are those of running imports, which a copy does not have',
  mail_outbox: 'a mail is sent by the service that was asked for it, and by no copy of it',
  oauth_code: 'codes are exchanged within a minute',
  request_pace: 'it says how fast callers asked within the last minute',
  rate_window: 'attempts are counted for a day at most, and say who made them',
  schema_migration: 'the migrations are named in this line',
  staging_lock: 'it is held by running imports, which a copy does not have',
};

export type ExportHeader = {
  format: typeof exportFormat;
  format_version: number;
  /** The version of the contract that the service answered with. */
  contract_version: string;
  engine: Engine;
  /** The moment that it shows, by the store's clock. */
  taken_at: Instant;
  /** The schema that its tables have. */
  migrations: readonly string[];
  left_out: { readonly [table: string]: string };
  /** The number of rows of each table. */
  rows: RowCounts;
};

export type RowCounts = { readonly [table: string]: number };
export type ExportSection = { table: string; columns: readonly string[] };
export type ExportTrailer = { end: true; rows: RowCounts; sha256: string };

/** An export that cannot be restored in whole. No row of it was stored. */
export class ExportRefusal extends Error {
  override readonly name = 'ExportRefused';
  /** Null if the fault belongs to no line. */
  readonly line: number | null;
  readonly fix: string;

  constructor(line: number | null, what: string, fix: string = 'take another copy of the export') {
    super(what);
    this.line = line;
    this.fix = fix;
  }
}

/** A restore fills an empty store only: two histories cannot be put together. */
export class StoreNotEmpty extends Error {
  override readonly name = 'StoreNotEmpty';
  readonly rows: RowCounts;

  constructor(rows: RowCounts) {
    super('the store is not empty');
    this.rows = rows;
  }
}
