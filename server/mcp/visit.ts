// One HTTP request to /mcp: its token, its limits and the ids of its calls.
import { type AuthInfo, OAuthError, OAuthErrorCode, verifyBearerToken } from '@modelcontextprotocol/server';
import { OAUTH_SCOPE, resourceOf } from '../access/chats/authorization-request.ts';
import { oauthDigest } from '../access/chats/oauth-secrets.ts';
import { bearerOf } from '../access/secrets.ts';
import type { LimitVerdict, LimitSubject } from '../contract/credential.ts';
import { metadataAddress } from '../contract/path-prefix.ts';
import { remembered } from '../memory/remembered.ts';
import type { FoundGrant } from '../store/people/grant-payer.ts';
import type { McpContext } from './context.ts';

export type Visit = {
  tokenSha256: Buffer;
  /** The grant, or the one 401 if the token is not valid any more. A charge checks this by itself. */
  identify(): Promise<FoundGrant>;
  /** False once the client has hung up. */
  isListening: () => boolean;
  /**
   * Request id for a call without one: the X-Request-ID of the HTTP request. Further calls of a batch get ids derived
   * from it, so the same batch under the same header is charged once.
   */
  sentRequestId(): string | null;
  /** Request id for a call without one: first the id that the HTTP answer names, then new ones. */
  newRequestId(): string;
  /** Takes the next message from the limits of this grant. The first message is counted with the request. */
  take(): LimitVerdict | Promise<LimitVerdict>;
  /** Verdict of the request itself: a client above its limit gets that refusal before all others. */
  first: LimitVerdict;
};

export const metadataUrl = ({ baseUrl }: Pick<McpContext, 'baseUrl'>): string =>
  metadataAddress(baseUrl, 'oauth-protected-resource', '/mcp');

/** The digest of a text in the form of an access token, or null, without a lookup. */
export function tokenDigest(authorization: string | undefined): Buffer | null {
  const token = bearerOf(authorization);
  return token === null ? null : oauthDigest('access', token);
}

/**
 * Throws an OAuthError without a good token for this endpoint. The SDK would take the first word after `Bearer` and
 * ignore the rest. It must take what `tokenDigest` read, because only such a body was checked.
 */
export async function authenticate(context: McpContext, authorization: string | undefined): Promise<AuthInfo> {
  const token = bearerOf(authorization);
  if (token === null && authorization !== undefined) throw notValid();
  return verifyBearerToken(token === null ? undefined : `Bearer ${token}`, {
    verifier: { verifyAccessToken: (token) => verify(context, token) },
    requiredScopes: [OAUTH_SCOPE],
    resourceMetadataUrl: metadataUrl(context),
    expectedResource: new URL(resourceOf(context.baseUrl)),
  });
}

async function verify({ findGrant }: McpContext, token: string): Promise<AuthInfo> {
  const tokenSha256 = oauthDigest('access', token);
  const found = tokenSha256 === null ? null : await findGrant(tokenSha256);
  if (found === null) throw notValid();
  return {
    token,
    clientId: found.client_id,
    scopes: found.scope.split(' '),
    // The store has just accepted it by the database's clock; the SDK would use the clock of this machine.
    expiresAt: Number.MAX_SAFE_INTEGER,
    resource: new URL(found.resource),
  };
}

/** One text for all faults of a token: a refusal does not reveal which tokens exist. */
export function notValid(): OAuthError {
  return new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not valid. Connect again.');
}

export type CallOrigin = Pick<Visit, 'tokenSha256' | 'isListening'> & {
  sentRequestId: string | null;
  requestId: string;
};

/** Whose limits a token counts against. */
export type LimitSubjectOfToken = (tokenSha256: Buffer) => Promise<LimitSubject>;

/**
 * Counts by workspace, whose keys and chats share its limits: more tokens or grants do not raise them. The workspace of
 * a token never changes, so it is looked up once. An unknown token is refused later.
 */
export function tokensByWorkspace({
  findGrant,
  countedAccount,
}: Pick<McpContext, 'findGrant' | 'countedAccount'>): LimitSubjectOfToken {
  const known = remembered<string, string>('tokens');
  return async (tokenSha256) => {
    const token = tokenSha256.toString('base64');
    const accountId = known.get(token);
    if (accountId !== undefined) return countedAccount(accountId);
    const found = await findGrant(tokenSha256);
    if (found === null) return { subject: token };
    known.set(token, found.account_id);
    return countedAccount(found.account_id);
  };
}

/** Counts the request, and returns the caller's properties for its messages. */
export async function visitOf(
  { limit, newRequestId, findGrant, unauthorized }: McpContext,
  counted: LimitSubjectOfToken,
  { tokenSha256, sentRequestId, isListening, requestId }: CallOrigin,
): Promise<Visit> {
  const workspace = await counted(tokenSha256);
  const ids = [requestId].values();
  const taken = await limit('keyed', workspace);
  let calls = 0;
  let first: LimitVerdict | null = taken;
  let found: Promise<FoundGrant | null> | null = null;
  return {
    first: taken,
    tokenSha256,
    sentRequestId: () => {
      if (sentRequestId === null) return null;
      calls += 1;
      return calls === 1 ? sentRequestId : `${sentRequestId}:${calls}`;
    },
    isListening,
    identify: async () => {
      // Looked up once for all calls of a batch: refused calls must not cost more than over REST.
      found ??= findGrant(tokenSha256);
      const grant = await found;
      if (grant === null) throw unauthorized();
      return grant;
    },
    newRequestId: () => ids.next().value ?? newRequestId(),
    take: () => {
      const next = first ?? limit('keyed', workspace);
      first = null;
      return next;
    },
  };
}
