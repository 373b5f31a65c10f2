// Audit trail of changes to users, workspaces, keys and money. Append-only.
import type { Collection, Db, Instant, Trx } from '../engine/db.ts';

/** The actor of everything that is done at the command line. */
export const OPERATOR = 'operator';

/** A closed list: the account page has a sentence for each. */
export type AdminAction =
  | 'workspace-made'
  | 'workspace-deleted'
  | 'user-invited'
  | 'link-made'
  | 'invitation-accepted'
  | 'invitation-withdrawn'
  | 'membership-offered'
  | 'role-changed'
  | 'user-removed'
  | 'user-forgotten'
  | 'user-reported'
  | 'sessions-ended'
  | 'key-made'
  | 'key-limited'
  | 'key-revoked'
  | 'device-approved'
  | 'chat-connected'
  | 'chat-ended'
  | 'client-registered'
  | 'cursor-key-rotated'
  | 'log-changed'
  | 'credit-granted'
  | 'plan-started'
  | 'plan-ended'
  | 'spend-limit-changed'
  | 'limits-changed'
  | 'operator-added'
  | 'operator-removed'
  | 'files-loaded'
  | 'set-approved'
  | 'import-discarded'
  | 'research-released'
  | 'research-withdrawn'
  | 'research-removed';

export type AdminEvent = {
  action: AdminAction;
  /** The id of a user, or OPERATOR. */
  actor: string;
  /** The workspace whose admins see it; null if it concerns none. */
  workspaceId?: string | null;
  /** The id of the changed object. */
  subject?: string | null;
  /** Words and numbers of the service alone: a name or an address would stay here after its user was forgotten. */
  detail?: Readonly<Record<string, string | number | boolean | null>>;
};

/** Records an event in the transaction of its action: both are committed, or neither. */
export async function recordEvent(trx: Trx, event: AdminEvent): Promise<void> {
  const { action, actor, workspaceId = null, subject = null, detail = {} } = event;
  await trx.raw(
    `insert into admin_event (recorded_at, actor, action, workspace_id, subject, detail)
     values (date_trunc('milliseconds', clock_timestamp()), ?, ?, ?, ?, ?::jsonb)`,
    [actor, action, workspaceId, subject, JSON.stringify(detail)],
  );
}

export type EventRow = {
  event_number: number;
  recorded_at: Instant;
  actor: string;
  /** The address of the actor now; null for the operator, and for a user who was forgotten. */
  actor_email: string | null;
  action: AdminAction;
  workspace_id: string | null;
  subject: string | null;
  /** The address of a user or the name of a key; null for everything else. */
  subject_name: string | null;
  detail: NonNullable<AdminEvent['detail']>;
};

export type EventFilter = {
  workspaceId?: string | undefined;
  /** As actor or as subject. */
  userId?: string | undefined;
  actions?: readonly AdminAction[] | undefined;
  /** Events about this collection, by their detail. */
  collection?: Collection | undefined;
  since?: Instant | undefined;
  limit: number;
};

const columns = `e.event_number, e.recorded_at, e.actor,
  case when a.forgotten_at is null then a.email end as actor_email, e.action, e.workspace_id, e.subject,
  coalesce(case when s.forgotten_at is null then s.email end, k.name) as subject_name, e.detail`;

/** The newest events, the newest first. */
export async function listEvents(db: Db, filter: EventFilter): Promise<EventRow[]> {
  const { workspaceId, userId, actions, collection, since, limit } = filter;
  const conditions: [sql: string, ...values: (string | string[])[]][] = [];
  if (workspaceId !== undefined) conditions.push(['e.workspace_id = ?', workspaceId]);
  if (userId !== undefined) conditions.push(['(e.actor = ? or e.subject = ?)', userId, userId]);
  if (actions !== undefined) conditions.push(['e.action = any(?::text[])', [...actions]]);
  if (collection !== undefined) conditions.push([`e.detail->>'collection' = ?`, collection]);
  if (since !== undefined) conditions.push(['e.recorded_at >= ?', since]);
  const where = conditions.map(([sql]) => sql).join(' and ');
  const { rows } = await db.raw(
    `select ${columns} from admin_event e
       left join user_account a on a.user_id = e.actor left join user_account s on s.user_id = e.subject
       left join api_key k on k.key_id = e.subject
      ${where === '' ? '' : `where ${where}`} order by e.event_number desc limit ?`,
    [...conditions.flatMap(([, ...values]) => values), limit],
  );
  return rows as EventRow[];
}
