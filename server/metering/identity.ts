// What makes two calls the same logical request: the operation, its validated parameters, the contract and the collection.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../contract/canonical-json.ts';
import type { MeteredCall } from '../contract/metered.ts';

/**
 * SHA-256 of the canonical form. Defaults are filled in and names sorted; what was left out stays out, so that a
 * max_results or as_of that was asked for differs from one that was not. The release is no part of it: a repetition
 * is the same request, whatever has been published since.
 */
export function fingerprintOf(
  { operation, collection, parameters }: Pick<MeteredCall, 'operation' | 'collection' | 'parameters'>,
  version: string,
): Buffer {
  const text = canonicalJson({ operation, collection, version, parameters });
  return createHash('sha256').update(text).digest();
}
