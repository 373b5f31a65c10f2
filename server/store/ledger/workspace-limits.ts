// Limits of a workspace that the operator has set, above those of its plan.
import type { Db, Trx } from '../engine/db.ts';
import { firstPrepared } from '../engine/named-statement.ts';

/** Null defers to the plan. */
export type OwnLimits = {
  /** Requests a second, and a minute. */
  burst_max: number | null;
  minute_max: number | null;
  /** Weight in the slots for new answers; the default is 1. */
  weight: number | null;
};

export type LimitedWorkspace = OwnLimits & {
  /** The plan that runs; null without one, or when its time is over. */
  plan: string | null;
};

/** Null if there is no such workspace: a key without one, or an unknown id. */
export function readLimits(db: Db, workspaceId: string): Promise<LimitedWorkspace | null> {
  return firstPrepared<LimitedWorkspace>(db, {
    sql: `select w.burst_max, w.minute_max, w.weight,
            case when a.period_ends_at is null or a.period_ends_at > now() then a.plan end as plan
       from workspace w left join account a on a.account_id = w.workspace_id
      where w.workspace_id = ? and w.deleted_at is null`,
    bindings: [workspaceId],
  });
}

/** Null for a workspace that is not there. It is locked, so that of two changes at once each starts from the other's. */
export async function holdLimits(trx: Trx, workspaceId: string): Promise<OwnLimits | null> {
  const { rows } = await trx.raw(
    `select burst_max, minute_max, weight from workspace
      where workspace_id = ? and deleted_at is null for no key update`,
    [workspaceId],
  );
  return (rows as OwnLimits[])[0] ?? null;
}

export async function setLimits(
  trx: Trx,
  workspaceId: string,
  { burst_max, minute_max, weight }: OwnLimits,
): Promise<void> {
  await trx.raw('update workspace set burst_max = ?, minute_max = ?, weight = ? where workspace_id = ?', [
    burst_max,
    minute_max,
    weight,
    workspaceId,
  ]);
}
