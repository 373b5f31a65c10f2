/** Test support for AI chats: the authorization server over a store, people at browsers, and a chat. */
import { randomBytes } from 'node:crypto';
import type { Application } from 'express';
import type { NoteEvent } from '../access/security-events.ts';
import { makeOAuthSecret } from '../access/chats/oauth-secrets.ts';
import { sha256 } from '../access/secrets.ts';
import type { RateLimits } from '../metering/limits/rate-limit.ts';
import { noRateLimits } from '../metering/testing/rate-limits.ts';
import type { PageContext } from '../pages/shell/context.ts';
import { refusePage } from '../pages/shell/handle.ts';
import { mountPages } from '../pages/mount.ts';
import { type Browser, type PageResponse, type ServedPages, servePages } from '../pages/testing/browser.ts';
import { createServing } from '../process/serving.ts';
import type { Store } from '../store/engine/engine.ts';
import { findGrantPayer } from '../store/people/grant-payer.ts';
import { writeClient } from '../store/people/oauth-clients.ts';
import { makeTestWorkspace } from './accounts.ts';
import { makeTestPerson } from './people.ts';
import { mountOAuth } from '../oauth/mount.ts';
import { earlier } from '../store/testing/instants.ts';

export const callback = 'https://chat.example/api/callback';
export const loopbackCallback = 'http://127.0.0.1/callback';

export type ChatClient = { id: string; secret: string | null };
export type Person = { userId: string; email: string; workspaceIds: readonly string[]; browser: Browser };
export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;
export type ChatReply = { status: number; headers: Headers; body: Record<string, unknown> };
export type Tokens = { access_token: string; refresh_token: string };

export type ChatBench = {
  store: Store;
  served: ServedPages;
  base: string;
  client: ChatClient;
  /** A person in this number of workspaces, signed in at a browser. */
  person(workspaces?: number): Promise<Person>;
  /** A valid request with changes: undefined omits a parameter, a list repeats it. */
  query(changes?: Fields): string;
  ask(path: string, fields: Fields, headers?: Record<string, string>): Promise<ChatReply>;
  /** Sends the form of the consent page. */
  decide(person: Person, query: string, fields?: Record<string, string>): Promise<PageResponse>;
  /** A code for this challenge. */
  approve(person: Person, changes?: Fields): Promise<string>;
  redeem(code: string, changes?: Fields, headers?: Record<string, string>): Promise<ChatReply>;
  refresh(token: string, changes?: Fields, headers?: Record<string, string>): Promise<ChatReply>;
  revoke(token: string, changes?: Fields): Promise<ChatReply>;
  /** The whole flow: consent, code, tokens. */
  connect(person: Person): Promise<Tokens>;
  /** The workspace that this token charges, or null if the token is not valid. */
  payerOf(token: string): Promise<string | null>;
  /** Number of rows of each kind of grant. */
  granted(): Promise<Record<string, number>>;
  close(): Promise<void>;
};

/** The challenge of every request, unless a test makes another one. */
export const verifier = 'a-verifier-of-forty-three-characters-at-least';
export const challengeFor = (text: string): string => sha256(text).toString('base64url');

export type ChatOptions = {
  confidential?: boolean;
  rateLimits?: RateLimits;
  onEvent?: NoteEvent;
  onUnrouted?: (code: string) => void;
};

/** Registers a client with this id, instead of the previous one. */
export async function registerClient(
  store: Store,
  id: string,
  confidential: boolean,
  redirectUris: readonly string[] = [callback, loopbackCallback],
): Promise<ChatClient> {
  const made = confidential ? makeOAuthSecret('client', randomBytes) : null;
  await store.db.raw(`update oauth_client set retired_at = now() where retired_at is null and client_id <> ?`, [id]);
  await store.db.transaction((trx) =>
    writeClient(trx, {
      client_id: id,
      name: 'Northwater Chat',
      redirect_uris: redirectUris,
      secret_sha256: made?.sha256 ?? null,
      now: '2026-01-01T00:00:00.000Z',
    }),
  );
  return { id, secret: made?.secret ?? null };
}

export async function chatBench(store: Store, options: ChatOptions = {}): Promise<ChatBench> {
  const client = await registerClient(store, 'chat', options.confidential ?? false);
  const served = await servePages(store, (app, context) => mount(app, { context, store, options }));
  const base = served.address;
  const ask: ChatBench['ask'] = async (path, fields, headers = {}) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = pairs(fields).toString();
    return told(await fetch(`${base}${path}`, { method: 'POST', body, headers: { ...type, ...headers } }));
  };
  const own = { client_id: client.id, ...(client.secret !== null && { client_secret: client.secret }) };
  const query: ChatBench['query'] = (changes = {}) => pairs({ ...goodRequest(base, client.id), ...changes }).toString();
  const bench: Omit<ChatBench, 'approve' | 'connect'> = {
    store,
    served,
    base,
    client,
    person: (workspaces = 1) => makePerson(store, served, workspaces),
    query,
    ask,
    decide: ({ browser, workspaceIds }, asked, fields) =>
      browser.post(`/oauth/authorize?${asked}`, fields ?? { decision: 'approve', workspace: workspaceIds[0] ?? '' }),
    redeem: (code, changes = {}, headers = {}) => {
      const good = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier, ...own };
      return ask('/oauth/token', { ...good, ...changes }, headers);
    },
    refresh: (token, changes = {}, headers = {}) =>
      ask('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, ...own, ...changes }, headers),
    revoke: (token, changes = {}) => ask('/oauth/revoke', { token, ...own, ...changes }),
    payerOf: async (token) => (await findGrantPayer(store.db, sha256(token), `${base}/mcp`))?.account_id ?? null,
    granted: () => countRows(store),
    close: async () => {
      await served.close();
      if (served.failures.length > 0) throw new AggregateError(served.failures, 'the service failed');
    },
  };
  return withConnect(bench);
}

function withConnect(bench: Omit<ChatBench, 'approve' | 'connect'>): ChatBench {
  const approve: ChatBench['approve'] = async (person, changes) => {
    const seen = await bench.decide(person, bench.query(changes));
    const code = new URL(seen.location ?? 'none:').searchParams.get('code');
    if (code === null) throw new Error(`no code came of it: ${seen.status} ${seen.location}`);
    return code;
  };
  return {
    ...bench,
    approve,
    connect: async (person) => {
      const { status, body } = await bench.redeem(await approve(person));
      if (status !== 200) throw new Error(`a code was answered ${status}: ${JSON.stringify(body)}`);
      return body as Tokens;
    },
  };
}

type MountOptions = { context: PageContext; store: Store; options: ChatOptions };

function mount(app: Application, { context, store, options }: MountOptions): void {
  const { baseUrl, now, onFailure } = context;
  const { rateLimits = noRateLimits, onEvent, onUnrouted } = options;
  const events = onEvent === undefined ? {} : { onEvent };
  const elapsed = (): number => performance.now();
  const serving = createServing({
    store,
    baseUrl,
    now,
    elapsed,
    rateLimits,
    onFailure,
  });
  const oauth = { ...serving, ...events, ...(onUnrouted && { onUnrouted }), db: store.accounts, randomBytes };
  mountOAuth(app, oauth, refusePage(context));
  mountPages(app, { ...context, ...events });
}

function goodRequest(base: string, clientId: string): Fields {
  return {
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'research:read',
    state: 'st&te=1 +%',
    code_challenge: challengeFor(verifier),
    code_challenge_method: 'S256',
    resource: `${base}/mcp`,
  };
}

export function pairs(fields: Fields): URLSearchParams {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) all.append(name, one);
  }
  return all;
}

export async function told(response: Response): Promise<ChatReply> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as ChatReply['body']),
  };
}

async function makePerson(store: Store, served: ServedPages, workspaces: number): Promise<Person> {
  const workspaceIds: string[] = [];
  for (let made = 0; made < workspaces; made += 1) workspaceIds.push(await makeTestWorkspace(store, { prepaid: 9 }));
  const { userId, email, secret } = await makeTestPerson(store, workspaceIds, new Date().toISOString());
  const browser = served.browser();
  browser.cookies.set('session', secret);
  return { userId, email, workspaceIds, browser };
}

async function countRows(store: Store): Promise<Record<string, number>> {
  const { rows } = await store.db.raw(
    `select (select count(*)::integer from oauth_grant where revoked_at is null) as live,
            (select count(*)::integer from oauth_grant where revoked_at is not null) as revoked,
            (select count(*)::integer from oauth_code) as codes,
            (select count(*)::integer from oauth_token where kind = 'access') as access,
            (select count(*)::integer from oauth_token where kind = 'refresh') as refresh`,
  );
  return (rows as Record<string, number>[])[0] ?? {};
}

/** Ages all codes and tokens by this time. */
export async function passSeconds(store: Store, seconds: number): Promise<void> {
  for (const table of ['oauth_code', 'oauth_token']) {
    const aged = ['created_at', 'expires_at', 'used_at'].map(
      (column) => `${column} = ${earlier(column, `? * interval '1 second'`)}`,
    );
    await store.db.raw(`update ${table} set ${aged.join(', ')}`, [seconds, seconds, seconds]);
  }
}

export const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});
