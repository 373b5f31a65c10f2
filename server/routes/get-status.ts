/** GET /v1/status: what a key may spend, free of charge. */
import type { Answers } from '../answers/answers.ts';
import type { Input, Reply } from '../contract/operations.ts';

/**
 * A preview key is never charged and says `preview`, so by the rule of the status it is never taken for paid access. A
 * key that the operator made for live research has no workspace to pay for it: it reads without a limit.
 */
export function getStatus(answers: Answers) {
  return async ({ principal }: Input<'getStatus'>): Promise<Reply<'getStatus'>> => {
    const live = principal.collection === 'live';
    return {
      status: 200,
      body: {
        status: 'ready',
        dataMode: principal.collection,
        prepaidRequestsRemaining: 0,
        subscriptionPlan: live ? 'operator' : null,
        subscriptionRequestsRemaining: live ? null : 0,
        subscriptionPeriodEndsAt: null,
        spendLimitReached: false,
        keyId: principal.keyId,
        scopes: ['research:read'],
        apiVersion: '2026-10-05',
        dataAsOf: await answers.dataAsOf(principal.collection),
        checkoutUrl: null,
      },
    };
  };
}
