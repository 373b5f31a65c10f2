// V9, V10: tokens, the authorization server of ours, and the identity provider of the operator's.
import { type Row, documented, reason, test, testBut } from './row.ts';

const upstream = 'server/pages/sign-in/upstream.store.test.ts';
const upstreamToken = [upstream, 'is refused when it is not signed by it'] as const;
const ownBrowser = [upstream, 'is good once, and only in the browser that went there'] as const;
const cursor = 'server/answers/lists/cursor.store.test.ts';
const door = ['server/mcp/endpoint.store.test.ts', 'opens to an access token and to nothing else'] as const;
const otherDoor = ['server/mcp/endpoint.store.test.ts', 'is not opened by an access token at the REST routes'] as const;
const signIn = 'server/oauth/sign-in.store.test.ts';
const asked = 'server/oauth/refused-requests.store.test.ts';
const reference =
  'Our own tokens are random names of rows; what is self-contained are cursors, which say a place in a list, and the provider’s ID tokens.';

export const selfContained: readonly Row[] = [
  testBut(
    '9.1.1',
    'what is self-contained is verified before it is read',
    reference,
    [cursor, 'is refused as such, three thousand times'],
    upstreamToken,
  ),
  testBut(
    '9.1.2',
    'algorithms are fixed',
    'Cursors have HMAC-SHA-256 and no field that could say otherwise; openid-client takes the provider’s algorithm, never none.',
    [cursor, 'is refused when another store wrote it'],
    upstreamToken,
  ),
  test('9.1.3', 'keys come from where they were configured', upstreamToken, [
    cursor,
    'is refused when another store wrote it',
  ]),
  test('9.2.1', 'times of validity are kept', upstreamToken, [cursor, 'changes what is written from then on']),
  test(
    '9.2.2',
    'a token is of its kind',
    ['server/access/chats/oauth-secrets.test.ts', 'a secret is found by the digest of its own kind'],
    [cursor, 'belongs to its operation, collection and filters'],
  ),
  test('9.2.3', 'a token is for this service', upstreamToken, [
    'server/mcp/endpoint.store.test.ts',
    'shuts when the token expires',
  ]),
  reason('9.2.4', 'tokens for several audiences', 'No key signs tokens for anybody else.'),
];

const server: readonly Row[] = [
  testBut(
    '10.4.1',
    'redirect addresses are compared letter by letter',
    'On 127.0.0.1, [::1] and localhost the port may be another (RFC 8252, 7.3).',
    ['server/access/chats/redirect-uris.test.ts', 'is met letter by letter'],
    [asked, 'from an unknown client or for an unknown address'],
  ),
  test(
    '10.4.2',
    'a code works once, and a second time ends everything',
    [signIn, 'that is redeemed twice ends the grant'],
    ['server/oauth/races.postgresql.test.ts', 'of eight redemptions of a code one'],
  ),
  test('10.4.3', 'a code lives a minute', [signIn, 'lives a minute']),
  test(
    '10.4.4',
    'codes and refreshing alone',
    ['server/oauth/metadata.store.test.ts', 'offers codes with S256'],
    [asked, 'that is wrong in anything else'],
  ),
  testBut(
    '10.4.5',
    'a refresh token is replaced at each use, and used later ends everything',
    'For thirty seconds after its first use a sibling is handed out, because chats refresh from several places at once.',
    [signIn, 'is replaced at each use'],
    [signIn, 'that comes again later was stolen'],
  ),
  test(
    '10.4.6',
    'PKCE with S256',
    ['server/access/chats/pkce.test.ts', 'nothing else answers it'],
    [signIn, 'that was stolen is worth nothing without the verifier'],
    [asked, 'that is wrong in anything else'],
  ),
  reason('10.4.7', 'dynamic registration', 'There is none: the operator registers the one client.'),
  test('10.4.8', 'refresh tokens end for good after a year', [
    'server/oauth/lifetime.store.test.ts',
    'what a person allowed a chat ends a year after',
  ]),
  test(
    '10.4.9',
    'people end what they have allowed',
    ['server/pages/authorize/connections.store.test.ts', 'are the person’s own'],
    [signIn, 'by either token ends the whole grant'],
  ),
  test('10.4.10', 'a confidential client authenticates', [
    'server/oauth/client-authentication.store.test.ts',
    'is refused without its secret',
  ]),
  test('10.4.11', 'a client gets the scopes it needs', [
    'server/access/chats/authorization-request.test.ts',
    'a scope is the one there is',
  ]),
];

export const oauth: readonly Row[] = [
  test(
    '10.1.1',
    'tokens go to whom they are for',
    [signIn, 'is sent a code with state and issuer'],
    ['scripts/security/canary.postgresql.test.ts', 'is in no answer but the one that delivers it'],
  ),
  test('10.1.2', 'an answer belongs to the browser that asked', ownBrowser),
  test('10.2.1', 'state, nonce and PKCE at the provider', upstreamToken, ownBrowser),
  reason(
    '10.2.2',
    'mix-up of providers',
    'One provider is configured at most; openid-client compares the issuer all the same.',
  ),
  test(
    '10.3.1',
    'a token is for this resource',
    ['server/mcp/endpoint.store.test.ts', 'shuts when the token expires'],
    otherDoor,
  ),
  test('10.3.2', 'what was granted decides', door, [
    'server/oauth/sign-in.store.test.ts',
    'is not spent by a request that asks for too much',
  ]),
  test(
    '10.3.3',
    'a token is a person’s by their id',
    ['server/store/keeping/audit-chats.store.test.ts', 'is a fault when it names %s'],
    door,
  ),
  reason('10.3.4', 'strength of the sign-in behind a token', 'No operation asks for one: tokens only read.'),
  ...server,
  test('10.5.1', 'an ID token is good once', upstreamToken),
  test('10.5.2', 'a person is the provider’s subject', [upstream, 'is the same person when they come again']),
  test('10.5.3', 'metadata of another issuer is refused', upstreamToken),
  test('10.5.4', 'an ID token is for us', upstreamToken),
  reason('10.5.5', 'back-channel logout', 'It is not offered: a session here ends by its own rules.'),
  reason('10.6.1', 'response types of an OpenID provider', 'The service is none: it issues no ID tokens.'),
  reason('10.6.2', 'forced logout at an OpenID provider', 'The service is none.'),
  test(
    '10.7.1',
    'a person says yes to each request',
    [asked, 'grants nothing unless it is our own'],
    [signIn, 'has one live grant with a person'],
  ),
  test(
    '10.7.2',
    'and is told to what',
    ['scripts/proof/journeys/connect-chat.postgresql.test.ts', 'chooses the workspace that pays'],
    ['scripts/proof/journeys/connect-chat.postgresql.test.ts', 'signs in and allows it'],
  ),
  test('10.7.3', 'and takes it back', ['server/pages/authorize/connections.store.test.ts', 'are the person’s own']),
];

const source = 'scripts/security/source.test.ts';
const hashes = [source, 'hashes with what is approved'] as const;
const noCipher = [source, 'encrypts nothing by itself'] as const;

export const cryptography: readonly Row[] = [
  documented('11.1.1', 'how keys are kept and replaced is written down', 'Cryptography'),
  documented('11.1.2', 'what is used where is written down', 'Cryptography'),
  test('11.2.1', 'implementations of others alone', hashes, noCipher),
  testBut(
    '11.2.2',
    'algorithms and keys can be replaced',
    'Passwords carry their algorithm; secrets and cursor keys are replaced by making new ones. The digest of secrets would need a migration.',
    ['server/access/sign-in/passwords.test.ts', 'is argon2id with a salt of its own'],
    ['server/answers/lists/cursor.store.test.ts', 'changes what is written from then on'],
  ),
  test('11.2.3', 'at least 128 bits', ['server/access/secrets.test.ts', 'differ for every 32 bytes'], hashes),
  test('11.3.1', 'no weak modes', noCipher),
  test('11.3.2', 'approved ciphers', noCipher),
  reason(
    '11.3.3',
    'encrypted data is authenticated',
    'The service encrypts nothing by itself (see 11.3.2); disks, backups and wires are the operator’s.',
  ),
  test('11.4.1', 'approved hashes', hashes),
  test('11.4.2', 'passwords are kept by argon2id', [
    'server/access/sign-in/passwords.test.ts',
    'is argon2id with a salt of its own',
  ]),
  test('11.4.3', 'digests are 256 bits long', hashes),
  reason('11.4.4', 'keys out of passwords', 'No key is made from a password.'),
  test(
    '11.5.1',
    'secrets are drawn by a generator for secrets',
    [source, 'draws randomness from the system alone'],
    ['server/access/secrets.test.ts', 'are a prefix, 43 base62 characters'],
  ),
  reason(
    '11.6.1',
    'public keys',
    'The service has none of its own; openid-client verifies the provider’s by Web Crypto.',
  ),
];
