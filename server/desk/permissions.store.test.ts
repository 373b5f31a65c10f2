// Permission table of the desk: nine kinds of caller, and every action that is mounted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageResponse } from '../pages/testing/browser.ts';
import { Browser } from '../pages/testing/browser.ts';
import type { SecurityEvent } from '../access/security-events.ts';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import { type ActionName, actions } from './permissions.ts';
import { type ServedDesk, makeFormerOperator, makeMember, makeOperator, serveDesk } from './testing/desk.ts';

let store: Store;
let served: ServedDesk;
let callers: { readonly [kind: string]: Caller };
const noted: SecurityEvent[] = [];

type Caller = { browser: Browser; headers?: Record<string, string> };

beforeAll(async () => {
  store = await openTestStore();
  served = await serveDesk(store, { onEvent: (event) => noted.push(event) });
  const [operator, former] = [await makeOperator(store, served), await makeFormerOperator(store, served)];
  const ended = await makeOperator(store, served);
  await store.db.raw('delete from browser_session where user_id = ?', [ended.userId]);
  const forgotten = await makeOperator(store, served);
  await store.db.raw(`update user_account set forgotten_at = now() where user_id = ?`, [forgotten.userId]);
  const { key } = await makeTestKey(store, await makeTestWorkspace(store));
  const withKey = new Browser(served.address);
  callers = {
    nobody: { browser: served.browser() },
    'an ended session': ended,
    'an API key': { browser: withKey, headers: { authorization: `Bearer ${key}` } },
    'a member': await makeMember(store, served, 'member'),
    'an admin of a workspace': await makeMember(store, served, 'admin'),
    'a former operator': former,
    'a forgotten operator': forgotten,
    'another site, with the cookies of an operator': { ...operator, headers: { 'sec-fetch-site': 'cross-site' } },
    'an operator': operator,
  };
});
afterAll(async () => {
  await served?.close();
  await store?.close();
});

const names = Object.keys(actions) as ActionName[];
const paths: { readonly [parameter: string]: string } = {
  ':kind': 'statements',
  ':job': 'none',
  ':task': 'list-keys',
  ':belief': 'bel_none',
};
const pathOf = (name: ActionName): string => actions[name].path.replace(/:\w+/, (parameter) => paths[parameter] ?? '');

function send({ browser, headers = {} }: Caller, name: ActionName): Promise<PageResponse> {
  const path = pathOf(name);
  return actions[name].method === 'get' ? browser.get(path, headers) : browser.post(path, {}, headers);
}

const outcome = ({ status, location }: PageResponse): string =>
  status === 303 && location?.startsWith('/sign-in') === true ? 'sign in' : status === 403 ? 'refused' : 'done';

const expected: { readonly [kind: string]: (method: 'get' | 'post') => string } = {
  nobody: () => 'sign in',
  'an ended session': () => 'sign in',
  'an API key': () => 'sign in',
  'a member': () => 'refused',
  'an admin of a workspace': () => 'refused',
  'a former operator': () => 'refused',
  'a forgotten operator': () => 'refused',
  // A page may be linked to; a form may not come from elsewhere.
  'another site, with the cookies of an operator': (method) => (method === 'post' ? 'refused' : 'done'),
  'an operator': () => 'done',
};

describe.each(Object.keys(expected))('%s', (kind) => {
  it.each(names)('%s', async (name) => {
    const caller = callers[kind];
    if (caller === undefined) throw new Error(`no caller ${kind}`);
    expect(outcome(await send(caller, name))).toBe(expected[kind]?.(actions[name].method));
  });
});

it('has nine kinds of caller', () => {
  expect(Object.keys(expected)).toHaveLength(9);
  expect(Object.keys(callers).toSorted()).toEqual(Object.keys(expected).toSorted());
});

it('notes each refusal by the id of the user alone', () => {
  const refused = noted.filter(({ how }) => how === 'not-an-operator');
  expect(refused.length).toBeGreaterThanOrEqual(4 * names.length);
  expect(JSON.stringify(noted)).not.toContain('example.test');
});

it('mounts nothing outside the table', async () => {
  const { browser } = callers['an operator'] as Caller;
  for (const path of ['/v1/tickers', '/healthz', '/mcp', '/metrics', '/staged/nothing'])
    expect((await browser.get(path)).status).toBe(404);
});
