/** Test support: a small OpenID provider over HTTP, strict like a real one, with faults on demand. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, type GenerateKeyPairResult, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose';

export type Claims = { sub: string; email?: string; email_verified?: unknown };

type Grant = { nonce: string; challenge: string; redirectUri: string; claims: Claims };

export const oidcClient = { clientId: 'research', clientSecret: 'a secret: with/odd+characters' };

export async function startOidcProvider(): Promise<OidcProvider> {
  const [own, foreign] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
  const provider = new OidcProvider(own, foreign.privateKey);
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    provider.answer(request, response).catch((error: unknown) => json(response, 500, { error: String(error) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return provider;
}

export class OidcProvider {
  issuer = '';
  close: () => Promise<void> = async () => undefined;
  /** The person signed in there; null: every visit is refused. */
  person: Claims | null = null;
  /** Changes the next answers: claims, signing key, and the parameters of the return. */
  lie: { claims?: JWTPayload; key?: CryptoKey; state?: string; issuer?: string } | null = null;
  /** Claims that only the userinfo endpoint returns. */
  userinfo: Claims | null = null;
  isDown = false;
  /** Requests to the token endpoint. */
  exchanges: { authorization: string; fields: Record<string, string> }[] = [];
  /** Addresses that browsers were sent to. */
  visits: URL[] = [];
  /** A key that the provider does not publish. */
  readonly foreignKey: CryptoKey;
  private readonly own: GenerateKeyPairResult;
  private readonly grants = new Map<string, Grant>();
  private readonly tokens = new Map<string, Claims>();

  constructor(own: GenerateKeyPairResult, foreignKey: CryptoKey) {
    this.own = own;
    this.foreignKey = foreignKey;
  }

  /** Plays the browser's visit; returns the address that it is sent back to. */
  async visit(address: string): Promise<string> {
    const response = await fetch(address, { redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider refused: ${response.status} ${await response.text()}`);
    return location;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer);
    const { authorization = '' } = request.headers;
    if (this.isDown) return json(response, 503, {});
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(response, 200, metadata(this.issuer));
      case '/jwks': {
        const jwk = await exportJWK(this.own.publicKey);
        return json(response, 200, { keys: [{ ...jwk, kid: 'one', alg: 'ES256', use: 'sig' }] });
      }
      case '/authorize':
        return this.authorize(url, response);
      case '/token':
        return this.exchange(await fieldsOf(request), authorization, response);
      case '/userinfo': {
        const claims = this.tokens.get(authorization.slice('Bearer '.length));
        return claims === undefined ? json(response, 401, {}) : json(response, 200, { ...claims, ...this.userinfo });
      }
      default:
        json(response, 404, {});
    }
  }

  private authorize(url: URL, response: ServerResponse): void {
    this.visits.push(url);
    const asked = Object.fromEntries(url.searchParams);
    const { redirect_uri: redirectUri = '', nonce = '', code_challenge: challenge = '', state = '' } = asked;
    const fixed = [asked['client_id'], asked['response_type'], asked['scope'], asked['code_challenge_method']];
    const isWhole =
      fixed.join() === `${oidcClient.clientId},code,openid email,S256` &&
      [challenge, nonce, state].every((part) => part.length === 43);
    if (!isWhole) return json(response, 400, { error: 'invalid_request' });
    const back = new URL(redirectUri);
    back.searchParams.set('state', this.lie?.state ?? state);
    back.searchParams.set('iss', this.lie?.issuer ?? this.issuer);
    if (this.person === null) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(16).toString('hex');
      this.grants.set(code, { nonce, challenge, redirectUri, claims: this.person });
      back.searchParams.set('code', code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  private async exchange(fields: Record<string, string>, authorization: string, response: ServerResponse) {
    this.exchanges.push({ authorization, fields });
    const grant = this.grants.get(fields['code'] ?? '');
    this.grants.delete(fields['code'] ?? '');
    const challenge = createHash('sha256')
      .update(fields['code_verifier'] ?? '')
      .digest('base64url');
    const isGood = grant?.challenge === challenge && grant.redirectUri === fields['redirect_uri'];
    if (!isGood || authorization !== basic(oidcClient)) return json(response, 400, { error: 'invalid_grant' });
    const access_token = randomBytes(16).toString('hex');
    this.tokens.set(access_token, grant.claims);
    const id_token = await this.sign(grant);
    json(response, 200, { access_token, token_type: 'Bearer', expires_in: 300, id_token });
  }

  private sign({ nonce, claims }: Grant): Promise<string> {
    const seconds = Math.floor(Date.now() / 1_000);
    const told = { iss: this.issuer, aud: oidcClient.clientId, iat: seconds, exp: seconds + 300, nonce, ...claims };
    return new SignJWT({ ...told, ...this.lie?.claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(this.lie?.key ?? this.own.privateKey);
  }
}

function metadata(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
  };
}

/** RFC 6749: both halves are form-encoded first. */
function basic({ clientId, clientSecret }: typeof oidcClient): string {
  const encode = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2);
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
}

async function fieldsOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
