/** API keys: made once, shown once, kept as a digest. */
import { isSecret, makeSecret, sha256 } from './secrets.ts';
import type { RandomBytes } from './secrets.ts';
import type { Collection } from '../contract/operations.ts';

const prefixes = { live: 'ri_live_', preview: 'ri_preview_' } as const satisfies Record<Collection, string>;

export interface NewKey {
  /** The whole key; it exists only here and with its holder. */
  readonly key: string;
  readonly keyId: string;
  readonly collection: Collection;
  readonly sha256: Buffer;
  /** The form shown in lists: the prefix and four characters at each end. */
  readonly hint: string;
}

export function makeKey(collection: Collection, randomBytes: RandomBytes): NewKey {
  const prefix = prefixes[collection];
  const key = makeSecret(prefix, randomBytes);
  return {
    key,
    keyId: `key_${Buffer.from(randomBytes(12)).toString('hex')}`,
    collection,
    sha256: sha256(key),
    hint: `${key.slice(0, prefix.length + 4)}…${key.slice(-4)}`,
  };
}

/** The collection of a well-formed key, without a query; null otherwise. */
export function collectionOfKey(key: string): Collection | null {
  if (isSecret(prefixes.live, key)) return 'live';
  return isSecret(prefixes.preview, key) ? 'preview' : null;
}
