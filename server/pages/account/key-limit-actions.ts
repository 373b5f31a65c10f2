/** /account/keys/KEY/limits: changes the limits of a key, also of one from a device login. */
import type { Request, Response } from 'express';
import { recordEvent } from '../../store/people/admin-events.ts';
import { changeKeyLimits, holdKey, keyLimitDetail } from '../../store/people/key-limits.ts';
import type { PageContext } from '../shell/context.ts';
import { isOwnId } from '../shell/form.ts';
import { html } from '../shell/html.ts';
import { note } from '../shell/noted.ts';
import { page, sendPage } from '../shell/page.ts';
import { seenName } from '../shell/seen-name.ts';
import { asAdmin, backToAccount, keyPage, refuseNonAdmin, workspaceForm } from './admin-form.ts';
import { keyLimitFields, readKeyLimits } from './key-limit-form.ts';

export async function showKeyLimits(context: PageContext, request: Request, response: Response): Promise<void> {
  const asked = await keyPage(context, request, response);
  if (asked === null) return;
  const { viewer, key } = asked;
  const { workspaceId } = asked.workspace;
  const main = html`<div class="narrow">
    <h1>Limit this key</h1>
    <p><strong>${seenName(key.name)}</strong> <code>${key.hint}</code></p>
    <form class="stack card" method="post" action="/account/keys/${key.key_id}/limits">
      <input type="hidden" name="workspace" value="${workspaceId}" />
      ${keyLimitFields(key)}
      <div class="row">
        <a class="button quiet" href="/account/keys?workspace=${workspaceId}">Leave it as it is</a>
        <button>Set the limits</button>
      </div>
    </form>
  </div>`;
  sendPage(response, page({ title: 'Limit this key', viewer, current: 'account', main }));
}

export async function limitKey(context: PageContext, request: Request, response: Response): Promise<void> {
  const sent = await workspaceForm(context, request, response);
  if (sent === null) return;
  const { workspaceId } = sent.workspace;
  const { userId } = sent.viewer;
  const keyId = String(request.params['key']);
  const done = await asAdmin(context, sent, async (trx) => {
    const before = isOwnId('key', keyId) ? await holdKey(trx, keyId) : null;
    if (before === null || before.workspace_id !== workspaceId) return 'key-not-active';
    const limits = readKeyLimits(sent.form, before, context.now());
    if (typeof limits === 'string') return limits;
    if (!(await changeKeyLimits(trx, { workspaceId, keyId, limits }))) return 'key-not-active';
    const event = { action: 'key-limited', actor: userId, workspaceId, subject: keyId } as const;
    await recordEvent(trx, { ...event, detail: keyLimitDetail(limits) });
    return 'key-limited';
  });
  if (!done.allowed) return refuseNonAdmin(context, response, sent);
  if (done.result === 'key-limited')
    note(context, request, { event: 'key-limited', userId, workspaceId, subject: keyId });
  backToAccount(response, { workspaceId, notice: done.result });
}
