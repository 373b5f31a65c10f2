/** What a handler takes and gives, typed from the contract: a missing operation or an undocumented answer does not compile. */
import type { operations } from '../../generated/api.ts';
import type { OperationId, routes } from '../../generated/routes.ts';

export type { OperationId };

export type Collection = 'live' | 'preview';

/** Who is asking, as the key says it. */
export interface Principal {
  readonly keyId: string;
  readonly collection: Collection;
}

/**
 * Operations that the contract describes and that nothing answers yet: they have no route and are cut out of the served
 * /openapi.json.
 */
export const planned = [
  'getReceipt',
  'initiateDevice',
  'pollDevice',
  'authorizePage',
  'decideAuthorization',
  'exchangeToken',
  'revokeToken',
  'getAuthorizationServerMetadata',
  'getProtectedResourceMetadata',
  'getMcpProtectedResourceMetadata',
] as const satisfies readonly OperationId[];
export type Planned = (typeof planned)[number];
export type Served = Exclude<OperationId, Planned>;

type Access<Op extends OperationId> = (typeof routes)[Op]['access'];
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
  readonly principal: Access<Op> extends 'none' ? null : Principal;
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
 * Name the return type where a handler is written: a reply typed only by context may carry an extra field.
 */
export type Handler<Op extends OperationId> = (input: Input<Op>) => Promise<Reply<Op>>;

export type Handlers = { readonly [Op in Served]: Handler<Op> };
