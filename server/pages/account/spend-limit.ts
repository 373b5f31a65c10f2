/** Form action that sets the spend limit of a workspace. */
import type { Request, Response } from 'express';
import { recordEvent } from '../../store/people/admin-events.ts';
import { record } from '../../store/ledger/ledger.ts';
import type { PageContext } from '../shell/context.ts';
import { note } from '../shell/noted.ts';
import { asAdmin, backToAccount, refuseNonAdmin, workspaceForm } from './admin-form.ts';

const limit_max = 1_000_000_000;

export async function setSpendLimit(context: PageContext, request: Request, response: Response): Promise<void> {
  const sent = await workspaceForm(context, request, response);
  if (sent === null) return;
  const { workspaceId } = sent.workspace;
  const text = (sent.form.get('requests') ?? '').trim();
  const units = text === '' ? null : Number(text);
  const isValid = units === null || (/^\d{1,10}$/.test(text) && units <= limit_max);
  const done = await asAdmin(context, sent, async (trx) => {
    if (!isValid) return 'limit-invalid';
    const entryId = `led_${Buffer.from(context.randomBytes(12)).toString('hex')}`;
    const entry = { entryId, accountId: workspaceId, origin: 'admin', reference: null, now: context.now() };
    await record(trx, entry, { kind: 'spend_limit', units });
    const event = { action: 'spend-limit-changed', actor: sent.viewer.userId, workspaceId, subject: entryId } as const;
    await recordEvent(trx, { ...event, detail: { requests: units } });
    return units === null ? 'limit-removed' : 'limit-set';
  });
  if (!done.allowed) return refuseNonAdmin(context, response, sent);
  const how = done.result;
  if (how !== 'limit-invalid')
    note(context, request, { event: 'spend-limit-changed', userId: sent.viewer.userId, workspaceId, how });
  backToAccount(response, { workspaceId, notice: how });
}
