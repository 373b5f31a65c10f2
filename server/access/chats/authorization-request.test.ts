// An authorization request is read in one order: client and redirect address first, then everything else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerAddress,
  authorizePath,
  checkAuthorization,
  isGrantedScope,
  isResource,
} from './authorization-request.ts';
import { return_to_length_max, safeReturnTo } from '../sign-in/return-to.ts';

const baseUrl = 'https://research.test';
const client = { client_id: 'chat', redirect_uris: ['https://chat.example/cb'] };
const good = {
  client_id: 'chat',
  redirect_uri: 'https://chat.example/cb',
  response_type: 'code',
  state: 's',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};
const check = (changes: Record<string, string> = {}, known: typeof client | null = client) =>
  checkAuthorization(new URLSearchParams({ ...good, ...changes }), known, { baseUrl });

describe('a request', () => {
  it('that is good has the default scope and resource, and a path that carries all of it and nothing else', () => {
    const checked = check({ utm_source: 'x', nonce: 'n' });
    expect(checked).toEqual({
      kind: 'good',
      request: {
        redirectUri: 'https://chat.example/cb',
        state: 's',
        codeChallenge: good.code_challenge,
        scope: 'research:read',
        resource: 'https://research.test/mcp',
        path: expect.stringContaining(
          `${authorizePath}?client_id=chat&redirect_uri=https%3A%2F%2Fchat.example`,
        ) as string,
      },
    });
    if (checked.kind !== 'good') throw new Error('it was good');
    expect(checked.request.path).not.toMatch(/utm|nonce/);
    const again = checkAuthorization(new URLSearchParams(checked.request.path.split('?')[1]), client, { baseUrl });
    expect(again).toEqual(checked);
  });

  it('names client and address before anything else that is wrong is told to anybody', () => {
    const wrong = { response_type: 'token', scope: 'x', resource: 'y', code_challenge: 'z' };
    expect(check(wrong, null)).toEqual({ kind: 'unusable', why: 'no-client' });
    expect(check({ ...wrong, client_id: 'other' })).toEqual({ kind: 'unusable', why: 'unknown-client' });
    expect(check({ ...wrong, redirect_uri: 'https://evil.test/' })).toEqual({
      kind: 'unusable',
      why: 'unknown-address',
    });
    expect(check(wrong)).toMatchObject({ kind: 'refused', redirectUri: 'https://chat.example/cb', state: 's' });
  });

  it('that is good survives signing in, however its state looks', () => {
    let survived = 0;
    const state = fc.string({
      unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCodePoint(code)),
      minLength: 1,
      maxLength: 2_048,
    });
    fc.assert(
      fc.property(state, (text) => {
        const checked = check({ state: text });
        if (checked.kind !== 'good')
          return expect(checked).toMatchObject({ kind: 'refused', error: 'invalid_request', state: text });
        survived += 1;
        expect(checked.request.path.length).toBeLessThanOrEqual(return_to_length_max);
        expect(safeReturnTo(checked.request.path, baseUrl)).toBe(checked.request.path);
        const back = new URL(safeReturnTo(checked.request.path, baseUrl) ?? '', baseUrl).searchParams;
        expect(checkAuthorization(back, client, { baseUrl })).toEqual(checked);
      }),
      { numRuns: 300 },
    );
    expect(survived).toBeGreaterThan(30);
    expect(check({ state: '~'.repeat(800) }).kind).toBe('good');
    expect(check({ state: 'x'.repeat(2_048) }).kind).toBe('good');
  });
});

it('a resource is the one there is, with scheme and host in any case and a slash at the end or none, and nothing else', () => {
  const resource = 'https://research.test/mcp';
  for (const same of [resource, 'HTTPS://Research.TEST/mcp', `${resource}/`, 'HTTPS://research.test/mcp/'])
    expect([same, isResource(same, resource)]).toEqual([same, true]);
  for (const other of [
    'https://research.test/MCP',
    'https://research.test/mcp//',
    'https://research.test/mcp/#',
    'https://research.test/mcp/x',
    'https://research.test/',
    'https://research.test',
    'https://research.test/mcp#',
    'https://research.test/mcp?',
    'https://research.test:443/mcp',
    'https://R@research.test/mcp',
    ' https://research.test/mcp',
    'http://research.test/mcp',
    'https://research.test.evil.test/mcp',
    'research.test/mcp',
  ])
    expect([other, isResource(other, resource)]).toEqual([other, false]);
});

it('a scope is the one there is, however often and with whatever spaces, or left out', () => {
  const scopes = [null, '', ' ', 'research:read', 'research:read research:read', ' research:read '];
  for (const scope of scopes) expect([scope, isGrantedScope(scope)]).toEqual([scope, true]);
  const others = [
    'research',
    'research:read,research:write',
    'research:read openid',
    'RESEARCH:READ',
    'research:read\t',
  ];
  for (const scope of others) expect([scope, isGrantedScope(scope)]).toEqual([scope, false]);
  expect([scopes.length, others.length]).toEqual([6, 5]);
});

it('an answer goes to the address as it was asked for, with the state as it came and the issuer', () => {
  const to = { redirectUri: 'http://127.0.0.1:5000', state: 'a b&iss=evil#?' };
  const address = answerAddress(to, { code: 'c' }, baseUrl);
  expect(address).toBe('http://127.0.0.1:5000?code=c&state=a+b%26iss%3Devil%23%3F&iss=https%3A%2F%2Fresearch.test');
  expect(new URL(address).searchParams.getAll('iss')).toEqual([baseUrl]);
  expect(answerAddress({ ...to, state: null }, { error: 'access_denied' }, baseUrl)).toBe(
    'http://127.0.0.1:5000?error=access_denied&iss=https%3A%2F%2Fresearch.test',
  );
});
