/** Names of keys, chats and people that a workspace pays for. */
import type { Pool } from '../../../store/engine/db.ts';
import { listKeysOf, listMembers } from '../../../store/ledger/account-views.ts';
import { nameGrants } from '../../../store/people/oauth-connections.ts';

export type PayerNames = ReadonlyMap<string, string>;

export async function namesOf(
  db: Pool,
  workspaceId: string,
  entries: readonly { key_id: string }[],
): Promise<PayerNames> {
  const keys = (await listKeysOf(db, workspaceId)).map(({ key_id: id, name }) => [id, name] as const);
  const chats = await nameGrants(
    db,
    entries.map(({ key_id: id }) => id),
  );
  const people = (await listMembers(db, workspaceId)).map(
    ({ user_id: id, email }) => [`session:${id}`, `${email} in a browser`] as const,
  );
  return new Map([...keys, ...chats, ...people]);
}

/** A key that is no longer listed is named by its id, and a person who has left by none. */
export function payerName(keyId: string, names: PayerNames): string {
  return names.get(keyId) ?? (keyId.startsWith('session:') ? 'a person in a browser' : keyId);
}
