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
  return hash('sha256', Buffer.concat([salt, Buffer.from(canonicalRow(row))]), 'buffer');
}

/** The canonical form of a row (RFC 8785): a release writes tens of thousands of them. */
export function canonicalRow({ act, kind, release, values }: LogRow): string {
  let members = '';
  for (const name of sortedNames(kind, values)) {
    const value = values[name];
    const text = typeof value === 'object' && value !== null ? canonicalJson(value) : JSON.stringify(value);
    members += `${members === '' ? '' : ','}"${name}":${text}`;
  }
  return `{"act":"${act}","kind":"${kind}","release":${release},"values":{${members}}}`;
}

/** Names of the last row of each kind in order: rows of a kind and an act have the same ones. */
const namesOf = new Map<string, { given: string; sorted: readonly string[] }>();

function sortedNames(kind: string, values: LogRow['values']): readonly string[] {
  const names = Object.keys(values);
  const given = names.join();
  const known = namesOf.get(kind);
  if (known?.given === given) return known.sorted;
  const sorted = names.sort();
  namesOf.set(kind, { given, sorted });
  return sorted;
}
