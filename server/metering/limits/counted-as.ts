// The limits that a key counts against: its workspace's, over all keys and chats, and its own if it has one.
import type { KnownKey } from '../../access/authorise.ts';
import type { LimitSubject, LimitSubjectOf } from '../../contract/credential.ts';
import { remembered } from '../../memory/remembered.ts';
import { LIMITS_REMEMBERED_MS, type LimitsOfAccounts } from './account-limits.ts';

type CountedKey = Pick<KnownKey, 'key_id' | 'workspace_id'> & { readonly minute_max: number | null };

export type CountingOptions = {
  findKey: (keySha256: Buffer) => Promise<CountedKey | null>;
  limits: LimitsOfAccounts;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
};

type KeyEntry = { accountId: string; key: LimitSubject['key'] | null; at: number };

/** An unknown key is refused later by every operation, and counts for itself. */
export function countedByWorkspace({ findKey, limits, elapsed }: CountingOptions): LimitSubjectOf {
  const known = remembered<string, KeyEntry>('key-limits');

  async function lookUp(keySha256: Buffer, name: string): Promise<LimitSubject> {
    const found = await findKey(keySha256);
    if (found === null) return { subject: name };
    const { key_id: keyId, workspace_id: workspaceId, minute_max: minute } = found;
    const one: KeyEntry = {
      accountId: workspaceId ?? keyId,
      key: minute === null ? null : { subject: `key ${keyId}`, minute },
      at: elapsed(),
    };
    known.set(name, one);
    return counted(one);
  }

  function counted({ accountId, key }: KeyEntry): LimitSubject | Promise<LimitSubject> {
    const account = limits.counted(accountId);
    if (key == null) return account;
    return 'subject' in account ? { ...account, key } : account.then((one) => ({ ...one, key }));
  }

  return (keySha256) => {
    const name = keySha256.toString('base64');
    const found = known.get(name);
    if (found === undefined) return lookUp(keySha256, name);
    // The workspace of a key never changes; its limit may, and is refreshed in the background.
    if (elapsed() - found.at >= LIMITS_REMEMBERED_MS) {
      found.at = elapsed();
      lookUp(keySha256, name).catch(() => undefined);
    }
    return counted(found);
  };
}
