/** Context of every page: the store, the clock, the ways to sign in, and the research. */
import type { NoteEvent } from '../../access/security-events.ts';
import type { Answers } from '../../answers/answers.ts';
import type { PublicLog } from '../../answers/public-log.ts';
import type { Deliver } from '../../contract/metered.ts';
import type { Failure } from '../../http/serve.ts';
import type { Accounts } from '../../metering/credit/accounts.ts';
import type { RateLimits } from '../../metering/limits/rate-limit.ts';
import type { Pool } from '../../store/engine/db.ts';

/** Ways to pay: none, Stripe, or practice. */
export type Payments =
  | { provider: 'none' }
  | { provider: 'stripe'; secretKey: string; webhookSecret: string }
  | { provider: 'practice' };

/** The operator's identity provider, next to the service's passwords. */
export type UpstreamSignIn = { issuer: string; clientId: string; clientSecret: string };

/** `open`: anyone may make an account and a workspace; `invited`: only invited people. */
export type SignUp = 'open' | 'invited';

export type PageContext = {
  /** Pool for keys, people and balances, which slow research reads cannot exhaust. */
  db: Pool;
  /** The only base of links, redirects and cookies, without a trailing slash. */
  baseUrl: string;
  /** The server's clock in canonical form. */
  now: () => string;
  randomBytes: (size: number) => Uint8Array;
  newRequestId: () => string;
  answers: Answers;
  deliver: Deliver;
  log?: Pick<PublicLog, 'views'>;
  accounts: Accounts;
  rateLimits: RateLimits;
  payments: Payments;
  upstream: UpstreamSignIn | null;
  /** Starts the delivery of queued mail; null: the service sends no mail. */
  wakeMail: (() => void) | null;
  signUp: SignUp;
  /** Logs an unexpected failure; the person sees no details of it. */
  onFailure: (failure: Failure) => void;
  /** Called with each security event: sign-ins, creations, ends and refusals. */
  onEvent?: NoteEvent;
};
