/** Credentials of requests, and the rate limits that they count against. */
import type { OperationId, Principal, Reader } from './operations.ts';

/** A well-formed key, not looked up yet: its digest, and the collection that its prefix names. */
export interface Credential extends Reader {
  readonly keySha256: Buffer;
}

export interface Access {
  /** Reads the Authorization header; throws the one 401 for what cannot be a key. */
  readonly credential: (authorization: string | undefined) => Credential;
  /** Looks the key up; throws the one 401 when it is unknown, revoked or expired, and 403 when it may not call this. */
  readonly identify: (keySha256: Buffer, operation: OperationId) => Promise<Principal>;
}

/** The same for a client that polls a device login. A refusal has the body that the specification defines for it. */
export interface DeviceAccess {
  /** Reads the Authorization header: the digest of what can be a device code, null for anything else. */
  readonly credential: (authorization: string | undefined) => Buffer | null;
  readonly isKnown: (deviceCodeSha256: Buffer) => Promise<boolean>;
}

/** Outcome of the rate limits for one request. */
export interface LimitVerdict {
  /** RateLimit and RateLimit-Policy. */
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds to wait if the limit is used up, otherwise null. */
  readonly retryAfter: number | null;
}

/** Kinds of limits: of a workspace, of status calls, of an address, and of device logins started. */
export type LimitKind = 'keyed' | 'status' | 'unkeyed' | 'device_initiation';

/** Limits of one workspace or key, if they differ from the usual ones. */
export interface LimitSubject {
  readonly subject: string;
  /** Quotas of the workspace, in the order of the limit's policies; absent: the usual ones. */
  readonly quotas?: readonly number[];
  /** Separate limit of one key (requests a minute), taken together with one of the workspace's or not at all. */
  readonly key?: { readonly subject: string; readonly minute: number };
}

/** Counts a request against its limits: by `LimitSubjectOf` with a key, by address without one. */
export type Limit = (kind: LimitKind, counted: string | LimitSubject) => LimitVerdict | Promise<LimitVerdict>;

/**
 * The limits that a request of a key counts against: those of its workspace, shared by all keys and chats, and the
 * key's.
 */
export type LimitSubjectOf = (keySha256: Buffer) => LimitSubject | Promise<LimitSubject>;
