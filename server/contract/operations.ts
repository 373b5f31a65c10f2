/** Types of handlers, derived from the contract: a missing operation or an undocumented answer does not compile. */
import type { operations } from '../../generated/api.ts';
import type { OperationId, routes } from '../../generated/routes.ts';
import type { Collection } from '../terms/research.ts';
import type { Answer } from './metered.ts';
import type { ReplyParts } from './reply.ts';

export type { Collection, OperationId };

/** The principal of a call, once the store has identified the key. */
export interface Principal {
  readonly keyId: string;
  readonly collection: Collection;
  /** The account of its requests: the workspace that pays, or the preview key itself. */
  readonly accountId: string;
  /** Operations that the key may call; null, or absent without a key: all. */
  readonly operations?: readonly string[] | null;
  /** Expiry of the key; null for none, absent without a key. */
  readonly expiresAt?: string | null;
}

/** All that is certain of a key before the charge looks it up: its collection. */
export type Reader = Pick<Principal, 'collection'>;

/** A program that polls for its key. */
export interface Device {
  /** Null if the header holds nothing that can be a device code; answered like an unknown code. */
  readonly deviceCodeSha256: Buffer | null;
}

/** The other end of the connection. */
export interface Caller {
  /** The client's address, behind any trusted proxies. */
  readonly address: () => string;
  /** False once the client has hung up. */
  readonly isListening: () => boolean;
}

/**
 * Operations of the authorization server. Their RFCs define the answers, so they have separate rooms and no row in the
 * table.
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
/** All other operations; one table holds them. */
export type TableOperation = Exclude<OperationId, OAuthOperation>;

/** Operations that cost something. */
export type MeteredOperation = {
  [Op in OperationId]: (typeof routes)[Op]['units'] extends 0 ? never : Op;
}[OperationId];

type Access<Op extends OperationId> = (typeof routes)[Op]['access'];
type PrincipalOf<Op extends OperationId> =
  Access<Op> extends 'none'
    ? null
    : Access<Op> extends 'deviceCode'
      ? Device
      : Access<Op> extends 'optionalKey'
        ? Principal | null
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
  readonly principal: PrincipalOf<Op>;
  readonly caller: Op extends MeteredOperation ? null : Caller;
  readonly requestId: string;
}

export type Headers = Readonly<Record<string, string>>;

type Answers<Op extends OperationId> = operations[Op]['responses'];

/** Media types of answers that are not JSON. */
type TextType = 'application/atom+xml' | 'text/plain' | 'application/octet-stream';

interface ByteReply extends ReplyParts {
  readonly bytes: Uint8Array;
  readonly sha256?: string;
}

/**
 * A successful answer. Problems are thrown, and 304 follows from the entity tag. `bytes` is a serialised document,
 * `sha256` its digest in base64 if known, and `type` its media type if it is not JSON.
 */
export type Reply<Op extends OperationId> = {
  [Status in keyof Answers<Op>]: Answers<Op>[Status] extends { readonly content: infer Content }
    ? Content extends { readonly 'application/json': infer Body }
      ? ({ readonly status: Status; readonly body: Body } & ReplyParts) | ({ readonly status: Status } & ByteReply)
      : keyof Content extends TextType
        ? { readonly status: Status; readonly type: keyof Content } & ByteReply
        : never
    : never;
}[keyof Answers<Op>];

/**
 * A metered operation returns a serialised document, which is sent only once it is charged. Other handlers declare
 * their return type: a reply that is typed by context alone may carry an extra field.
 */
export type Handler<Op extends OperationId> = (
  input: Input<Op>,
) => Promise<Op extends MeteredOperation ? Answer : Reply<Op>>;
