/** What a handler takes and gives, typed from the contract: a missing operation or an undocumented answer does not compile. */
import type { operations } from '../../generated/api.ts';
import type { OperationId, routes } from '../../generated/routes.ts';
import type { Collection } from '../terms/research.ts';
import type { Answer } from './metered.ts';

export type { Collection, OperationId };

/** Who is asking, as the store knows the key. */
export interface Principal {
  readonly keyId: string;
  readonly collection: Collection;
  /** What its requests belong to: the workspace that pays, or the key itself where a preview key has none. */
  readonly accountId: string;
  /** The operations that its key may call; null, or absent where there is no key: all. */
  readonly operations?: readonly string[] | null;
  /** The expiry of its key; null for none, absent where there is no key. */
  readonly expiresAt?: string | null;
}

/** What is certain of a key that only the charge itself looks up: the collection that it names. */
export type Reader = Pick<Principal, 'collection'>;

/** A program that polls for its key. */
export interface Device {
  /** Null for what cannot be a device code: as unknown as any that is not one of ours. */
  readonly deviceCodeSha256: Buffer | null;
}

/** The other end of the connection. */
export interface Caller {
  /** The address it comes from, behind whatever proxies there are. */
  readonly address: () => string;
  /** False once it has gone away: nobody hears the answer. */
  readonly isListening: () => boolean;
}

/**
 * The authorization server's operations answer in the shapes of their RFCs and ignore what those tell them to ignore:
 * they have rooms of their own, and no row in the operations table.
 */
export const oauthOperations = [
  'authorizePage',
  'decideAuthorization',
  'exchangeToken',
  'revokeToken',
  'getAuthorizationServerMetadata',
  'getProtectedResourceMetadata',
  'getMcpProtectedResourceMetadata',
] as const satisfies readonly OperationId[];
export type OAuthOperation = (typeof oauthOperations)[number];
/** Everything else, which one table holds. */
export type TableOperation = Exclude<OperationId, OAuthOperation>;

/** Operations that cost something. */
export type MeteredOperation = {
  [Op in OperationId]: (typeof routes)[Op]['units'] extends 0 ? never : Op;
}[OperationId];

type Access<Op extends OperationId> = (typeof routes)[Op]['access'];
type Asking<Op extends OperationId> =
  Access<Op> extends 'none'
    ? null
    : Access<Op> extends 'deviceCode'
      ? Device
      : Op extends MeteredOperation
        ? Reader
        : Principal;
type Parameters<Op extends OperationId, Place extends string> = operations[Op]['parameters'] extends {
  readonly [P in Place]?: infer Values;
}
  ? [NonNullable<Values>] extends [never]
    ? Readonly<Record<string, never>>
    : NonNullable<Values>
  : Readonly<Record<string, never>>;

export interface Input<Op extends OperationId> {
  /** Validated: numbers are numbers, defaults are filled in. */
  readonly query: Parameters<Op, 'query'>;
  readonly path: Parameters<Op, 'path'>;
  readonly body: operations[Op] extends {
    readonly requestBody: { readonly content: { readonly 'application/json': infer Body } };
  }
    ? Body
    : null;
  readonly principal: Asking<Op>;
  readonly caller: Op extends MeteredOperation ? null : Caller;
  readonly requestId: string;
}

export type Headers = Readonly<Record<string, string>>;

type Answers<Op extends OperationId> = operations[Op]['responses'];

/**
 * Problems are thrown, never returned, and 304 is found out from the entity tag: only what has a JSON body of its own is
 * a reply. `bytes` are a document serialised before, `sha256` its digest in base64 where that is known already.
 */
export type Reply<Op extends OperationId> = {
  [Status in keyof Answers<Op>]: Answers<Op>[Status] extends {
    readonly content: { readonly 'application/json': infer Body };
  }
    ?
        | { readonly status: Status; readonly body: Body; readonly headers?: Headers }
        | { readonly status: Status; readonly bytes: Uint8Array; readonly sha256?: string; readonly headers?: Headers }
    : never;
}[keyof Answers<Op>];

/**
 * What is metered answers a document that is ready to send, and only sent when it is paid for. All else names its return
 * type where it is written: a reply typed only by context may carry an extra field.
 */
export type Handler<Op extends OperationId> = (
  input: Input<Op>,
) => Promise<Op extends MeteredOperation ? Answer : Reply<Op>>;
