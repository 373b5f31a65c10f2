// Entries of the log: salted hashes of rows in canonical form, which say nothing without their opening.
import { hash } from 'node:crypto';
import { canonicalJson } from '../terms/canonical-json.ts';

/** `released` is the leaf of a release itself, `removed` that of a legal removal, which names no record. */
export type LogAct = 'opened' | 'closed' | 'released' | 'removed';

export type LogRow = {
  readonly act: LogAct;
  readonly kind: string;
  /** The release that opened or closed the row. */
  readonly release: number;
  readonly values: { readonly [name: string]: unknown };
};

export const SALT_BYTES = 32;

/** Source of salts: so many times 32 random bytes. */
export type Salts = (count: number) => Buffer;

export function entryOf(salt: Uint8Array, row: LogRow): Buffer {
  return hash('sha256', Buffer.concat([salt, Buffer.from(canonicalJson(row))]), 'buffer');
}
