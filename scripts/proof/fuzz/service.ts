// The whole service over a store, in this process: the API, the chats' endpoint, the authorization server and the pages.
import type { Accounts } from '../../../server/metering/credit/accounts.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { type ChatService, type ChatServiceOptions, startChatService } from '../../../server/testing/mcp.ts';

export type FuzzedOptions = Pick<ChatServiceOptions, 'rateLimits' | 'at' | 'changed'>;

/** After everything in the corpus. */
const now = '2026-11-01T00:00:00.000Z';

export const serveFuzzed = (store: Store, options: FuzzedOptions = {}): Promise<ChatService> =>
  startChatService(store, { ...options, now, withPages: true });

/** A planted defect: a status whose plan is of another type than the contract has. */
export function wrongPlan({ standing, checkoutUrl }: Awaited<ReturnType<Accounts['standing']>>) {
  return { standing: { ...standing, subscriptionPlan: 1 as never }, checkoutUrl };
}
