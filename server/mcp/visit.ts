// One HTTP request to /mcp: whose token it carries, and how much it may ask.
import { type AuthInfo, OAuthError, OAuthErrorCode, verifyBearerToken } from '@modelcontextprotocol/server';
import { OAUTH_SCOPE, resourceOf } from '../access/authorization-request.ts';
import { oauthDigest } from '../access/oauth-secrets.ts';
import type { Allowed } from '../contract/credential.ts';
import type { FoundGrant } from '../store/grant-payer.ts';
import type { McpContext } from './context.ts';

export type Visit = {
  tokenSha256: Buffer;
  grant: FoundGrant;
  /** X-Request-ID as it was sent with the HTTP request. */
  sentRequestId: string | null;
  /** What the next tool call takes from the limits of this grant. The first one is counted with the request itself. */
  take(): Allowed | Promise<Allowed>;
};

export const metadataUrl = ({ baseUrl }: Pick<McpContext, 'baseUrl'>): string =>
  `${baseUrl}/.well-known/oauth-protected-resource/mcp`;

/** Throws an OAuthError for whoever has no good token for this endpoint. */
export async function authenticate(context: McpContext, authorization: string | undefined): Promise<AuthInfo> {
  return verifyBearerToken(authorization, {
    verifier: { verifyAccessToken: (token) => verify(context, token) },
    requiredScopes: [OAUTH_SCOPE],
    resourceMetadataUrl: metadataUrl(context),
    expectedResource: new URL(resourceOf(context.baseUrl)),
  });
}

/** One text for whatever is wrong with a token: a refusal tells nobody which tokens exist. */
async function verify({ findGrant }: McpContext, token: string): Promise<AuthInfo> {
  const tokenSha256 = oauthDigest('access', token);
  const found = tokenSha256 === null ? null : await findGrant(tokenSha256);
  if (found === null) throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not valid. Connect again.');
  return {
    token,
    clientId: found.client_id,
    scopes: found.scope.split(' '),
    expiresAt: Math.ceil(Date.parse(found.expires_at) / 1_000),
    resource: new URL(found.resource),
    extra: { grant: found, tokenSha256 },
  };
}

/** Counts the request, and gives what a call of it may know of who asks. */
export async function visitOf(
  { limit }: McpContext,
  { extra }: AuthInfo,
  sentRequestId: string | null,
): Promise<{ visit: Visit; limited: Allowed }> {
  const { grant, tokenSha256 } = extra as Pick<Visit, 'grant' | 'tokenSha256'>;
  const count = (): Allowed | Promise<Allowed> => limit('keyed', grant.key_id);
  const limited = await count();
  let first: Allowed | null = limited;
  const take = (): Allowed | Promise<Allowed> => {
    const counted = first ?? count();
    first = null;
    return counted;
  };
  return { visit: { tokenSha256, grant, sentRequestId, take }, limited };
}
