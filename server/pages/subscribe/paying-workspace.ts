/** Subject of the checkout pages: a person, one of their workspaces, and its balance. */
import type { ProviderLink } from '../../store/ledger/subscriptions.ts';
import type { Balance } from '../../store/ledger/ledger.ts';
import type { Membership } from '../../store/people/sessions.ts';
import type { SignedIn } from '../shell/signed-in.ts';

export type PayingWorkspace = {
  viewer: SignedIn;
  workspace: Membership;
  balance: Balance | null;
  link: ProviderLink | null;
  admins: readonly string[];
};
