// One operation served: its order of checks, its report to the log, and the refusals of a full server.
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { makeKey } from '../access/keys.ts';
import { slots } from '../metering/limits/slots.ts';
import { type TestServer, bodyOf, liveKey, startTestServer } from '../testing/ask.ts';
import type { Access } from '../contract/credential.ts';
import type { Fault } from '../contract/validation/faults.ts';
import type { Deliver } from '../contract/metered.ts';
import { ProblemError } from '../contract/problems.ts';
import type { ServedRequest, ServeOptions } from './serve.ts';

let server: TestServer;
afterEach(() => server.close());

const key = { authorization: liveKey };
const none = { headers: {}, retryAfter: null };
const refused = { headers: { RateLimit: '"burst";r=0;t=3', 'RateLimit-Policy': '"burst";q=1;w=3' }, retryAfter: 3 };

/** A server that records its calls of access, limits and meter, and its reports. */
async function observed(changes: Partial<ServeOptions> = {}) {
  const steps: string[] = [];
  const served: ServedRequest[] = [];
  const access: Access = {
    credential: (authorization) => {
      steps.push('credential');
      if (authorization === liveKey) return { keySha256: Buffer.from('live'), collection: 'live' };
      throw new ProblemError('unauthorized');
    },
    identify: async () => {
      steps.push('identify');
      return { keyId: 'key_1', collection: 'live', accountId: 'ws_1' };
    },
  };
  const deliver: Deliver = async (call) => {
    steps.push('deliver');
    return { answer: await call.build(), notModified: false, charge: 1, remaining: 7, replayed: false, keyId: 'key_1' };
  };
  server = await startTestServer({
    access,
    deliver,
    onServed: (one) => served.push(one),
    elapsed: () => 5,
    ...changes,
    limit: (kind, subject) => {
      steps.push(`limit ${kind}`);
      return changes.limit?.(kind, subject) ?? none;
    },
  });
  return { steps, served };
}

describe('a metered request', () => {
  it('leaves it to the meter to look the key up: nobody else does on the way', async () => {
    const { steps } = await observed();
    expect((await server.ask('/v1/brief?ticker=NWTB', { headers: key })).status).toBe(200);
    expect(steps).toEqual(['credential', 'limit keyed', 'deliver']);
  });

  it('hands the meter the validated question with its defaults, and whether the client chose the id', async () => {
    const calls: unknown[] = [];
    await observed({
      deliver: async ({ build, conditionOf, isListening, ...call }) => {
        const answer = await build();
        calls.push([call, conditionOf?.({ ...answer, sha256: 'x' }) === 'unchanged' && isListening()]);
        return {
          answer,
          notModified: false,
          charge: 0,
          remaining: null,
          replayed: false,
          keyId: 'key_1',
        };
      },
    });
    await server.ask('/v1/brief?max_results=2&ticker=NWTB', { headers: { ...key, 'x-request-id': 'mine' } });
    await server.ask('/v1/beliefs/bel_1', {
      headers: { ...key, 'x-request-id': 'not usable', 'if-none-match': '"x"' },
    });
    await server.ask('/v1/beliefs/bel_1', { headers: { ...key, 'if-none-match': '"x"' } });
    expect(calls).toEqual([
      [
        {
          operation: 'getBrief',
          payer: { kind: 'key', sha256: Buffer.from('live') },
          collection: 'live',
          requestId: 'mine',
          isOwnId: true,
          parameters: { detail: 'overview', max_results: 2, ticker: 'NWTB' },
          request: '/v1/brief?detail=overview&max_results=2&ticker=NWTB',
        },
        false,
      ],
      [
        expect.objectContaining({
          operation: 'getBelief',
          isOwnId: false,
          parameters: { belief_id: 'bel_1' },
          request: '/v1/beliefs/bel_1',
        }) as unknown,
        true,
      ],
    ]);
  });
});

describe('a request that is refused', () => {
  it('is looked up first where it has a key: 401 outranks 429 and every fault', async () => {
    const { steps } = await observed({ limit: () => refused });
    const limited = await server.ask('/v1/brief?colour=red', { headers: key });
    expect([limited.status, limited.headers['retry-after'], limited.headers['ratelimit']]).toEqual([
      429,
      '3',
      '"burst";r=0;t=3',
    ]);
    expect(steps).toEqual(['credential', 'limit keyed', 'identify']);
    await server.close();
    const faulty = await observed();
    expect((await server.ask('/v1/brief?colour=red', { headers: key })).status).toBe(400);
    expect(faulty.steps).toEqual(['credential', 'limit keyed', 'identify']);
  });

  it('without a key that can be one is refused before any limit is counted', async () => {
    const { steps } = await observed({ limit: () => refused });
    expect((await server.ask('/v1/status')).status).toBe(401);
    expect(steps).toEqual(['credential']);
  });

  it('for its Accept header is refused before its key', async () => {
    const { steps } = await observed();
    expect((await server.ask('/v1/status', { headers: { accept: 'text/html' } })).status).toBe(406);
    expect(steps).toEqual([]);
  });

  it('is limited by its address where the operation needs no key, also when one is sent', async () => {
    const subjects: string[] = [];
    const { steps } = await observed({
      addressOf: () => '192.0.2.1',
      limit: (_kind, counted) => {
        subjects.push(typeof counted === 'string' ? counted : counted.subject);
        return none;
      },
    });
    await server.ask('/v1/tickers', { headers: key });
    await server.ask('/v1/status', { headers: key });
    expect(subjects).toEqual(['192.0.2.1', Buffer.from('live').toString('base64')]);
    expect(steps).toEqual(['limit unkeyed', 'credential', 'limit status', 'identify']);
  });

  it('says what its limit leaves, whatever it is refused for after it was counted', async () => {
    const headers = { RateLimit: '"burst";r=7;t=3', 'RateLimit-Policy': '"burst";q=9;w=3' };
    await observed({
      limit: () => ({ headers, retryAfter: null }),
      deliver: async () => {
        throw new ProblemError('no-credit', { headers: { Link: '</subscribe>; rel="payment"' } });
      },
    });
    for (const [path, status] of [
      ['/v1/brief?ticker=NWTB', 402],
      ['/v1/brief?colour=red', 400],
    ] as const) {
      const answered = await server.ask(path, { headers: key });
      expect([answered.status, answered.headers['ratelimit'], answered.headers['ratelimit-policy']]).toEqual([
        status,
        '"burst";r=7;t=3',
        '"burst";q=9;w=3',
      ]);
      expect(answered.headers['link']).toBe(status === 402 ? '</subscribe>; rel="payment"' : undefined);
    }
  });

  it('for an unknown contract version is told so, beside every other fault or alone', async () => {
    await observed();
    const ask = async (path: string) =>
      bodyOf(await server.ask(path, { headers: { ...key, 'research-version': '1999-01-01' } }));
    expect(await ask('/v1/brief?ticker=NWTB')).toMatchObject({ status: 400, code: 'unsupported-version' });
    expect(await ask('/v1/brief')).toMatchObject({
      status: 400,
      code: 'invalid-request',
      detail: '2 faults were found in the request.',
    });
  });
});

describe('a server with as many requests in work as it can take', () => {
  it('refuses the next at once with 503 and Retry-After, before it asks for anything, and charges nothing', async () => {
    const { steps, served } = await observed({ admit: () => null });
    const answered = await server.ask('/v1/brief?ticker=NWTB', { headers: key });
    expect([answered.status, answered.headers['retry-after']]).toEqual([503, '1']);
    expect(bodyOf(answered)).toMatchObject({ code: 'unavailable', charged: false, retryable: true });
    expect(steps).toEqual([]);
    expect(served).toMatchObject([{ status: 503, code: 'unavailable', charge: 0, keyId: null }]);
  });

  it('has its slot again after every kind of answer', async () => {
    await observed({ admit: slots(1) });
    const statuses: number[] = [];
    const paths = [
      '/v1/brief?ticker=NWTB',
      '/v1/brief?ticker=ZZZZ',
      '/v1/brief?ticker=FAIL',
      '/v1/brief',
      '/v1/status',
      '/v1/tickers',
    ];
    for (const path of paths) statuses.push((await server.ask(path, { headers: key })).status);
    statuses.push((await server.ask('/v1/status')).status);
    expect(statuses).toEqual([200, 404, 500, 400, 200, 200, 401]);
  });
});

describe('what is told of a request afterwards', () => {
  it('is its operation, its outcome and who asked: no secret, nothing of the question', async () => {
    const { served } = await observed();
    const headers = { ...key, 'x-request-id': 'mine' };
    await server.ask('/v1/brief?ticker=NWTB', { headers });
    await server.ask('/v1/brief?ticker=ZZZZ', { headers });
    await server.ask('/v1/status', { headers });
    await server.ask('/v1/status');
    const row = { door: 'rest', requestId: 'mine', code: null, ms: 0, keyId: 'key_1', charge: 0, replayed: false };
    expect(served).toEqual([
      { ...row, operation: 'getBrief', status: 200, charge: 1 },
      { ...row, operation: 'getBrief', status: 404, code: 'not-covered', keyId: null },
      { ...row, operation: 'getStatus', status: 200 },
      {
        ...row,
        operation: 'getStatus',
        status: 401,
        code: 'unauthorized',
        keyId: null,
        requestId: expect.stringMatching(/^made-/) as string,
      },
    ]);
    expect(JSON.stringify(served)).not.toMatch(/NWTB|ZZZZ|Bearer|live/);
  });

  it('names the request by the client’s id where that is usable, and by one of ours in every answer otherwise', async () => {
    await observed();
    const idOf = async (id: string | string[]) =>
      (await server.ask('/v1/status', { headers: { 'x-request-id': id } })).headers['x-request-id'];
    const usable = ['a', 'A-1._~:+/=', 'x'.repeat(128)];
    for (const id of usable) expect(await idOf(id)).toBe(id);
    const others = ['', 'x'.repeat(129), 'a b', 'a;b', 'ä', ['a', 'b']];
    for (const id of others) expect(await idOf(id)).toMatch(/^made-\d+$/);
    expect([usable.length, others.length]).toEqual([3, 6]);
  });

  it('refuses a key in the place of an id wherever it comes, and names the request by one of ours', async () => {
    await observed({ deviceAccess: { credential: () => Buffer.from('code'), isKnown: async () => true } });
    const headers = { ...key, 'x-request-id': makeKey('live', randomBytes).key, 'content-type': 'application/json' };
    const refused = await Promise.all([
      server.ask('/v1/tickers', { headers }),
      server.ask('/v1/brief?ticker=NWTB', { headers }),
      server.ask('/api/auth/cli/poll', { headers }),
      server.ask('/api/auth/cli/initiate', { method: 'POST', headers, body: '{"deviceName":"laptop"}' }),
      server.ask('/api/auth/cli/initiate', { method: 'POST', headers, body: '{' }),
    ]);
    const told = refused.map((one) => [one.status, one.headers['x-request-id']?.slice(0, 5), bodyOf(one)['code']]);
    expect(told).toEqual(refused.map(() => [400, 'made-', 'invalid-request']));
    const places = refused.map((one) => (bodyOf(one)['errors'] as Fault[]).map(({ location }) => location));
    const id = 'header.X-Request-ID';
    expect(places).toEqual([[id], [id], [id], [id], ['body', id]]);
  });
});
