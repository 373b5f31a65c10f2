// One HTTP request to /mcp: whose token it carries, and how much it may ask.
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
  /** Throws the one 401 for a token that is no longer good. Whatever is charged finds that out by itself. */
  identify(): Promise<FoundGrant>;
  /** False once the client has hung up. */
  isListening: () => boolean;
  /**
   * Of a call that names none itself: X-Request-ID as it was sent with the HTTP request. The further calls of a batch are
   * other requests, so each has an id that follows from it: the same batch under the same header is charged once.
   */
  sentRequestId(): string | null;
  /** Of a call that names none itself: the one that the HTTP answer names, then others. */
  newRequestId(): string;
  /** What the next message takes from the limits of this grant. The first one is counted with the request itself. */
  take(): LimitVerdict | Promise<LimitVerdict>;
  /** What the count of the request itself found: whoever comes too often is refused for nothing else. */
  first: LimitVerdict;
};

export const metadataUrl = ({ baseUrl }: Pick<McpContext, 'baseUrl'>): string =>
  metadataAddress(baseUrl, 'oauth-protected-resource', '/mcp');

/** The digest of what has the shape of an access token; null without asking anyone. */
export function tokenDigest(authorization: string | undefined): Buffer | null {
  const token = bearerOf(authorization);
  return token === null ? null : oauthDigest('access', token);
}

/**
 * Throws an OAuthError for whoever has no good token for this endpoint. The SDK would take the first word behind `Bearer`
 * and leave the rest: what it takes has to be what `tokenDigest` has read, because only such a body was looked into.
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
    // The store has just said that it is good, by the database's clock; the SDK would ask the clock of this machine.
    expiresAt: Number.MAX_SAFE_INTEGER,
    resource: new URL(found.resource),
  };
}

/** One text for whatever is wrong with a token: a refusal tells nobody which tokens exist. */
export function notValid(): OAuthError {
  return new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not valid. Connect again.');
}

export type Arriving = Pick<Visit, 'tokenSha256' | 'isListening'> & {
  sentRequestId: string | null;
  requestId: string;
};

/** Whose limits a token takes from. */
export type CountedToken = (tokenSha256: Buffer) => Promise<LimitSubject>;

/**
 * By workspace, whose keys and chats share its limits: neither a token of its own for each request nor a grant more has
 * limits of its own. What a token belongs to never changes, so it is looked up once; one that belongs to nothing is
 * refused by whatever is asked with it.
 */
export function tokensByWorkspace({
  findGrant,
  countedAccount,
}: Pick<McpContext, 'findGrant' | 'countedAccount'>): CountedToken {
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

/** Counts the request, and gives what its messages may know of who asks. */
export async function visitOf(
  { limit, newRequestId, findGrant, unauthorized }: McpContext,
  counted: CountedToken,
  { tokenSha256, sentRequestId, isListening, requestId }: Arriving,
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
      // Once for all calls of a batch: those that are refused must not cost more than what is refused over REST.
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
