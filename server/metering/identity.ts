// Fingerprint of a logical request: the operation, its validated parameters, the contract and the collection.
import { hash } from 'node:crypto';
import { canonicalJson } from '../terms/canonical-json.ts';
import { type Cache, remembered } from '../memory/remembered.ts';
import type { MeteredCall } from '../contract/metered.ts';
import type { Collection } from '../contract/operations.ts';

/**
 * SHA-256 of the canonical form. Defaults are filled in, names sorted, and each value has its canonical spelling from
 * the query (contract/validation/spellings.ts). An omitted parameter stays out, so an explicit max_results or as_of
 * differs from an omitted one. The release is not part of it: a replay is the same request after any publication.
 */
export function fingerprintOf(
  { operation, collection, parameters }: Pick<MeteredCall, 'operation' | 'collection' | 'parameters'>,
  version: string,
): Buffer {
  const text = canonicalJson({ operation, collection, version, parameters });
  return hash('sha256', text, 'buffer');
}

type CallIdentity = Pick<MeteredCall, 'operation' | 'collection' | 'parameters' | 'request'>;

/**
 * The same, cached by question: its canonical text holds the path of the operation and every parameter, so equal texts
 * are equal requests.
 */
export function fingerprints(version: string): (call: CallIdentity) => Buffer {
  const known: Record<Collection, Cache<string, Buffer>> = {
    preview: remembered('fingerprints'),
    live: remembered('fingerprints'),
  };
  return (call) => {
    const found = known[call.collection].get(call.request);
    if (found !== undefined) return found;
    const fingerprint = fingerprintOf(call, version);
    known[call.collection].set(call.request, fingerprint);
    return fingerprint;
  };
}
