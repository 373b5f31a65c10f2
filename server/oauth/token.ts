/** POST /oauth/token: a code or a refresh token for a new pair of tokens. */
import type { Request } from 'express';
import type { OAuthToken } from '../../generated/api.ts';
import { type TokenPair, type Tokens, redeemCode, refreshTokens } from '../access/chats/chat-login.ts';
import type { OAuthClient } from '../store/people/oauth-clients.ts';
import { authenticate, credentialsOf } from './client-authentication.ts';
import type { OAuthContext } from './context.ts';
import { type OAuthRequest, type Reply, needed, parametersOf } from './endpoint.ts';
import { paced } from './pace.ts';
import { OAuthRefusal } from './refusal.ts';

const names = [
  'grant_type',
  'code',
  'redirect_uri',
  'client_id',
  'client_secret',
  'code_verifier',
  'refresh_token',
  'scope',
  'resource',
] as const;
type TokenParameters = ReadonlyMap<(typeof names)[number], string>;

export async function exchangeToken(context: OAuthContext, asked: OAuthRequest): Promise<Reply> {
  const { request } = asked;
  const sent = await parametersOf(asked, names);
  const credentials = credentialsOf(request, sent);
  const headers = await paced(context, credentials.clientId, sent.get('code') ?? sent.get('refresh_token') ?? '');
  const client = await authenticate(context.db, credentials);
  const issued = await issuedFor(context, client, sent);
  noteOutcome(context, request, { clientId: client.client_id, issued });
  if (issued.kind === 'refused') throw new OAuthRefusal(issued.error, issued.description);
  return { body: tokenBody(issued.tokens), caching: 'none', headers };
}

function issuedFor(
  context: OAuthContext,
  { client_id: clientId }: OAuthClient,
  sent: TokenParameters,
): Promise<TokenPair> {
  const resource = sent.get('resource') ?? null;
  switch (needed(sent, 'grant_type')) {
    case 'authorization_code':
      return redeemCode(context, {
        clientId,
        code: needed(sent, 'code'),
        redirectUri: needed(sent, 'redirect_uri'),
        codeVerifier: needed(sent, 'code_verifier'),
        resource,
      });
    case 'refresh_token': {
      const refreshToken = needed(sent, 'refresh_token');
      return refreshTokens(context, { clientId, refreshToken, scope: sent.get('scope') ?? null, resource });
    }
    default:
      throw new OAuthRefusal('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  }
}

/** Notes issued tokens, and a code or token that was used twice; refusals are noted with all others. */
function noteOutcome(
  { onEvent, addressOf }: OAuthContext,
  request: Request,
  { clientId, issued }: { clientId: string; issued: TokenPair },
): void {
  const from = { userId: null, address: addressOf(request) };
  if (issued.kind === 'issued') return onEvent?.({ ...from, event: 'token-issued', subject: clientId });
  if (issued.ended !== undefined) onEvent?.({ ...from, event: 'chat-ended', subject: issued.ended, how: 'reuse' });
}

function tokenBody({ accessToken, accessLife, refreshToken, scope }: Tokens): OAuthToken {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: accessLife,
    refresh_token: refreshToken,
    scope,
  };
}
