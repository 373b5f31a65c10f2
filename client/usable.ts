// Usability of a key: the rule of the specification for paying now, with the reason.
import type { KeyStatus } from '../generated/api.ts';

export interface Usability {
  readonly usable: boolean;
  readonly reason: string;
}

type Standing = Pick<
  KeyStatus,
  'status' | 'dataMode' | 'prepaidRequestsRemaining' | 'subscriptionPlan' | 'subscriptionRequestsRemaining'
>;

/** Usable: ready, live, and with prepaid requests or subscription requests left (null: no limit). */
export function isUsable(standing: Standing): Usability {
  const { status, dataMode, prepaidRequestsRemaining: prepaid } = standing;
  const { subscriptionPlan: plan, subscriptionRequestsRemaining: left } = standing;
  if (status !== 'ready') return { usable: false, reason: `the status is ${status}` };
  if (dataMode !== 'live') return { usable: false, reason: `the key reads ${dataMode} data` };
  if (prepaid > 0) return { usable: true, reason: `${prepaid} prepaid requests are left` };
  if (plan === null) return { usable: false, reason: 'there is neither a prepaid request nor a subscription' };
  if (left === null) return { usable: true, reason: `the subscription ${plan} has no limit` };
  if (left > 0) return { usable: true, reason: `${left} requests of the subscription ${plan} are left` };
  return { usable: false, reason: `no request of the subscription ${plan} is left` };
}
