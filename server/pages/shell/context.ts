/** What every page is made from: the store, the clock, who may sign in, and the research itself. */
import type { NoteEvent } from '../../access/security-events.ts';
import type { Answers } from '../../answers/answers.ts';
import type { Deliver } from '../../contract/metered.ts';
import type { Failure } from '../../http/serve.ts';
import type { Accounts } from '../../metering/credit/accounts.ts';
import type { RateLimits } from '../../metering/limits/rate-limit.ts';
import type { Pool } from '../../store/engine/db.ts';

/** How people pay: not at all here, at Stripe, or for practice. */
export type Payments =
  | { provider: 'none' }
  | { provider: 'stripe'; secretKey: string; webhookSecret: string }
  | { provider: 'practice' };

/** An identity provider of the operator's, beside the passwords of the service. */
export type UpstreamSignIn = { issuer: string; clientId: string; clientSecret: string };

/** `open`: anybody may make an account and a workspace; `invited`: only invited people. */
export type SignUp = 'open' | 'invited';

export type PageContext = {
  /** Keys, people, balances: the pool that no slow reading of research can take. */
  db: Pool;
  /** The only address that links, redirects and cookies are made from, without a trailing slash. */
  baseUrl: string;
  /** The server's clock in canonical form. */
  now: () => string;
  randomBytes: (size: number) => Uint8Array;
  newRequestId: () => string;
  answers: Answers;
  deliver: Deliver;
  accounts: Accounts;
  rateLimits: RateLimits;
  payments: Payments;
  upstream: UpstreamSignIn | null;
  /** Sends what was queued; null: the service sends no mail. */
  wakeMail: (() => void) | null;
  signUp: SignUp;
  /** Hands what was not expected to the log; a person is told nothing of it. */
  onFailure: (failure: Failure) => void;
  /** Is told of who signed in, what was made and ended, and who was refused. */
  onEvent?: NoteEvent;
};
