/** Creation and revocation of keys, for admins only. */
import type { Request, Response } from 'express';
import { makeKey } from '../../access/keys.ts';
import { lockAndCountKeys, insertKeyOfPerson, revokeKeyOf } from '../../store/ledger/account-changes.ts';
import { recordEvent } from '../../store/people/admin-events.ts';
import { keyLimitDetail } from '../../store/people/key-limits.ts';
import { noKeyLimits } from '../../store/people/keys.ts';
import type { PageContext } from '../shell/context.ts';
import { isOwnId } from '../shell/form.ts';
import { html } from '../shell/html.ts';
import { note } from '../shell/noted.ts';
import { page, sendPage } from '../shell/page.ts';
import { isSeen, seenName } from '../shell/seen-name.ts';
import { time } from '../shell/times.ts';
import { asAdmin, backToAccount, keyPage, refuseNonAdmin, workspaceForm } from './admin-form.ts';
import { readKeyLimits } from './key-limit-form.ts';
import { makerOf } from './keys-section.ts';
import { firstCall, showNewKey } from './new-key.ts';

const active_keys_max = 50;

/**
 * Answers with the key's page directly: a redirect target could not show the key, because only its hash is stored.
 * Sending the form twice makes one key, because the form names it.
 */
export async function createKey(context: PageContext, request: Request, response: Response): Promise<void> {
  const sent = await workspaceForm(context, request, response);
  if (sent === null) return;
  const { workspaceId } = sent.workspace;
  const name = (sent.form.get('name') ?? '').trim();
  const formId = sent.form.get('form') ?? '';
  const collection = sent.form.get('collection') === 'preview' ? 'preview' : 'live';
  const isNamed = [...name].length >= 1 && [...name].length <= 48 && !/\p{C}/u.test(name) && isSeen(name);
  const { key, ...made } = makeKey(collection, context.randomBytes);
  const done = await asAdmin(context, sent, async (trx) => {
    if (!isNamed) return 'key-name';
    if (!/^[0-9a-f]{24}$/.test(formId)) return 'key-form-used';
    const limits = readKeyLimits(sent.form, noKeyLimits, context.now());
    if (typeof limits === 'string') return limits;
    if ((await lockAndCountKeys(trx, workspaceId)) >= active_keys_max) return 'keys-full';
    const { userId } = sent.viewer;
    const row = { ...made, keyId: `key_${formId}`, name, workspaceId, userId, limits, now: context.now() };
    if (!(await insertKeyOfPerson(trx, row))) return 'key-form-used';
    const event = { action: 'key-made', actor: userId, workspaceId, subject: row.keyId } as const;
    const isLimited = Object.values(limits).some((limit) => limit !== null);
    await recordEvent(trx, { ...event, detail: { collection, ...(isLimited && keyLimitDetail(limits)) } });
    return limits;
  });
  if (!done.allowed) return refuseNonAdmin(context, response, sent);
  if (typeof done.result === 'string') return backToAccount(response, { workspaceId, notice: done.result });
  const noted = { userId: sent.viewer.userId, workspaceId, how: collection, subject: `key_${formId}` };
  note(context, request, { event: 'key-made', ...noted });
  const call = await firstCall(context, { collection, operations: done.result.operations });
  showNewKey(response, { sent, name, key, collection, call });
}

/** Confirmation before the revocation, which cannot be undone. */
export async function confirmRevocation(context: PageContext, request: Request, response: Response): Promise<void> {
  const asked = await keyPage(context, request, response);
  if (asked === null) return;
  const { viewer, key } = asked;
  const { workspaceId } = asked.workspace;
  const main = html`<div class="narrow">
    <h1>Revoke this key?</h1>
    <div class="card">
      <dl class="facts">
        <dt>Name</dt>
        <dd><strong>${seenName(key.name)}</strong></dd>
        <dt>Key</dt>
        <dd><code>${key.hint}</code></dd>
        <dt>Made</dt>
        <dd>${time(key.created_at)} ${makerOf(key)}</dd>
        <dt>Last used</dt>
        <dd>${key.last_used_at === null ? 'Never' : time(key.last_used_at)}</dd>
      </dl>
      <p>Whatever uses it is refused from the next request on. This cannot be undone.</p>
      <form class="row" method="post" action="/account/keys/${key.key_id}/revoke">
        <input type="hidden" name="workspace" value="${workspaceId}" />
        <a class="button quiet" href="/account/keys?workspace=${workspaceId}">Keep it</a>
        <button class="danger">Revoke the key</button>
      </form>
    </div>
  </div>`;
  sendPage(response, page({ title: 'Revoke this key?', viewer, current: 'account', main }));
}

export async function revokeKey(context: PageContext, request: Request, response: Response): Promise<void> {
  const sent = await workspaceForm(context, request, response);
  if (sent === null) return;
  const { workspaceId } = sent.workspace;
  const keyId = String(request.params['key']);
  const done = await asAdmin(context, sent, async (trx) => {
    if (!isOwnId('key', keyId) || !(await revokeKeyOf(trx, { workspaceId, keyId, now: context.now() }))) return false;
    await recordEvent(trx, { action: 'key-revoked', actor: sent.viewer.userId, workspaceId, subject: keyId });
    return true;
  });
  if (!done.allowed) return refuseNonAdmin(context, response, sent);
  if (done.result)
    note(context, request, { event: 'key-revoked', userId: sent.viewer.userId, workspaceId, subject: keyId });
  const notice = done.result ? 'key-revoked' : 'key-not-active';
  backToAccount(response, { workspaceId, notice });
}
