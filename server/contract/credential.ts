/** What a request shows of who is asking, before anyone has looked it up. */
import type { OperationId, Principal, Reader } from './operations.ts';

/** A well-formed key: its digest, and the collection that its prefix names. */
export interface Credential extends Reader {
  readonly keySha256: Buffer;
}

export interface Access {
  /** Reads the Authorization header; throws the one 401 for what cannot be a key. */
  readonly credential: (authorization: string | undefined) => Credential;
  /** Looks the key up; throws the one 401 when it is unknown, revoked or expired, and 403 when it may not call this. */
  readonly identify: (keySha256: Buffer, operation: OperationId) => Promise<Principal>;
}

/** The same for who polls a device login. What is refused here is said in the body that the specification has for it. */
export interface DeviceAccess {
  /** Reads the Authorization header: the digest of what can be a device code, null for anything else. */
  readonly credential: (authorization: string | undefined) => Buffer | null;
  readonly isKnown: (deviceCodeSha256: Buffer) => Promise<boolean>;
}

/** What one request takes from the limits of whoever sends it. */
export interface Allowed {
  /** RateLimit and RateLimit-Policy. */
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds to wait, where the limit is used up. */
  readonly retryAfter: number | null;
}

/** Whose limits a request counts against: those of a workspace, of its status, of anyone else, or of whoever starts a device login. */
export type LimitKind = 'keyed' | 'status' | 'unkeyed' | 'device_initiation';

/** The limits of one workspace or key, where they differ from the usual ones. */
export interface Counted {
  readonly subject: string;
  /** Of the workspace, in the order of the limit's policies; absent: the usual ones. */
  readonly quotas?: readonly number[];
  /** A key with a limit of its own: requests a minute, taken together with one of the workspace's or not at all. */
  readonly key?: { readonly subject: string; readonly minute: number };
}

/** Counts a request against its limits: of a key as `CountedAs` says, of anyone else by the address. */
export type Limit = (kind: LimitKind, counted: string | Counted) => Allowed | Promise<Allowed>;

/** The limits that a request of a key counts against: those of its workspace, shared by all keys and chats, and its own. */
export type CountedAs = (keySha256: Buffer) => Counted | Promise<Counted>;
