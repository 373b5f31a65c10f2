/** Finds out who is asking. Whatever is wrong with a key, the answer is the same, byte for byte. */
import type { Collection, Principal } from '../contract/operations.ts';
import { ProblemError } from '../contract/problems.ts';
import { collectionOfKey } from './keys.ts';
import { sha256 } from './secrets.ts';

export interface KnownKey {
  readonly key_id: string;
  readonly collection: Collection;
  readonly revoked_at: string | null;
}

export type FindKey = (sha256: Buffer) => Promise<KnownKey | null>;

/** Nothing is remembered between requests: a revoked key is refused by the next request on every process. */
export function createAuthorise(findKey: FindKey) {
  return async (access: string, authorization: string | undefined): Promise<Principal> => {
    if (access !== 'apiKey') throw new Error(`no one can be authorised for ${access} yet`);
    const key = bearer(authorization);
    if (key === null || collectionOfKey(key) === null) throw unauthorized();
    const found = await findKey(sha256(key));
    if (found === null || found.revoked_at !== null) throw unauthorized();
    return { keyId: found.key_id, collection: found.collection };
  };
}

/** The scheme is written in any case (RFC 9110 11.1). */
function bearer(authorization: string | undefined): string | null {
  return /^bearer +([A-Za-z0-9_]{1,128})$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** One text for a missing, malformed, unknown and revoked key: a refusal tells nobody which keys exist. */
function unauthorized(): ProblemError {
  return new ProblemError('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer realm="research"' } });
}
