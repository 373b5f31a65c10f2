/** The HTTP surface over fake answers: answers, the order of refusals, and no 500. */
import { afterAll, describe, expect, it } from 'vitest';
import { validateDocument } from './contract/validation/documents-validator.ts';
import type { Fault } from './contract/validation/faults.ts';
import { oauthOperations } from './contract/operations.ts';
import { invalidRequests } from './testing/invalid-requests.ts';
import { bodyOf, exampleAnswer, liveKey, startTestServer } from './testing/ask.ts';
import type { HttpAnswer } from './testing/ask.ts';
import { routes } from '../generated/routes.ts';
import type { Route } from '../generated/routes.ts';

const server = await startTestServer();
const key = { authorization: liveKey };
afterAll(() => server.close());

const locationsOf = (answered: HttpAnswer): readonly string[] =>
  (bodyOf(answered)['errors'] as readonly Fault[]).map((fault) => fault.location).toSorted();

describe('an invalid request [SPEC-B0] [SPEC-L1] [SPEC-L2] [SPEC-L4]', () => {
  it.each(invalidRequests)('$what is $status', async (one) => {
    const answered = await server.ask(one.path, {
      ...(one.method === undefined ? {} : { method: one.method }),
      ...(one.body === undefined ? {} : { body: one.body }),
      headers: { ...(one.keyless ? {} : key), ...one.headers },
    });
    expect(answered.status).toBe(one.status);
    if (one.method === 'HEAD') return;
    const body = bodyOf(answered);
    validateDocument('Problem', body);
    expect([body['code'], body['status'], locationsOf(answered)]).toEqual([
      one.code,
      one.status,
      (one.locations ?? []).toSorted(),
    ]);
    expect(answered.headers['content-type']).toBe('application/problem+json');
    expect(answered.headers['x-request-id']).toBe(body['request_id']);
    expect(body['instance']).toBe(`urn:request:${String(body['request_id'])}`);
    const served = Object.entries(routes as Record<string, Route>).find(
      ([id, row]) => row.path === one.path.split('?')[0] && !(oauthOperations as readonly string[]).includes(id),
    );
    if (served !== undefined && one.status !== 405)
      expect(Object.keys(served[1].answers)).toContain(String(one.status));
  });

  it('is told of in a table of more than a hundred, with no failure of ours among them', () => {
    expect(invalidRequests.length).toBeGreaterThanOrEqual(100);
    expect(server.failures).toEqual([]);
  });
});

describe('GET /v1/brief', () => {
  it('sends the document as it is, with its entity tag and digest, for the caller alone [SPEC-B5]', async () => {
    const answered = await server.ask('/v1/brief?ticker=NWTB', { headers: { ...key, 'x-request-id': 'mine-1' } });
    const { bytes, sha256 } = exampleAnswer('BriefOverview');
    expect([answered.status, answered.text]).toEqual([200, bytes.toString()]);
    expect(answered.headers).toMatchObject({
      'x-request-id': 'mine-1',
      'research-version': '2026-10-05',
      'content-type': 'application/json',
      'content-length': String(bytes.length),
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Accept, Accept-Encoding, Research-Version',
      etag: `"${sha256}"`,
      'document-digest': `sha256:${Buffer.from(sha256, 'base64').toString('hex')}`,
      'x-content-type-options': 'nosniff',
    });
    expect(answered.headers).not.toHaveProperty('x-powered-by');
  });

  it('answers 304 to the tag that it gave, and only after the key is checked', async () => {
    const { sha256 } = exampleAnswer('BriefOverview');
    for (const tag of [`"${sha256}"`, `W/"${sha256}"`, `"x", "${sha256}"`, '*']) {
      const answered = await server.ask('/v1/brief?ticker=NWTB', { headers: { ...key, 'if-none-match': tag } });
      expect([tag, answered.status, answered.text, answered.headers.etag]).toEqual([tag, 304, '', `"${sha256}"`]);
    }
    expect((await server.ask('/v1/brief?ticker=NWTB', { headers: { ...key, 'if-none-match': '"x"' } })).status).toBe(
      200,
    );
    expect((await server.ask('/v1/brief?ticker=NWTB', { headers: { 'if-none-match': '*' } })).status).toBe(401);
    for (const coding of ['identity', 'gzip', 'br']) {
      const coded = { ...key, 'accept-encoding': coding };
      const whole = await server.ask('/v1/brief?ticker=NWTB', { headers: coded });
      const held = await server.ask('/v1/brief?ticker=NWTB', { headers: { ...coded, 'if-none-match': '*' } });
      expect([held.status, held.headers.etag]).toEqual([304, whole.headers.etag]);
    }
  });

  it('says nothing of an unexpected failure to the client, and everything to the log', async () => {
    const failing = await startTestServer();
    const answered = await failing.ask('/v1/brief?ticker=FAIL', { headers: key });
    expect([answered.status, bodyOf(answered)['code']]).toEqual([500, 'internal']);
    expect(answered.text).not.toContain('secret');
    expect(failing.failures.map(({ operation, cause }) => [operation, String(cause)])).toEqual([
      ['getBrief', 'Error: column "secret" does not exist'],
    ]);
    await failing.close();
  });
});

describe('GET /v1/tickers and /v1/status', () => {
  it('gives the coverage list to anyone, from any page, for a minute [SPEC-A3] [SPEC-C1]', async () => {
    const answered = await server.ask('/v1/tickers', { headers: { origin: 'https://page.test' } });
    validateDocument('TickersResponse', bodyOf(answered));
    expect(answered.headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
    });
    const again = await server.ask('/v1/tickers', { headers: { 'if-none-match': String(answered.headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await server.ask('/v1/tickers', { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      answered.headers['content-length'],
    ]);
    const before = await server.ask('/v1/tickers', { method: 'OPTIONS' });
    expect([before.status, before.headers['access-control-allow-origin']]).toEqual([204, '*']);
  });

  it('tells a key what it may spend, and that nobody may keep the answer [SPEC-T1]', async () => {
    const answered = await server.ask('/v1/status', { headers: key });
    validateDocument('KeyStatus', bodyOf(answered));
    expect(bodyOf(answered)).toMatchObject({
      status: 'no_credit',
      dataMode: 'live',
      subscriptionPlan: null,
      keyId: 'key_1',
    });
    expect(answered.headers['cache-control']).toBe('no-store');
    expect(answered.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('the routes of the process', () => {
  it('answer health, readiness, the served contract, the documentation and a page per problem', async () => {
    expect(bodyOf(await server.ask('/healthz'))).toEqual({ status: 'ok' });
    expect(bodyOf(await server.ask('/readyz'))).toEqual({ status: 'ready' });
    const served = await server.ask('/openapi.json');
    const answered = Object.entries(routes as Record<string, Route>);
    expect(Object.keys(bodyOf(served)['paths'] as object)).toEqual([
      ...new Set(answered.map(([, { path }]) => path.replaceAll(/:(\w+)/g, '{$1}'))),
    ]);
    expect(
      (await server.ask('/openapi.json', { headers: { 'if-none-match': String(served.headers.etag) } })).status,
    ).toBe(304);
    const docs = await server.ask('/docs');
    expect([docs.status, docs.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(docs.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const schemas = bodyOf(await server.ask('/docs/record-schemas.json'));
    expect(Object.keys(schemas)).toContain('statement');
    expect((await server.ask('/')).headers.location).toBe('/docs');
    const refused = bodyOf(await server.ask('/v1/brief?ticker=ZZZZ', { headers: key }));
    const page = await server.ask(String(refused['type']).replace('https://research.test', ''));
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('not-covered')]);
    expect((await server.ask('/docs/errors/__proto__')).status).toBe(404);
    expect((await server.ask('/healthz', { method: 'POST' })).headers.allow).toBe('GET, HEAD');
  });

  it('say that the service is not ready while the store cannot be read', async () => {
    const broken = await startTestServer({
      process: { isReady: () => Promise.reject(new Error('down')), documentation: null, recordSchemas: {} },
    });
    expect((await broken.ask('/readyz')).status).toBe(503);
    expect((await broken.ask('/healthz')).status).toBe(200);
    expect((await broken.ask('/docs')).status).toBe(404);
    await broken.close();
  });
});

describe('no byte of a foreign host', () => {
  it('is in any answer', async () => {
    const headers = { ...key, host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' };
    let seen = 0;
    for (const path of ['/v1/brief', '/v1/tickers', '/v1/status', '/openapi.json', '/', '/nowhere']) {
      const answered = await server.ask(path, { headers });
      expect(JSON.stringify(answered)).not.toContain('evil');
      seen += 1;
    }
    expect(seen).toBe(6);
    expect(
      await server.raw('GET http://evil.test/v1/tickers HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n'),
    ).not.toContain('evil');
  });
});
