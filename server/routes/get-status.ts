/** GET /v1/status: readiness and remaining allowance of a key, free of charge. */
import type { Answers } from '../answers/answers.ts';
import { contractVersion } from '../contract/description.ts';
import type { Input, Reply } from '../contract/operations.ts';
import type { Accounts } from '../metering/credit/accounts.ts';

/** A live key cannot read anything before the first live release, even with credit. */
export function getStatus(answers: Answers, accounts: Accounts) {
  return async ({ principal }: Input<'getStatus'>): Promise<Reply<'getStatus'>> => {
    const [head, { standing, checkoutUrl }] = await Promise.all([
      answers.head(principal.collection),
      accounts.standing(principal),
    ]);
    return {
      status: 200,
      body: {
        status: head.version === 0 ? 'unavailable' : standing.status,
        prepaidRequestsRemaining: standing.prepaidRequestsRemaining,
        subscriptionPlan: standing.subscriptionPlan,
        subscriptionRequestsRemaining: standing.subscriptionRequestsRemaining,
        subscriptionPeriodEndsAt: standing.subscriptionPeriodEndsAt,
        spendLimitReached: standing.spendLimitReached,
        checkoutUrl,
        dataMode: principal.collection,
        keyId: principal.keyId,
        keyExpiresAt: principal.expiresAt ?? null,
        scopes: scopesOf(principal.operations ?? null),
        apiVersion: contractVersion(),
        dataAsOf: head.watermark,
      },
    };
  };
}

/** An unlimited key has the scope of a chat's grant; a limited key has one scope for each allowed operation. */
function scopesOf(operations: readonly string[] | null): string[] {
  return operations === null ? ['research:read'] : operations.map((operation) => `research:${operation}`);
}
