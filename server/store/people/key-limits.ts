// Changes of a key's limits after its creation, by an admin of its workspace or by the operator.
import type { Trx } from '../engine/db.ts';
import { type ApiKey, type KeyLimits, isExpired, limitValues } from './keys.ts';

/** False if the workspace has no such key, or it was revoked or has expired: an ended key stays ended. */
export async function changeKeyLimits(
  trx: Trx,
  { workspaceId, keyId, limits }: { workspaceId: string; keyId: string; limits: KeyLimits },
): Promise<boolean> {
  const { rowCount } = await trx.raw(
    `update api_key set expires_at = ?, operations = ?, minute_max = ?
      where workspace_id = ? and key_id = ? and revoked_at is null and not ${isExpired}`,
    [...limitValues(limits), workspaceId, keyId],
  );
  return rowCount === 1;
}

export type HeldKey = KeyLimits & Pick<ApiKey, 'key_id' | 'workspace_id'>;

/** A valid key, locked: concurrent changes each start from the other's result. */
export async function holdKey(trx: Trx, keyId: string): Promise<HeldKey | null> {
  const { rows } = await trx.raw(
    `select key_id, workspace_id, expires_at, operations, minute_max from api_key
      where key_id = ? and revoked_at is null and not ${isExpired} for update`,
    [keyId],
  );
  return (rows as HeldKey[])[0] ?? null;
}

/** The same for a key without a workspace, too. */
export async function setKeyLimits(trx: Trx, keyId: string, limits: KeyLimits): Promise<void> {
  await trx.raw('update api_key set expires_at = ?, operations = ?, minute_max = ? where key_id = ?', [
    ...limitValues(limits),
    keyId,
  ]);
}

/** The limits of a key in the words of the trail, which are the service's alone. */
export function keyLimitDetail({ expires_at, minute_max, operations }: KeyLimits) {
  return { expires_at, minute: minute_max, operations: operations === null ? 'all' : operations.join(' ') };
}
