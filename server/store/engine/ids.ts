// Public ids, derived from the source and never random, so that every engine and every load agree.
import { createHash } from 'node:crypto';
import { foldTicker } from '../../terms/ticker.ts';

/** Fixed for ever: another value would give every listing another id. */
const entityNamespace = 'ca10d1db-82af-4188-a35d-79ef3bb3f412';

const prefixes = {
  belief: 'bel_',
  claim: 'clm_',
  evidence: 'evd_',
  citation: 'cit_',
  source: 'src_',
  condition: 'cnd_',
  target: 'tgt_',
  note: 'nte_',
  intent: 'obs_',
} as const;

export type DerivedKind = keyof typeof prefixes;

/** The id a listing gets when it is first loaded (UUID version 5). It is kept from then on, also when the ticker changes. */
export function entityIdForTicker(ticker: string): string {
  const namespace = Buffer.from(entityNamespace.replaceAll('-', ''), 'hex');
  const hash = createHash('sha1')
    .update(namespace)
    .update(`listing:${foldTicker(ticker)}`)
    .digest()
    .subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The public id of a record, from the id its source gave it. */
export function derivedId(kind: DerivedKind, recordId: string): string {
  const hash = createHash('sha256').update(`${kind}:${recordId}`).digest('hex');
  return prefixes[kind] + hash.slice(0, 32);
}

/** The same id in SQL, from an expression for the id of the source. */
export function derivedIdSql(kind: DerivedKind, recordId: string): string {
  return `'${prefixes[kind]}' || left(encode(sha256(convert_to('${kind}:' || ${recordId}, 'UTF8')), 'hex'), 32)`;
}

/** The kind of an id by its prefix; null for a text that is not a public id of a record. */
export function kindOfId(id: string): DerivedKind | null {
  const found = Object.entries(prefixes).find(([, prefix]) => id.startsWith(prefix));
  return found === undefined ? null : (found[0] as DerivedKind);
}
