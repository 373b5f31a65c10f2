// Security headers of every answer: no type guessing, no scripts, no framing, and TLS from then on.
import { afterAll, describe, expect, it } from 'vitest';
import { policiesOf, withPolicies } from './every-answer.ts';
import { startTestServer } from '../testing/ask.ts';

const server = await startTestServer();
afterAll(() => server.close());

const isSetNowhere = (): boolean => false;

describe('every answer', () => {
  it('has the policies, whatever it is an answer to', async () => {
    const paths = [
      '/v1/tickers',
      '/v1/status',
      '/v1/brief',
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/nothing',
      '/docs',
    ];
    const methods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'];
    let seen = 0;
    for (const path of paths) {
      for (const method of methods) {
        const { headers } = await server.ask(path, { method });
        expect([path, method, headers['x-content-type-options']]).toEqual([path, method, 'nosniff']);
        expect([path, method, headers['content-security-policy']]).toEqual([
          path,
          method,
          expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
        ]);
        expect([path, method, headers['strict-transport-security']]).toEqual([
          path,
          method,
          'max-age=31536000; includeSubDomains',
        ]);
        expect([path, method, headers['referrer-policy']]).toEqual([
          path,
          method,
          expect.stringMatching(/^(no-referrer|same-origin)$/),
        ]);
        seen += 1;
      }
    }
    expect(seen).toBe(40);
  });

  it('has them where it is no answer to a request at all, and on no address but https the one about TLS', async () => {
    const text = await server.raw('this is no request\r\n\r\n');
    for (const [name, value] of policiesOf('https://research.test')) expect(text).toContain(`${name}: ${value}\r\n`);
    expect(policiesOf('http://127.0.0.1').map(([name]) => name)).not.toContain('Strict-Transport-Security');
  });

  it('is never a trace of the request, and has no metrics', async () => {
    const traced = await server.ask('/v1/tickers', { method: 'TRACE', headers: { cookie: 'session=told' } });
    expect([traced.status, traced.text.includes('told')]).toEqual([405, false]);
    for (const path of ['/metrics', '/debug', '/.git/config', '/.env', '/server', '/assets']) {
      expect([path, (await server.ask(path)).status]).toEqual([path, 404]);
    }
  });
});

describe('a head', () => {
  const policies = policiesOf('https://research.test');

  it('is given what it lacks and keeps what it says, as a list, as names and values, or as nothing', () => {
    const own = withPolicies({ 'content-security-policy': 'mine', A: '1' }, policies, isSetNowhere);
    expect(own).toMatchObject({ 'content-security-policy': 'mine', A: '1', 'X-Content-Type-Options': 'nosniff' });
    expect(Object.keys(own)).toHaveLength(5);
    const list = ['X-CONTENT-TYPE-OPTIONS', 'nosniff', 'B', 'Referrer-Policy'];
    const given = withPolicies(list, policies, isSetNowhere);
    expect(given).toBe(list);
    expect(list.filter((_, at) => at % 2 === 0)).toEqual([
      'X-CONTENT-TYPE-OPTIONS',
      'B',
      'Content-Security-Policy',
      'Referrer-Policy',
      'Strict-Transport-Security',
    ]);
    expect(Object.keys(withPolicies(undefined, policies, isSetNowhere))).toHaveLength(4);
    expect(Object.keys(withPolicies(undefined, policies, (name) => name === 'Referrer-Policy'))).toHaveLength(3);
  });
});
