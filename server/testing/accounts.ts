/** Test support: a workspace with a balance, a key that spends it, and the entries of both. */
import { randomBytes, randomUUID } from 'node:crypto';
import { makeKey } from '../access/keys.ts';
import { planOf } from '../metering/credit/plans.ts';
import type { Collection } from '../contract/operations.ts';
import type { Store } from '../store/engine/engine.ts';
import { type KeyLimits, insertKey, noKeyLimits } from '../store/people/keys.ts';
import { record } from '../store/ledger/ledger.ts';
import { insertWorkspace } from '../store/people/workspaces.ts';

const now = '2026-01-01T00:00:00.000Z';

export type TestBalance = {
  prepaid?: number;
  plan?: string;
  /** Allowance of the plan, instead of the plan's usual one. */
  allowance?: number;
  endsAt?: string;
  spendLimit?: number | null;
};

/** Creates a workspace with this balance; returns its id. */
export async function makeTestWorkspace(store: Store, balance: TestBalance = {}): Promise<string> {
  const workspaceId = `ws_${randomUUID().replaceAll('-', '')}`;
  await store.db.transaction(async (trx) => {
    await insertWorkspace(trx, { workspaceId, name: 'Test', practice: false, now });
    const entry = () => ({
      entryId: `led_${randomUUID()}`,
      accountId: workspaceId,
      origin: 'test',
      reference: null,
      now,
    });
    const { prepaid = 0, plan, allowance, endsAt = null, spendLimit } = balance;
    if (prepaid > 0) await record(trx, entry(), { kind: 'prepaid', units: prepaid });
    if (plan !== undefined) {
      const units = allowance ?? planOf(plan)?.requests ?? null;
      await record(trx, entry(), { kind: 'period', plan, units, startsAt: now, endsAt });
    }
    if (spendLimit !== undefined) await record(trx, entry(), { kind: 'spend_limit', units: spendLimit });
  });
  return workspaceId;
}

/** Creates a key of a workspace, or a preview key without one; returns its secret and its id. */
export async function makeTestKey(
  store: Store,
  workspaceId: string | null,
  collection: Collection = workspaceId === null ? 'preview' : 'live',
  limits: Partial<KeyLimits> = {},
): Promise<{ key: string; keyId: string }> {
  const { key, ...made } = makeKey(collection, randomBytes);
  await insertKey(store.db, {
    ...made,
    name: 'test',
    madeBy: 'operator',
    workspaceId,
    limits: { ...noKeyLimits, ...limits },
    now,
  });
  return { key, keyId: made.keyId };
}
