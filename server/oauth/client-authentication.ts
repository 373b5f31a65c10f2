/** Client authentication: `none`, `client_secret_basic` or `client_secret_post` (RFC 6749, 2.3). */
import type { IncomingMessage } from 'node:http';
import { isClientSecret } from '../access/chats/oauth-secrets.ts';
import { formDecoded } from '../contract/validation/query.ts';
import { type OAuthClient, findRegisteredClient } from '../store/people/oauth-clients.ts';
import type { Db } from '../store/engine/db.ts';
import { OAuthRefusal } from './refusal.ts';

/** Credentials in a request, before the client is looked up. A public client has no secret. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string | null;
  readonly isBasic: boolean;
}

type RequestParameters = { get(name: 'client_id' | 'client_secret'): string | undefined };

/** Reads header and body; a client that authenticates in two ways at once is refused. */
export function credentialsOf(request: IncomingMessage, sent: RequestParameters): ClientCredentials {
  const { authorization } = request.headers;
  const [id, secret] = [sent.get('client_id'), sent.get('client_secret')];
  if (authorization === undefined) {
    if (id === undefined) throw unauthenticated(false);
    return { clientId: id, secret: secret ?? null, isBasic: false };
  }
  if (secret !== undefined) {
    throw new OAuthRefusal('invalid_request', 'The client may authenticate by header or by body, not by both.');
  }
  const basic = basicPair(authorization);
  if (basic === null) throw unauthenticated(true);
  if (id !== undefined && id !== basic.clientId) {
    throw new OAuthRefusal('invalid_request', 'client_id is not that of the Authorization header.');
  }
  return { ...basic, isBasic: true };
}

/** Both halves are form-encoded before they are joined (RFC 6749, 2.3.1); an empty secret counts as absent. */
function basicPair(authorization: string): { clientId: string; secret: string | null } | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon === -1) return null;
  const [clientId, secret] = [formDecoded(pair.slice(0, colon)), formDecoded(pair.slice(colon + 1))];
  if (clientId === null || clientId === '' || secret === null) return null;
  return { clientId, secret: secret === '' ? null : secret };
}

/** The registered client that these are the credentials of. A public client proves nothing and must not try to. */
export async function authenticate(db: Db, { clientId, secret, isBasic }: ClientCredentials): Promise<OAuthClient> {
  const client = await findRegisteredClient(db);
  if (client === null || client.client_id !== clientId) throw unauthenticated(isBasic);
  const { secret_sha256: kept } = client;
  const isGood = kept === null ? secret === null : secret !== null && isClientSecret(secret, kept);
  if (!isGood) throw unauthenticated(isBasic);
  return client;
}

/** One text for an unknown client, a missing secret and a wrong one. */
function unauthenticated(isBasic: boolean): OAuthRefusal {
  const headers = isBasic ? { 'WWW-Authenticate': 'Basic realm="oauth", charset="UTF-8"' } : {};
  return new OAuthRefusal('invalid_client', 'The client is unknown or did not authenticate.', { status: 401, headers });
}
