// Prior knowledge of the fuzzer: credentials of every kind, and ids that exist in the store.
import { randomBytes, randomUUID } from 'node:crypto';
import { publishLive } from '../../../server/ingest/testing/live-corpus.ts';
import { makeDeviceCode, makeUserCode } from '../../../server/access/devices/device-codes.ts';
import { makeKey } from '../../../server/access/keys.ts';
import { makeOAuthSecret } from '../../../server/access/chats/oauth-secrets.ts';
import { sha256 } from '../../../server/access/secrets.ts';
import { beginTestLog } from '../../../server/store/testing/log.ts';
import { insertGrant } from '../../../server/store/people/device-grants.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { makeTestKey, makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { makeTestGrant } from '../../../server/testing/mcp.ts';
import { makeTestPerson } from '../../../server/testing/people.ts';
import { prepareRecording } from '../../answers/recorded-answers.ts';

export type Credential = {
  name: string;
  header: string | null;
  /** The access that it is good for; none for what is refused everywhere. */
  opens: 'apiKey' | 'deviceCode' | 'mcp' | 'nothing';
};

export type World = {
  baseUrl: string;
  credentials: readonly Credential[];
  /** Parameter -> values that mean something to this store. */
  known: Readonly<Record<string, readonly string[]>>;
  /** Of the forms of the authorization server. */
  secrets: Readonly<Record<string, readonly string[]>>;
  session: string;
  workspaceId: string;
};

export const redirectUri = 'https://chat.example/callback';
const much = 100_000_000;
/** Tokens that a form may revoke, each with a separate grant, so that the reading chat keeps its own. */
const form_grants = 60;

/** Loads the preview corpus, as live research too, and makes every kind of caller. */
export async function prepareWorld(store: Store, baseUrl: string): Promise<World> {
  await prepareRecording(store);
  await publishLive(store);
  await beginTestLog(store);
  const workspaceId = await makeTestWorkspace(store, { prepaid: much });
  const chat = await makeTestGrant(store, { baseUrl, workspaceId });
  await store.db('oauth_client').update({ redirect_uris: JSON.stringify([redirectUri]) });
  const forms: string[] = [];
  while (forms.length < form_grants) forms.push((await makeTestGrant(store, { baseUrl, workspaceId })).refreshToken);
  const person = await makeTestPerson(store, [workspaceId], new Date().toISOString());
  return {
    baseUrl,
    credentials: await credentialsOn(store, workspaceId, { token: chat.token, session: person.secret }),
    known: await knownOn(store),
    secrets: {
      token: [...forms.slice(0, 20), makeOAuthSecret('access', randomBytes).secret],
      refresh_token: [...forms.slice(0, 20), makeOAuthSecret('refresh', randomBytes).secret],
      code: [makeOAuthSecret('code', randomBytes).secret],
    },
    session: person.secret,
    workspaceId,
  };
}

/** The credential after `Bearer`. */
export function secretOf({ credentials }: World, name: string): string {
  const header = credentials.find((one) => one.name === name)?.header;
  if (!header) throw new Error(`nobody is called ${name}`);
  return header.slice('Bearer '.length);
}

type Extra = { token: string; session: string };

async function credentialsOn(store: Store, workspaceId: string, { token, session }: Extra): Promise<Credential[]> {
  const key = async (balance: Parameters<typeof makeTestWorkspace>[1]): Promise<string> =>
    (await makeTestKey(store, await makeTestWorkspace(store, balance))).key;
  const live = (await makeTestKey(store, workspaceId)).key;
  const revoked = (await makeTestKey(store, workspaceId)).key;
  await store.db('api_key').where('key_sha256', sha256(revoked)).update({ revoked_at: '2026-01-02T00:00:00.000Z' });
  const good: [string, string][] = [
    ['live', live],
    ['unlimited', await key({ plan: 'unlimited' })],
    ['subscribed', await key({ plan: 'monthly', allowance: 200, endsAt: '2999-01-01T00:00:00.000Z', prepaid: 50 })],
    ['limited', await key({ prepaid: much, spendLimit: 100 })],
    ['poor', await key({})],
    ['preview', (await makeTestKey(store, null)).key],
  ];
  const codes = await Promise.all(Array.from({ length: 40 }, () => deviceCode(store)));
  const bad = [
    ['revoked', revoked],
    ['unknown', makeKey('live', randomBytes).key],
    ['wrong checksum', `${live.slice(0, -1)}${live.endsWith('0') ? '1' : '0'}`],
    ['half', live.slice(0, 20)],
    ['lower case', live.toLowerCase()],
    ['session', session],
    ['unknown device code', makeDeviceCode(randomBytes)],
    ['empty', ''],
  ].map(([name = '', text = '']): Credential => ({ name, header: `Bearer ${text}`, opens: 'nothing' }));
  const odd = [
    'Basic bGl2ZQ==',
    'Bearer',
    live,
    `Token ${live}`,
    `Bearer ${live} ${live}`,
    `Bearer "${live}"`,
    'Negotiate',
  ];
  return [
    ...good.map(([name, text]): Credential => ({ name, header: `Bearer ${text}`, opens: 'apiKey' })),
    ...codes.map((code, index): Credential => ({
      name: `device ${index}`,
      header: `Bearer ${code}`,
      opens: 'deviceCode',
    })),
    { name: 'chat', header: `Bearer ${token}`, opens: 'mcp' },
    { name: 'none', header: null, opens: 'nothing' },
    ...bad,
    ...odd.map((header): Credential => ({ name: 'no scheme of ours', header, opens: 'nothing' })),
  ];
}

async function deviceCode(store: Store): Promise<string> {
  const [code, userCode] = [makeDeviceCode(randomBytes), makeUserCode(randomBytes)];
  await insertGrant(store.db, {
    acquisitionId: randomUUID(),
    deviceCodeSha256: sha256(code),
    userCodeSha256: sha256(userCode),
    deviceName: 'fuzz',
    acquisition: {},
    askedFrom: '127.0.0.1',
    intervalSeconds: 5,
    lifeSeconds: 900,
  });
  return code;
}

/** In the order of the ids, which no run changes. */
async function knownOn({ db }: Store): Promise<World['known']> {
  const column = async (table: string, name: string): Promise<string[]> =>
    (await db(table).distinct(name).whereNotNull(name).orderBy(name).limit(40).pluck(name)).map(String);
  const asOf = ['2026-04-30T00:00:00Z', '2026-08-15T12:00:00.000Z', '2026-10-20T00:00:00Z', '1970-01-01T00:00:00Z'];
  const tickers = await column('entity', 'ticker');
  const entityIds = await column('entity', 'entity_id');
  return {
    ticker: [...tickers, 'ZZZZ', 'SPY'],
    tickers: ['NWTB', 'NWTB,KLPF', 'klpf,NWTB,KLPF', 'NWTB,ZZZZ', ...tickers],
    entity_id: entityIds,
    entity_ids: [...entityIds, entityIds.slice(0, 3).join(',')],
    since: asOf,
    until: ['2026-10-20T00:00:00Z', '2026-08-15T12:00:00.000Z'],
    person_id: await column('belief', 'person_id'),
    belief_id: await column('belief', 'belief_id'),
    source_id: await column('source', 'source_id'),
    evidence_id: await column('evidence', 'evidence_id'),
    as_of: asOf,
    updated_since: asOf,
    release: ['1', '2', '999'],
    level: ['0', 'entries', '1'],
    tile: ['000', '000.p/3', '001', 'x009/999'],
    request_id: ['fuzz-1', 'fuzz-2', 'fuzz-3', 'nobody'],
    'Research-Version': ['2026-10-05'],
  };
}
