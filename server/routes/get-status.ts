/** GET /v1/status: whether a key can read research now and what is left, free of charge. */
import type { Answers } from '../answers/answers.ts';
import { contractVersion } from '../contract/description.ts';
import type { Input, Reply } from '../contract/operations.ts';
import type { Accounts } from '../metering/accounts.ts';

/** A live key is of no use before the first live release, whatever its credit. */
export function getStatus(answers: Answers, accounts: Accounts) {
  return async ({ principal }: Input<'getStatus'>): Promise<Reply<'getStatus'>> => {
    const [head, standing] = await Promise.all([answers.head(principal.collection), accounts.standing(principal)]);
    return {
      status: 200,
      body: {
        ...standing,
        status: head.version === 0 ? 'unavailable' : standing.status,
        dataMode: principal.collection,
        keyId: principal.keyId,
        scopes: ['research:read'],
        apiVersion: contractVersion(),
        dataAsOf: head.watermark,
      },
    };
  };
}
