// What makes two calls the same logical request: the operation, its validated parameters, the contract and the collection.
import { hash } from 'node:crypto';
import { canonicalJson } from '../contract/validation/canonical-json.ts';
import { LRUCache } from 'lru-cache';
import type { MeteredCall } from '../contract/metered.ts';
import type { Collection } from '../contract/operations.ts';

/**
 * SHA-256 of the canonical form. Defaults are filled in, names sorted, and each value has its canonical spelling, which
 * reading the query gave it (contract/validation/spellings.ts). What was left out stays out, so that a
 * max_results or as_of that was asked for differs from one that was not. The release is no part of it: a repetition
 * is the same request, whatever has been published since.
 */
export function fingerprintOf(
  { operation, collection, parameters }: Pick<MeteredCall, 'operation' | 'collection' | 'parameters'>,
  version: string,
): Buffer {
  const text = canonicalJson({ operation, collection, version, parameters });
  return hash('sha256', text, 'buffer');
}

type Identified = Pick<MeteredCall, 'operation' | 'collection' | 'parameters' | 'request'>;

const REMEMBERED_MAX = 10_000;

/**
 * The same, remembered by the question: its canonical text holds the path of the operation and every parameter, so equal
 * texts are equal requests.
 */
export function fingerprints(version: string): (call: Identified) => Buffer {
  const remembered = () => new LRUCache<string, Buffer>({ max: REMEMBERED_MAX });
  const known: Record<Collection, LRUCache<string, Buffer>> = { preview: remembered(), live: remembered() };
  return (call) => {
    const found = known[call.collection].get(call.request);
    if (found !== undefined) return found;
    const fingerprint = fingerprintOf(call, version);
    known[call.collection].set(call.request, fingerprint);
    return fingerprint;
  };
}
