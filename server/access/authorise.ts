/** Authentication of a request by its key. Every fault of a key gets the same answer, byte for byte. */
import { routes } from '../../generated/routes.ts';
import type { Access, DeviceAccess } from '../contract/credential.ts';
import type { Collection, OperationId, Principal } from '../contract/operations.ts';
import { ProblemError } from '../contract/problems.ts';
import { isDeviceCode } from './devices/device-codes.ts';
import { collectionOfKey } from './keys.ts';
import { bearerOf, isBearer, sha256 } from './secrets.ts';

export interface KnownKey {
  readonly key_id: string;
  readonly collection: Collection;
  readonly revoked_at: string | null;
  readonly workspace_id: string | null;
  readonly expires_at: string | null;
  readonly is_expired: boolean;
  /** The operations that it may call; null for all. */
  readonly operations: readonly string[] | null;
}

export type FindKey = (sha256: Buffer) => Promise<KnownKey | null>;

/** No cache between requests: a revoked key is refused by the next request on every process. */
export function createAccess(findKey: FindKey): Access {
  return {
    credential(authorization) {
      const key = bearerOf(authorization);
      const collection = key === null ? null : collectionOfKey(key);
      if (key === null || collection === null) throw isBearer(authorization) ? unauthorized() : noCredential();
      return { keySha256: sha256(key), collection };
    },
    async identify(keySha256, operation): Promise<Principal> {
      const found = await findKey(keySha256);
      if (found === null || found.revoked_at !== null || found.is_expired) throw unauthorized();
      const { key_id: keyId, collection, workspace_id: workspaceId, operations, expires_at: expiresAt } = found;
      if (operations !== null && !isFreeForAll(operation) && !operations.includes(operation))
        throw notAllowed(operation);
      return { keyId, collection, accountId: workspaceId ?? keyId, operations, expiresAt };
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

/** Challenges of the header WWW-Authenticate (RFC 6750). */
export const challenges = {
  missing: 'Bearer realm="research"',
  refused: 'Bearer realm="research", error="invalid_token"',
} as const;

/** Every key may read its own status, because setting a program up begins with that, and what needs no key. */
export const isFreeForAll = (operation: OperationId): boolean =>
  operation === 'getStatus' || routes[operation].access === 'optionalKey';

/** 403, directly after 401: further faults of such a request are not examined. */
export function notAllowed(operation: OperationId): ProblemError {
  return new ProblemError('operation-not-allowed', {
    detail: `This key may not call ${operation}. The scopes of GET /v1/status say what it may; an admin of the workspace can change that.`,
  });
}

/** One text for a missing, malformed, unknown, revoked and expired key: a refusal does not reveal which keys exist. */
export function unauthorized(): ProblemError {
  return new ProblemError('unauthorized', { headers: { 'WWW-Authenticate': challenges.refused } });
}

/** The same refusal of a request that sends no token: RFC 6750, section 3.1, gives it no error code. */
function noCredential(): ProblemError {
  return new ProblemError('unauthorized', { headers: { 'WWW-Authenticate': challenges.missing } });
}
