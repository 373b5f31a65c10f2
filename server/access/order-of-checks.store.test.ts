// The order of checks, over HTTP on a real store: the fault that is reported for a request with two.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, startTestService } from '../testing/service.ts';
import { type CredentialWorld, type Kind, openCredentialWorld } from '../testing/credentials.ts';

let world: CredentialWorld;
beforeAll(async () => {
  world = await openCredentialWorld();
});
afterAll(() => world.close());

type Both = {
  first: string;
  over: string;
  kind: Kind;
  path: string;
  method?: string;
  headers?: Record<string, string>;
};

const brief = '/v1/brief?ticker=NWTB';
const faulty = '/v1/brief?ticker=NWTB&max_results=99&colour=red';
const unmatched = { 'if-match': '"another"' };

/** Requests with two faults, and the reported one. */
const twice: Both[] = [
  { first: 'not-found', over: 'method and key', kind: 'malformed', path: '/v1/nothing', method: 'DELETE' },
  { first: 'not-found', over: 'Accept and key', kind: 'unknown', path: '/v1/brief/', headers: { accept: 'text/html' } },
  { first: 'not-found', over: 'key', kind: 'revoked', path: '/V1/brief?ticker=NWTB' },
  {
    first: 'method-not-allowed',
    over: 'Accept',
    kind: 'with credit',
    path: brief,
    method: 'PUT',
    headers: { accept: 'text/html' },
  },
  { first: 'method-not-allowed', over: 'key', kind: 'malformed', path: brief, method: 'POST' },
  { first: 'method-not-allowed', over: 'key', kind: 'unknown', path: '/v1/status', method: 'DELETE' },
  { first: 'not-acceptable', over: 'key', kind: 'no key', path: brief, headers: { accept: 'text/html' } },
  { first: 'not-acceptable', over: 'query', kind: 'with credit', path: faulty, headers: { accept: 'text/html' } },
  { first: 'unauthorized', over: 'query', kind: 'malformed', path: faulty },
  { first: 'unauthorized', over: 'query', kind: 'unknown', path: faulty },
  { first: 'unauthorized', over: 'query', kind: 'revoked', path: faulty },
  {
    first: 'unauthorized',
    over: 'version',
    kind: 'revoked',
    path: '/v1/status',
    headers: { 'research-version': '1999-01-01' },
  },
  { first: 'unauthorized', over: 'no such record', kind: 'unknown', path: '/v1/beliefs/bel_none' },
  { first: 'unauthorized', over: 'no such receipt', kind: 'revoked', path: '/v1/receipts/none' },
  { first: 'unauthorized', over: 'a held document', kind: 'revoked', path: brief, headers: { 'if-none-match': '*' } },
  {
    first: 'unauthorized',
    over: 'a repetition',
    kind: 'revoked',
    path: '/v1/beliefs?limit=1',
    headers: { 'x-request-id': 'seen' },
  },
  {
    first: 'invalid-request',
    over: 'reuse of an id',
    kind: 'with credit',
    path: faulty,
    headers: { 'x-request-id': 'seen' },
  },
  { first: 'invalid-request', over: 'credit', kind: 'without credit', path: faulty },
  {
    first: 'as-of-in-future',
    over: 'reuse of an id',
    kind: 'with credit',
    path: `${brief}&as_of=2099-01-01T00:00:00Z`,
    headers: { 'x-request-id': 'seen' },
  },
  { first: 'invalid-cursor', over: 'credit', kind: 'without credit', path: '/v1/beliefs?cursor=AAAA' },
  {
    first: 'request-id-reused',
    over: 'coverage',
    kind: 'with credit',
    path: '/v1/brief?ticker=ZZZZ',
    headers: { 'x-request-id': 'seen' },
  },
  {
    first: 'request-id-reused',
    over: 'credit',
    kind: 'without credit',
    path: brief,
    headers: { 'x-request-id': 'seen' },
  },
  {
    first: '200',
    over: 'credit: a repetition',
    kind: 'without credit',
    path: '/v1/beliefs?limit=1',
    headers: { 'x-request-id': 'seen' },
  },
  {
    first: '200',
    over: 'a held document: a repetition',
    kind: 'without credit',
    path: '/v1/beliefs?limit=1',
    headers: { 'x-request-id': 'seen', 'if-none-match': '*' },
  },
  { first: 'not-covered', over: 'credit', kind: 'without credit', path: '/v1/brief?ticker=ZZZZ' },
  {
    first: 'no-such-record',
    over: 'a held document',
    kind: 'with credit',
    path: '/v1/beliefs/bel_none',
    headers: { 'if-none-match': '*' },
  },
  { first: 'no-such-record', over: 'the spend limit', kind: 'over its spend limit', path: '/v1/beliefs/bel_none' },
  { first: '304', over: 'credit', kind: 'without credit', path: brief, headers: { 'if-none-match': '*' } },
  { first: 'unauthorized', over: 'If-Match', kind: 'revoked', path: brief, headers: unmatched },
  { first: 'invalid-request', over: 'If-Match', kind: 'with credit', path: faulty, headers: unmatched },
  { first: 'no-such-record', over: 'If-Match', kind: 'with credit', path: '/v1/beliefs/bel_none', headers: unmatched },
  {
    first: 'request-id-reused',
    over: 'If-Match',
    kind: 'with credit',
    path: brief,
    headers: { 'x-request-id': 'seen', ...unmatched },
  },
  { first: 'precondition-failed', over: 'credit', kind: 'without credit', path: brief, headers: unmatched },
  {
    first: 'precondition-failed',
    over: 'the spend limit',
    kind: 'over its spend limit',
    path: brief,
    headers: unmatched,
  },
  {
    first: 'precondition-failed',
    over: 'a held document',
    kind: 'with credit',
    path: brief,
    headers: { 'if-none-match': '*', ...unmatched },
  },
  {
    first: 'precondition-failed',
    over: 'a repetition',
    kind: 'with credit',
    path: '/v1/beliefs?limit=1',
    headers: { 'x-request-id': 'seen', ...unmatched },
  },
];

describe('a request with two faults', () => {
  it.each(twice)(
    '$kind $path is told $first, which outranks $over',
    async ({ first, kind, path, method = 'GET', headers = {} }) => {
      const answered = await world.service.ask(path, {
        method,
        headers: { ...world.credentials[kind].headers, ...headers },
      });
      expect(codeOf(answered)).toBe(first);
    },
  );

  it('is shown for every pair of neighbours in the order of checks', () => {
    expect(twice).toHaveLength(36);
    expect(new Set(twice.map(({ first }) => first)).size).toBe(13);
  });

  it('is told of the rate after the key and before everything in the request', async () => {
    const clock = { ms: 0 };
    const one = [{ name: 'minute', quota: 1, seconds: 60 }];
    const rateLimits = {
      keyed: one,
      unkeyed: one,
      device_initiation: { name: 'hour', quota: 1, seconds: 60 },
      proxies: 0,
    };
    const limited = await startTestService({ store: world.store, rateLimits, elapsed: () => clock.ms });
    const ask = async (kind: Kind, path: string): Promise<string> =>
      codeOf(await limited.ask(path, { headers: world.credentials[kind].headers }));
    expect([await ask('with credit', brief), await ask('with credit', faulty)]).toEqual(['200', 'rate-limited']);
    expect(await ask('with credit', '/v1/beliefs/bel_none')).toBe('rate-limited');
    expect([await ask('without credit', brief), await ask('without credit', brief)]).toEqual([
      'no-credit',
      'rate-limited',
    ]);
    // The status has a separate limit.
    expect([await ask('without credit', '/v1/status'), await ask('without credit', '/v1/status')]).toEqual([
      '200',
      'rate-limited',
    ]);
    for (const kind of ['unknown', 'revoked', 'malformed'] as const) {
      for (let call = 0; call < 3; call += 1) expect(await ask(kind, faulty)).toBe('unauthorized');
    }
    expect([await ask('no key', '/v1/tickers'), await ask('no key', '/v1/tickers?colour=red')]).toEqual([
      '200',
      'rate-limited',
    ]);
    expect(await ask('no key', '/v1/nothing')).toBe('not-found');
    await limited.close();
  });
});
