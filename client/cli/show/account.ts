// Status of a key and receipt of a request, as text.
import type { Receipt, ReceiptsPage, KeyStatus } from '../../../generated/api.ts';
import { isUsable } from '../../usable.ts';
import { instantText, oneLine } from '../say.ts';
import { counted } from '../../words/text.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { label } from './looks.ts';
import { modes, standings } from '../../words/states.ts';

export interface Where {
  readonly baseUrl: string;
  /** Origin of the key, in words. */
  readonly from: string;
}

export function showStatus(status: KeyStatus, { baseUrl, from }: Where, sheet: Sheet): void {
  const { ink } = sheet;
  const { usable, reason } = isUsable(status);
  const { dataMode } = status;
  const usability =
    dataMode === 'preview'
      ? 'preview reads only, which are free and for testing'
      : `${usable ? 'yes' : 'no'}: ${reason}`;
  sheet.facts([
    ['Service', baseUrl],
    ['Key', `${status.keyId} (${from})`],
    ['Key ends', status.keyExpiresAt === null ? null : instantText(status.keyExpiresAt)],
    ['Mode', label(modes, dataMode, ink, dataMode === 'preview' ? 'preview: fictional data for testing' : 'live')],
    ['Status', label(standings, status.status, ink)],
    ['Usable', ink.paint(usable ? 'good' : dataMode === 'preview' ? 'warn' : 'bad', usability)],
    ['Prepaid', `${counted(status.prepaidRequestsRemaining, 'request')} left`],
    ['Subscription', subscriptionOf(status)],
    ['Spend limit', status.spendLimitReached ? ink.paint('bad', 'reached') : 'not reached'],
    ['Scopes', status.scopes.join(', ')],
    ['Data as of', instantText(status.dataAsOf)],
    ['Contract', status.apiVersion],
    [
      'Checkout',
      dataMode === 'preview' || status.checkoutUrl === null ? null : `${status.checkoutUrl} (a person opens it)`,
    ],
  ]);
}

function subscriptionOf({
  subscriptionPlan: plan,
  subscriptionRequestsRemaining: left,
  subscriptionPeriodEndsAt: end,
}: KeyStatus): string {
  if (plan === null) return 'none';
  const until = end === null ? '' : ` until ${instantText(end)}`;
  return `${plan}, ${left === null ? 'no limit' : `${counted(left, 'request')} left`}${until}`;
}

export function showReceipts({ data: { receipts } }: ReceiptsPage, sheet: Sheet): void {
  const { ink } = sheet;
  sheet.say(ink.paint('bold', counted(receipts.length, 'receipt')));
  for (const one of receipts) {
    sheet.gap();
    const charge = counted(one.units, 'request');
    sheet.row(instantText(one.charged_at), ink.paint('bold', charge), one.paid_from, label(modes, one.mode, ink));
    sheet.say(`${one.operation} ${oneLine(one.request)}`, 2);
    sheet.say(ink.paint('dim', oneLine(one.request_id)), 2);
  }
}

export function showReceipt(receipt: Receipt, sheet: Sheet): void {
  const { ink } = sheet;
  const from =
    receipt.paid_from === 'none'
      ? 'nothing was taken'
      : `from the ${receipt.paid_from === 'prepaid' ? 'prepaid requests' : 'subscription'}`;
  sheet.facts([
    ['Request id', receipt.request_id],
    ['Charged', ink.paint('bold', `${counted(receipt.units, 'request')}, ${from}`)],
    ['At', instantText(receipt.charged_at)],
    ['For', `${receipt.operation} ${receipt.request}`],
    ['Mode', label(modes, receipt.mode, ink)],
    ['Cutoff', receipt.as_of],
    ['Digest', receipt.document_digest],
    ['Free again', `until ${instantText(receipt.replay_until)}, with the same request id`],
    ['Kept', `until ${instantText(receipt.request_id_kept_until)}`],
  ]);
}
