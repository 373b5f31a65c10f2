/** Sign-up: a person with a proved address opens a workspace and is its first admin. */
import { recordEvent } from '../../store/people/admin-events.ts';
import { retrying } from '../../store/known/clock.ts';
import type { Instant, Pool } from '../../store/engine/db.ts';
import { lockPerson } from '../../store/people/people.ts';
import { take } from '../../store/ledger/rate-windows.ts';
import { insertWorkspace, setMembership } from '../../store/people/workspaces.ts';
import type { RandomBytes } from '../secrets.ts';
import type { TryResult } from '../sign-in/sign-in-limits.ts';

/** Workspaces that one person opens. */
const opened = { name: 'workspace_opened', quota: 3, seconds: 86_400 } as const;

export const workspace_name_length_max = 48;

/** The name without spaces around it, or null: 1 to 48 characters that are all visible, in one line. */
export function workspaceName(text: string): string | null {
  const name = text.normalize('NFC').trim();
  const { length } = Array.from(name);
  return length >= 1 && length <= workspace_name_length_max && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name) ? name : null;
}

export type OpenWorkspace = {
  userId: string;
  name: string;
  /** Marked for the practice checkout, if that is the only one. */
  practice: boolean;
  now: Instant;
  randomBytes: RandomBytes;
};

export async function openWorkspace(
  db: Pool,
  { userId, name, practice, now, randomBytes }: OpenWorkspace,
): Promise<{ kind: 'opened'; workspaceId: string } | { kind: 'not-proved' } | TryResult> {
  return retrying(db, async (trx) => {
    const person = await lockPerson(trx, userId);
    if (person === null || person.email_proved_at === null) return { kind: 'not-proved' };
    const { retryAfter } = await take(trx, { ...opened, subject: userId });
    if (retryAfter !== null) return { kind: 'limited', retryAfter };
    const workspaceId = `ws_${Buffer.from(randomBytes(12)).toString('hex')}`;
    await insertWorkspace(trx, { workspaceId, name, practice, now });
    await setMembership(trx, { workspaceId, userId, role: 'admin', now });
    await recordEvent(trx, { action: 'workspace-made', actor: userId, workspaceId, subject: workspaceId });
    return { kind: 'opened', workspaceId };
  });
}
