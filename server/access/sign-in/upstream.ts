// Sign-in at the operator's identity provider by OpenID Connect (protocol by openid-client).

// 1. `start` finds the provider's addresses, and sends the browser there with a state, a nonce and a PKCE challenge.
// All are derived from one secret in a cookie of this browser. For a fresh sign-in, the provider is asked for a prompt
// and for its time.
// 2. The provider sends the browser back with a code, or an error, and the state.
// 3. `finish` derives all three from the cookie's secret again, exchanges the code, checks the signed token, and
// returns the identity. Nothing is stored in between.
import type { ClientAuth, Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { Identity } from './identities.ts';
import { type RandomBytes, isSecret, makeSecret, sha256 } from '../secrets.ts';

export type UpstreamOptions = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Where the provider sends the browser back to; registered there. */
  redirectUri: string;
};

export type Upstream = {
  start(randomBytes: RandomBytes, asking?: { isFresh: boolean }): Promise<{ secret: string; address: string }>;
  /** `query`: the parameters that the provider sent back. */
  finish(secret: string, query: URLSearchParams): Promise<Identity>;
};

/** Refusal by the person, or by the provider. */
export class UpstreamRefusal extends Error {
  override readonly name = 'UpstreamDeclined';
}

const prefix = 'ri_up_';
const timeout_seconds = 10;

/** Loaded only if configured, at the first sign-in. */
const client = () => import('openid-client');

export function createUpstream(options: UpstreamOptions): Upstream {
  const { redirectUri } = options;
  const configuration = keptWhenGood(() => discover(options));
  return {
    async start(randomBytes, { isFresh } = { isFresh: false }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await client();
      const secret = makeSecret(prefix, randomBytes);
      const { state, nonce, verifier } = partsOf(secret);
      const address = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // Providers follow one or the other; the time in the token decides.
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      });
      return { secret, address: address.href };
    },
    async finish(secret, query) {
      const { authorizationCodeGrant, AuthorizationResponseError, fetchUserInfo } = await client();
      const config = await configuration();
      const { state, nonce, verifier } = partsOf(secret);
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      // The configured address, regardless of the host of the request.
      const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), checks).catch(
        (error: unknown) => {
          if (error instanceof AuthorizationResponseError) throw new UpstreamRefusal(error.error, { cause: error });
          throw error;
        },
      );
      const token = tokens.claims();
      if (token === undefined) throw new Error('the identity provider sent no ID token');
      const hasMore = token['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
      return identityOf(token, hasMore ? await fetchUserInfo(config, tokens.access_token, token.sub) : token);
    },
  };
}

/** Only a secret of this service qualifies: the cookie may hold anything. */
export function isUpstreamSecret(text: string): boolean {
  return isSecret(prefix, text);
}

function partsOf(secret: string) {
  const part = (name: string): string => sha256(`${name}\n${secret}`).toString('base64url');
  return { state: part('state'), nonce: part('nonce'), verifier: part('verifier') };
}

function identityOf({ iss, sub, auth_time }: IDToken, claims: IDToken | UserInfoResponse): Identity {
  if (sub.length > 255) throw new Error('the identity provider names its subject with more than 255 characters');
  const { email, email_verified } = claims;
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' ? email : null,
    isEmailVerified: email_verified === true,
    authTime: typeof auth_time === 'number' && auth_time >= 0 ? auth_time : null,
  };
}

/** Makes a value once for all who ask; a failure is forgotten, so that the next one tries again. */
function keptWhenGood<T>(make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    kept ??= make().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}

async function discover({ issuer, clientId, clientSecret }: UpstreamOptions): Promise<Configuration> {
  const { discovery, allowInsecureRequests, enableNonRepudiationChecks } = await client();
  const server = new URL(issuer);
  const isLocal = server.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(server.hostname);
  return discovery(server, clientId, undefined, await authentication(clientSecret), {
    timeout: timeout_seconds,
    // The signature of every token is checked, though what comes straight from the provider would not need it.
    execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
  });
}

/** By header, the default of OpenID Connect; in the body if the provider takes only that. */
async function authentication(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await client();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isPost = taken.includes('client_secret_post') && !taken.includes('client_secret_basic');
    return (isPost ? post : basic)(server, ...rest);
  };
}
