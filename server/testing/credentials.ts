/** Test support: every kind of credential, valid and invalid, over one store. */
import { randomBytes } from 'node:crypto';
import type { DeviceGrant } from '../../generated/api.ts';
import { noRateLimits } from '../metering/testing/rate-limits.ts';
import { revokeKey } from '../store/people/keys.ts';
import type { Store } from '../store/engine/engine.ts';
import { publishTold } from '../store/testing/research.ts';
import { beginTestLog } from '../store/testing/log.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from './accounts.ts';
import { assertNoDrift } from './charges.ts';
import { makeTestGrant } from './mcp.ts';
import { type TestService, baseUrl, startTestService } from './service.ts';
import { makeKey } from '../access/keys.ts';
import { makeSecret } from '../access/secrets.ts';

/** In the order of the table's cells. */
export const kinds = [
  'no key',
  'malformed',
  'wrong checksum',
  'unknown',
  'revoked',
  'with credit',
  'without credit',
  'over its spend limit',
  'preview',
  'preview of a workspace',
  'device code',
  'pending device code',
  'key as Basic',
  'two keys in a header',
  'two headers',
  'access token of a chat',
  'refresh token of a chat',
  'expired',
  'for briefs alone',
] as const;
export type Kind = (typeof kinds)[number];

export type Credential = { headers: Record<string, string | string[]>; accountId: string | null };

/** Every account has one answered request with the id `seen`; its name describes its allowance. */
async function makeCredentials(store: Store, service: TestService): Promise<Record<Kind, Credential>> {
  const of = (authorization: string | string[], accountId: string | null = null): Credential => ({
    headers: { authorization },
    accountId,
  });
  const answered = async (workspaceId: string | null, isPreview = false) => {
    const { key, keyId } = await makeTestKey(store, workspaceId, isPreview ? 'preview' : 'live');
    const authorization = `Bearer ${key}`;
    const { status } = await service.ask('/v1/beliefs?limit=1', { headers: { authorization, 'x-request-id': 'seen' } });
    if (status !== 200) throw new Error(`a new account was answered ${status}`);
    return { key, keyId, credential: of(authorization, workspaceId ?? keyId) };
  };
  const credit = await answered(await makeTestWorkspace(store, { prepaid: 100 }));
  const revoked = await answered(await makeTestWorkspace(store, { prepaid: 100 }));
  await revokeKey(store.db, revoked.keyId, '2026-01-02T00:00:00.000Z');
  const spent = await answered(await makeTestWorkspace(store, { prepaid: 1 }));
  const capped = await answered(await makeTestWorkspace(store, { prepaid: 9, spendLimit: 1 }));
  const expired = await answered(await makeTestWorkspace(store, { prepaid: 100 }));
  await store.db.raw(`update api_key set expires_at = now() - interval '1 second' where key_id = ?`, [expired.keyId]);
  const briefs = await answered(await makeTestWorkspace(store, { prepaid: 100 }));
  await store.db.raw(`update api_key set operations = '{getBrief}' where key_id = ?`, [briefs.keyId]);
  const unknown = makeKey('live', randomBytes).key;
  const { key } = credit;
  const workspaceId = await makeTestWorkspace(store, { prepaid: 100 });
  const chat = { workspaceId, ...(await makeTestGrant(store, { baseUrl, workspaceId })) };
  return {
    'no key': { headers: {}, accountId: null },
    malformed: of('Bearer of bad news'),
    'wrong checksum': of(`Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`),
    unknown: of(`Bearer ${unknown}`),
    revoked: revoked.credential,
    'with credit': credit.credential,
    'without credit': spent.credential,
    'over its spend limit': capped.credential,
    preview: (await answered(null, true)).credential,
    'preview of a workspace': (await answered(await makeTestWorkspace(store, { prepaid: 7 }), true)).credential,
    'device code': of(`Bearer ${makeSecret('ri_dc_', randomBytes)}`),
    'pending device code': of(`Bearer ${await pendingCode(service)}`),
    'key as Basic': of(`Basic ${Buffer.from(`${key}:`).toString('base64')}`),
    'two keys in a header': of(`Bearer ${key}, Bearer ${key}`),
    'two headers': of([`Bearer ${key}`, `Bearer ${key}`]),
    'access token of a chat': of(`Bearer ${chat.token}`, chat.workspaceId),
    'refresh token of a chat': of(`Bearer ${chat.refreshToken}`, chat.workspaceId),
    expired: expired.credential,
    'for briefs alone': briefs.credential,
  };
}

async function pendingCode(service: TestService): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const asked = { method: 'POST', headers, body: '{"deviceName":"laptop"}' };
  const { text } = await service.ask('/api/auth/cli/initiate', asked);
  return (JSON.parse(text) as DeviceGrant).deviceCode;
}

export type CredentialWorld = {
  store: Store;
  service: TestService;
  credentials: Record<Kind, Credential>;
  /** Rejects if the service failed, or if the entries and the balances disagree. */
  close(): Promise<void>;
};

/** A store with the same small research in both collections, served without tight limits. */
export async function openCredentialWorld(): Promise<CredentialWorld> {
  const store = await openTestStore();
  const told = [1, 2, 3].map((day) => ({ belief: `b${day}`, observedAt: `2029-01-0${day}T00:00:00.000Z` }));
  for (const collection of ['live', 'preview'] as const) {
    await publishTold(store.db, { told, now: '2029-01-09T00:00:00.000Z', collection });
  }
  await beginTestLog(store);
  // A person may start ten logins an hour; a table starts one for each kind of credential.
  const device_initiation = { name: 'hour', quota: 1_000, seconds: 3_600 };
  const service = await startTestService({ store, rateLimits: { ...noRateLimits, device_initiation } });
  const credentials = await makeCredentials(store, service);
  const close = async (): Promise<void> => {
    await assertNoDrift(store);
    await service.close();
    await store.close();
  };
  return { store, service, credentials, close };
}
