/** Finds out who is asking. Whatever is wrong with a key, the answer is the same, byte for byte. */
import type { Access, DeviceAccess } from '../contract/credential.ts';
import type { Collection, Principal } from '../contract/operations.ts';
import { ProblemError } from '../contract/problems.ts';
import { isDeviceCode } from './device-codes.ts';
import { collectionOfKey } from './keys.ts';
import { bearerOf, sha256 } from './secrets.ts';

export interface KnownKey {
  readonly key_id: string;
  readonly collection: Collection;
  readonly revoked_at: string | null;
  readonly workspace_id: string | null;
}

export type FindKey = (sha256: Buffer) => Promise<KnownKey | null>;

/** Nothing is remembered between requests: a revoked key is refused by the next request on every process. */
export function createAccess(findKey: FindKey): Access {
  return {
    credential(authorization) {
      const key = bearerOf(authorization);
      const collection = key === null ? null : collectionOfKey(key);
      if (key === null || collection === null) throw unauthorized();
      return { keySha256: sha256(key), collection };
    },
    async identify(keySha256): Promise<Principal> {
      const found = await findKey(keySha256);
      if (found === null || found.revoked_at !== null) throw unauthorized();
      const { key_id: keyId, collection, workspace_id: workspaceId } = found;
      return { keyId, collection, accountId: workspaceId ?? keyId };
    },
  };
}

export function createDeviceAccess(isKnown: DeviceAccess['isKnown']): DeviceAccess {
  return {
    credential(authorization) {
      const code = bearerOf(authorization);
      return code !== null && isDeviceCode(code) ? sha256(code) : null;
    },
    isKnown,
  };
}

/** One text for a missing, malformed, unknown and revoked key: a refusal tells nobody which keys exist. */
export function unauthorized(): ProblemError {
  return new ProblemError('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer realm="research"' } });
}
