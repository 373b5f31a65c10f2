// Every refused authorization request, on the page and in its form: reported to the person or the client, without a
// grant.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestWorkspace } from '../testing/accounts.ts';
import {
  type ChatBench,
  type Fields,
  type Person,
  callback,
  challengeFor,
  chatBench,
  loopbackCallback,
  registerClient,
  verifier,
} from '../testing/chat.ts';

let store: Store;
let chat: ChatBench;
let person: Person;
beforeAll(async () => {
  store = await openTestStore();
  chat = await chatBench(store);
  person = await chat.person();
});
afterAll(async () => {
  await chat.close();
  await store.close();
});

const heading = (text: string): string => /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '';

/** Changes to a valid request whose fault is reported to the person. */
const toldToThePerson: readonly (readonly [what: string, changes: Fields])[] = [
  ['no client', { client_id: undefined }],
  ['an empty client', { client_id: '' }],
  ['an unknown client', { client_id: 'other' }],
  ['a client in another case', { client_id: 'Chat' }],
  ['two clients', { client_id: ['chat', 'chat'] }],
  ['a client that is an address', { client_id: 'https://chat.example/client.json' }],
  ['a NUL in the client', { client_id: 'chat\0' }],
  ['no address', { redirect_uri: undefined }],
  ['an empty address', { redirect_uri: '' }],
  ['the address twice', { redirect_uri: [callback, callback] }],
  ['another host', { redirect_uri: 'https://evil.test/api/callback' }],
  ['a host that begins alike', { redirect_uri: 'https://chat.example.evil.test/api/callback' }],
  ['a host in front of the host', { redirect_uri: 'https://evil.test@chat.example/api/callback' }],
  ['a backslash', { redirect_uri: 'https://evil.test\\@chat.example/api/callback' }],
  ['a trailing slash', { redirect_uri: `${callback}/` }],
  ['a path that begins alike', { redirect_uri: `${callback}.evil` }],
  ['a path that leads back', { redirect_uri: `${callback}/../callback` }],
  ['a query', { redirect_uri: `${callback}?next=https://evil.test` }],
  ['a fragment', { redirect_uri: `${callback}#x` }],
  ['an empty fragment', { redirect_uri: `${callback}#` }],
  ['http in place of https', { redirect_uri: callback.replace('https', 'http') }],
  ['another port on https', { redirect_uri: 'https://chat.example:8443/api/callback' }],
  ['the port that https has anyway', { redirect_uri: 'https://chat.example:443/api/callback' }],
  ['capitals', { redirect_uri: callback.toUpperCase() }],
  ['a percent sign', { redirect_uri: 'https://chat.example/api/%63allback' }],
  ['a space behind', { redirect_uri: `${callback} ` }],
  ['a line break', { redirect_uri: `${callback}\r\nX-Evil: 1` }],
  ['another loopback host', { redirect_uri: 'http://localhost/callback' }],
  ['another loopback address', { redirect_uri: 'http://127.0.0.2/callback' }],
  ['another loopback path', { redirect_uri: 'http://127.0.0.1:5000/callback/evil' }],
  ['https on loopback', { redirect_uri: loopbackCallback.replace('http', 'https') }],
  ['a loopback host in front of another', { redirect_uri: 'http://127.0.0.1:80@evil.test/callback' }],
  ['a loopback host as the name of another', { redirect_uri: 'http://127.0.0.1.evil.test/callback' }],
  ['a port that is none', { redirect_uri: 'http://127.0.0.1:99999/callback' }],
  ['a scheme that runs', { redirect_uri: 'javascript:alert(1)' }],
];

const long = (length: number): string => 'x'.repeat(length);
const target = 'https://elsewhere.example/mcp';

/** Changes whose error is sent to the client; an invalid state is not sent back. */
const toldToTheClient: readonly (readonly [what: string, changes: Fields, error: string, stateless?: boolean])[] = [
  ['no response type', { response_type: undefined }, 'invalid_request'],
  ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
  ['a code and a token', { response_type: 'code token' }, 'unsupported_response_type'],
  ['the response type twice', { response_type: ['code', 'code'] }, 'invalid_request'],
  ['no challenge', { code_challenge: undefined }, 'invalid_request'],
  ['an empty challenge', { code_challenge: '' }, 'invalid_request'],
  ['neither challenge nor method', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['a short challenge', { code_challenge: long(42) }, 'invalid_request'],
  ['a long challenge', { code_challenge: long(44) }, 'invalid_request'],
  ['a challenge in hex', { code_challenge: '0'.repeat(64) }, 'invalid_request'],
  ['a challenge that nothing answers', { code_challenge: long(43) }, 'invalid_request'],
  ['a challenge in base64', { code_challenge: `+${challengeFor(verifier).slice(1)}` }, 'invalid_request'],
  ['the challenge twice', { code_challenge: [challengeFor('a'), challengeFor('b')] }, 'invalid_request'],
  ['no method', { code_challenge_method: undefined }, 'invalid_request'],
  ['the plain method', { code_challenge_method: 'plain', code_challenge: verifier }, 'invalid_request'],
  ['the method in another case', { code_challenge_method: 's256' }, 'invalid_request'],
  ['another scope', { scope: 'research:write' }, 'invalid_scope'],
  ['a further scope', { scope: 'research:read offline_access' }, 'invalid_scope'],
  ['the scope twice', { scope: ['research:read', 'research:read'] }, 'invalid_request'],
  ['another resource', { resource: target }, 'invalid_target'],
  ['two resources', { resource: [target, target] }, 'invalid_request'],
  ['the state twice', { state: ['a', 'b'] }, 'invalid_request', true],
  ['a state with a line break', { state: 'a\r\nb' }, 'invalid_request', true],
  ['a state that is not ASCII', { state: 'é' }, 'invalid_request', true],
  ['a long state', { state: long(2_049) }, 'invalid_request', true],
  ['a state that makes the address too long', { state: '%'.repeat(1_400) }, 'invalid_request'],
];

type RequestSender = (query: string) => ReturnType<Person['browser']['get']>;
/** The page, and its form as if the page had been shown for a good request. */
const ways = (): readonly (readonly [string, RequestSender])[] => [
  ['the page', (query) => person.browser.get(`/oauth/authorize?${query}`)],
  ['the form', (query) => chat.decide(person, query)],
  ['the page, signed out', (query) => chat.served.browser().get(`/oauth/authorize?${query}`)],
];

describe('a request for authorization', () => {
  it('from an unknown client or for an unknown address is told to the person, and never leads there', async () => {
    const before = await chat.granted();
    let seen = 0;
    for (const [what, changes] of toldToThePerson) {
      for (const [way, ask] of ways()) {
        const { status, location, text, headers } = await ask(chat.query(changes));
        expect([what, way, status, location]).toEqual([what, way, 400, null]);
        const title =
          'client_id' in changes ? 'This chat is not registered here' : 'The answer would go to an unknown place';
        expect([what, heading(text)]).toEqual([what, title]);
        expect(text).not.toMatch(/evil/);
        expect(headers.get('content-security-policy')).toContain("form-action 'self';");
        seen += 1;
      }
    }
    expect([seen, await chat.granted()]).toEqual([105, before]);
  });

  it('that is wrong in anything else is told to the client, with state and issuer', async () => {
    const before = await chat.granted();
    let seen = 0;
    for (const [what, changes, error, stateless = false] of toldToTheClient) {
      for (const [way, ask] of ways()) {
        const { status, location } = await ask(chat.query(changes));
        const to = new URL(location ?? 'none:');
        expect([what, way, status, `${to.origin}${to.pathname}`]).toEqual([what, way, 303, callback]);
        const state = stateless ? null : ((changes['state'] as string | undefined) ?? 'st&te=1 +%');
        const { searchParams: sent } = to;
        expect([what, sent.get('error'), sent.get('state'), sent.get('iss')]).toEqual([what, error, state, chat.base]);
        expect(sent.get('error_description')).toMatch(/^[A-Z_a-z][ -~]{10,}\.$/);
        expect([...sent.keys()].toSorted()).not.toContain('code');
        seen += 1;
      }
    }
    expect([seen, await chat.granted()]).toEqual([78, before]);
  });

  it('with another resource by two slashes is for another resource', async () => {
    const { location } = await person.browser.get(`/oauth/authorize?${chat.query({ resource: `${chat.base}/mcp//` })}`);
    expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_target');
  });

  it('is answered with a page that says so while no client is registered', async () => {
    await store.db.raw('update oauth_client set retired_at = now()');
    for (const [, ask] of ways()) {
      const { status, text } = await ask(chat.query());
      expect([status, heading(text)]).toEqual([400, 'No AI chat can be connected yet']);
    }
    await registerClient(store, 'chat', false);
  });
});

describe('the form of the consent page', () => {
  it('grants nothing unless it is our own, signed in, complete, and of a workspace that the person is in now', async () => {
    const before = await chat.granted();
    const [own = ''] = person.workspaceIds;
    const approve = { decision: 'approve', workspace: own };
    const other = await makeTestWorkspace(store);
    const path = `/oauth/authorize?${chat.query()}`;
    const signedOut = await chat.served.browser().post(path, approve);
    const back = new URLSearchParams({ return_to: path });
    expect([signedOut.status, signedOut.location]).toEqual([303, `/sign-in?${back}`]);
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': '', origin: 'https://evil.test' },
    ];
    for (const headers of foreign) expect((await person.browser.post(path, approve, headers)).status).toBe(403);
    const undecided: Record<string, string>[] = [{}, { workspace: own }, { ...approve, decision: 'maybe' }];
    for (const fields of undecided) expect((await person.browser.post(path, fields)).status).toBe(400);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const twice = `decision=deny&decision=approve&workspace=${own}`;
    expect((await person.browser.send(path, { method: 'POST', body: twice, headers })).status).toBe(400);
    const json = { ...headers, 'content-type': 'application/json' };
    expect((await person.browser.send(path, { method: 'POST', body: '{}', headers: json })).status).toBe(415);
    const shownAgain = [
      [{ decision: 'approve' }, 'Choose the workspace that pays.'],
      [{ decision: 'approve', workspace: '' }, 'Choose the workspace that pays.'],
      [{ decision: 'approve', workspace: other }, 'you are not in that workspace any more'],
      [{ decision: 'approve', workspace: "'; drop table oauth_grant; --" }, 'you are not in that workspace any more'],
    ] as const;
    for (const [fields, words] of shownAgain) {
      const seen = await person.browser.follow(await person.browser.post(path, { ...fields }));
      expect([seen.status, seen.text.includes(words)]).toEqual([200, true]);
    }
    const put = await person.browser.send(path, { method: 'PUT', headers: {} });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect([foreign.length, undecided.length, shownAgain.length]).toEqual([4, 3, 4]);
    expect(await chat.granted()).toEqual(before);
  });

  it('is worth nothing once another client is registered, or its address is not any more', async () => {
    const before = await chat.granted();
    const query = chat.query();
    expect((await person.browser.get(`/oauth/authorize?${query}`)).status).toBe(200);
    await store.db.raw(
      `update oauth_client set redirect_uris = '["https://chat.example/new"]' where client_id = 'chat'`,
    );
    const moved = await chat.decide(person, query);
    expect([moved.status, heading(moved.text)]).toEqual([400, 'The answer would go to an unknown place']);
    await registerClient(store, 'next-chat', false);
    const replaced = await chat.decide(person, query);
    expect([replaced.status, heading(replaced.text)]).toEqual([400, 'This chat is not registered here']);
    await registerClient(store, 'chat', false);
    expect(await chat.granted()).toEqual(before);
  });
});
