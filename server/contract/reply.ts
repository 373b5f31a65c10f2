/** Parts of a reply that decide when and to whom it is sent: caching, and holding back (RFC 7240, wait). */

/**
 * Caches that may hold an answer, and their time. Answers that a key or a preference changes are `shared` without both,
 * `fresh` if they could be held back, and `private` with a key. `seconds` and `immutable` are public too.
 */
export type CachePolicy = 'public' | 'shared' | 'seconds' | 'immutable' | 'fresh' | 'private' | 'metered' | 'none';

export interface HoldTime {
  readonly ms: number;
  /** The address that the held request counts for. */
  readonly holder: string;
  readonly signal: AbortSignal;
}

/** A reply that can be held back until a newer one exists (RFC 7240, wait). */
export interface HoldTerms {
  /** True if the reply has nothing that its question asked for. */
  readonly isIdle: boolean;
  /**
   * Resolves with false once the question may have another answer. True means that it is not asked again: the time is
   * over, the client has gone, or the server stops. Null if no further request can be held.
   */
  readonly until: (wait: HoldTime) => Promise<boolean> | null;
}

/** Parts of a reply next to its body. */
export interface ReplyParts {
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the policy that follows from the operation's access and price. */
  readonly caching?: CachePolicy;
  readonly holding?: HoldTerms;
}
