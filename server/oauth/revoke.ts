/** POST /oauth/revoke: ends the grant of a token (RFC 7009). */
import { revokeToken } from '../access/chats/chat-login.ts';
import { authenticate, credentialsOf } from './client-authentication.ts';
import type { OAuthContext } from './context.ts';
import { type OAuthRequest, type Reply, needed, parametersOf } from './endpoint.ts';
import { paced } from './pace.ts';

/** The hint is not needed: a token says by itself which kind it is. */
const names = ['token', 'client_id', 'client_secret'] as const;

/** The same answer for an effective token and for an unknown one; only the log differs. */
export async function revoke(context: OAuthContext, asked: OAuthRequest): Promise<Reply> {
  const { request } = asked;
  const sent = await parametersOf(asked, names);
  const credentials = credentialsOf(request, sent);
  const headers = await paced(context, credentials.clientId, sent.get('token') ?? '');
  const { client_id: clientId } = await authenticate(context.db, credentials);
  const ended = await revokeToken(context, clientId, needed(sent, 'token'));
  const from = { userId: null, address: context.addressOf(request) };
  if (ended !== null) context.onEvent?.({ ...from, event: 'chat-ended', subject: ended, how: 'client' });
  return { body: null, caching: 'none', headers };
}
