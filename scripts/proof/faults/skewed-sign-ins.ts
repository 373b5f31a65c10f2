// Device codes, chat tokens and browser sessions at servers with different clocks: the database's clock decides their
// end.
import { type IncomingHttpHeaders, request } from 'node:http';
import { cookieName } from '../../../server/access/sign-in/cookies.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { envelope, makeTestGrant } from '../../../server/testing/mcp.ts';
import { makeTestPerson } from '../../../server/testing/people.ts';
import { baseUrl } from './stage/server-process.ts';
import type { SkewedServer } from './stage/skewed-processes.ts';

/** A secret that is valid for this many more minutes by the database's clock, or expired for as long. */
type Case = { what: string; minutes: number; expected: number; ask: (one: SkewedServer) => Promise<number> };

/** Asks every server for each of them; what was not answered as it must be, as sentences. */
export async function signInsEnd(
  store: Store,
  servers: readonly SkewedServer[],
): Promise<{ asked: number; faults: string[] }> {
  const faults: string[] = [];
  let asked = 0;
  for (const kind of [deviceCode, chatToken, browserSession]) {
    for (const { what, minutes, expected, ask } of await kind(store, servers)) {
      for (const one of servers) {
        asked += 1;
        const status = await ask(one);
        if (status === expected) continue;
        const state = minutes > 0 ? `good for ${minutes} minutes more` : `over for ${-minutes} minutes`;
        faults.push(`${what}, ${state}, was answered ${status} by the server that is ${one.name}, not ${expected}`);
      }
    }
  }
  return { asked, faults };
}

/** Half of an hour: what is that near to its end is on its other side for a clock that is an hour off. */
const NEAR = 30;

async function deviceCode(store: Store, [first]: readonly SkewedServer[]): Promise<Case[]> {
  if (first === undefined) throw new Error('there is no server to ask');
  const { body } = await ask(first, {
    method: 'POST',
    path: '/api/auth/cli/initiate',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ deviceName: 'laptop' }),
  });
  const { deviceCode: code, acquisitionId } = JSON.parse(body) as { deviceCode: string; acquisitionId: string };
  return [
    [NEAR, 200],
    [-NEAR, 410],
  ].map(([minutes = 0, expected = 0]) => ({
    what: 'a device code',
    minutes,
    expected,
    ask: async (one) => {
      // As if an interval had passed since the poll before.
      await store.db.raw(
        `update device_grant set polled_at = null, expires_at = clock_timestamp() + ? * interval '1 minute'
          where acquisition_id = ?`,
        [minutes, acquisitionId],
      );
      return (await ask(one, { path: '/api/auth/cli/poll', headers: { authorization: `Bearer ${code}` } })).status;
    },
  }));
}

async function chatToken(store: Store): Promise<Case[]> {
  const workspaceId = await makeTestWorkspace(store, { prepaid: 10 });
  const { token, grantId } = await makeTestGrant(store, { baseUrl, workspaceId });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/list',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: envelope } });
  return [
    [NEAR, 200],
    [-NEAR, 401],
  ].map(([minutes = 0, expected = 0]) => ({
    what: 'the token of a chat',
    minutes,
    expected,
    ask: async (one) => {
      await store.db.raw(
        `update oauth_token set expires_at = clock_timestamp() + ? * interval '1 minute' where grant_id = ?`,
        [minutes, grantId],
      );
      return (await ask(one, { method: 'POST', path: '/mcp', headers, body })).status;
    },
  }));
}

/** It ends at its time, and sooner when it has lain idle for twelve hours. */
async function browserSession(store: Store): Promise<Case[]> {
  const person = await makeTestPerson(store, [await makeTestWorkspace(store)]);
  const headers = { cookie: `${cookieName(baseUrl, 'session')}=${person.secret}` };
  const cases = [
    ['a session', `expires_at = clock_timestamp() + ? * interval '1 minute', seen_at = clock_timestamp()`],
    [
      'an idle session',
      `expires_at = clock_timestamp() + interval '1 day', seen_at = clock_timestamp() - interval '12 hours' + ? * interval '1 minute'`,
    ],
  ] as const;
  return cases.flatMap(([what, times]) =>
    [
      [NEAR, 200],
      [-NEAR, 303],
    ].map(([minutes = 0, expected = 0]) => ({
      what,
      minutes,
      expected,
      ask: async (one) => {
        await store.db.raw(`update browser_session set ${times} where session_id = ?`, [minutes, person.sessionId]);
        return (await ask(one, { path: '/account', headers })).status;
      },
    })),
  );
}

type HttpRequest = { method?: string; path: string; headers: IncomingHttpHeaders; body?: string };

/** Under the name that the servers go by: the endpoint of chats answers to no other. */
function ask(
  { server }: SkewedServer,
  { method = 'GET', path, headers, body }: HttpRequest,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const host = new URL(baseUrl).host;
    const sent = request(`${server.address}${path}`, { method, headers: { ...headers, host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
