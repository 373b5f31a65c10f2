// The console and its endpoint: public preview research, checked like the contract's, never live, never charged.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BriefOverview, Problem } from '../../../generated/api.ts';
import { createApp } from '../../app.ts';
import { validateDocument } from '../../contract/validation/documents-validator.ts';
import type { RateLimits } from '../../metering/limits/rate-limit.ts';
import { noRateLimits } from '../../metering/testing/rate-limits.ts';
import { createServing } from '../../process/serving.ts';
import { audit } from '../../store/keeping/audit.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openPublished } from '../../ingest/testing/published.ts';

const baseUrl = 'http://research.test';
let store: Store;
const servers: Server[] = [];
let address: string;

async function serve(rateLimits: RateLimits): Promise<string> {
  const now = () => '2026-11-02T12:00:00.000Z';
  const onFailure = (cause: unknown): void => console.error(cause);
  const shared = { store, baseUrl, now, rateLimits, onFailure };
  const serving = createServing({ ...shared, elapsed: () => performance.now() });
  const pages = {
    ...serving,
    ...shared,
    db: store.accounts,
    randomBytes,
    payments: { provider: 'none' as const },
    upstream: null,
    wakeMail: null,
    signUp: 'invited' as const,
  };
  const process = { isReady: async () => true, documentation: null, recordSchemas: {} };
  const server = createServer({ keepAliveTimeout: 600_000 }, await createApp({ ...serving, pages, process })).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  store = await openPublished('both');
  address = await serve(noRateLimits);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await store.close();
});

const ask = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${address}/docs/try/brief?${query}`, { headers });

describe('the endpoint of the console', () => {
  it('answers the preview with the headers of the operation and a charge of 0, though there is live research', async () => {
    const response = await ask('ticker=NWTB&max_results=2', { 'x-request-id': 'mine', 'accept-encoding': 'identity' });
    const brief = (await response.json()) as BriefOverview;
    validateDocument('Brief', brief);
    expect([response.status, brief.data_status.mode, brief.views.length]).toEqual([200, 'preview', 2]);
    const said = ['usage-charge', 'usage-remaining', 'x-request-id', 'research-version'].map((name) =>
      response.headers.get(name),
    );
    expect(said).toEqual(['0', null, 'mine', '2026-10-05']);
    const again = await ask('ticker=NWTB&max_results=2', { 'if-none-match': response.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(await audit(store.db)).toMatchObject({ entries: 0, drifts: [] });
  });

  it('refuses what the operation refuses, in the same words and all at once', async () => {
    const cases = [
      ['ticker=NWTB&max_results=50&detail=all', 400, 'invalid-request', 2],
      ['', 400, 'invalid-request', 1],
      ['ticker=NWTB&ticker=KLPF', 400, 'invalid-request', 1],
      ['ticker=NWTB&as_of=2030-01-01T00:00:00Z', 400, 'as-of-in-future', 1],
      ['ticker=NOPE', 404, 'not-covered', 1],
      ['ticker=NWTB&collection=live', 400, 'invalid-request', 1],
    ] as const;
    for (const [query, status, code, faults] of cases) {
      const response = await ask(query);
      const problem = (await response.json()) as Problem;
      validateDocument('Problem', problem);
      expect([query, response.status, problem.code, problem.errors.length]).toEqual([query, status, code, faults]);
      expect(problem.charged).toBe(false);
    }
  });

  it('gives nothing more to who sends a key, good or not', async () => {
    const plain = await (await ask('ticker=NWTB')).text();
    expect(await (await ask('ticker=NWTB', { authorization: 'Bearer ri_live_whatever' })).text()).toBe(plain);
  });

  it('is limited like everything that needs no key', async () => {
    const limited = await serve({ ...noRateLimits, unkeyed: [{ name: 'hour', quota: 2, seconds: 3_600 }] });
    const codes: number[] = [];
    for (let one = 0; one < 3; one += 1) codes.push((await fetch(`${limited}/docs/try/brief?ticker=NWTB`)).status);
    expect(codes).toEqual([200, 200, 429]);
    expect((await fetch(`${limited}/docs/try`)).status).toBe(429);
  });
});

describe('the console', () => {
  const open = async (query = '') => {
    const response = await fetch(`${address}/docs/try${query}`);
    return { status: response.status, text: await response.text() };
  };

  it('shows the document, what it cost, and the same call to copy, without a script', async () => {
    const { status, text } = await open();
    expect(status).toBe(200);
    for (const part of [
      'Usage-Charge:</b> 0',
      'Northwater Turbines, Inc.',
      `${baseUrl}/v1/brief?ticker=NWTB`,
      'client.brief({ ticker: ',
      'research brief NWTB',
      'Document-Digest',
    ])
      expect([part, text.includes(part)]).toEqual([part, true]);
    expect(text).toMatch(/<a class="t-string" href="#cit_[0-9a-f]{32}">/);
    expect(text).toMatch(/<li id="cit_[0-9a-f]{32}">/);
  });

  it('takes the empty fields of a form for what was left out', async () => {
    const { status, text } = await open('?ticker=KLPF&as_of=&detail=full&max_results=');
    expect(status).toBe(200);
    expect(text).toContain('theses');
    expect(text).toContain('<option value="full" selected>');
  });

  it('shows a refusal with its status and where to read on', async () => {
    const { status, text } = await open('?ticker=NOPE');
    expect([status, text.includes('/docs/errors/not-covered')]).toEqual([404, true]);
    expect((await open('?ticker=NWTB&max_results=99')).status).toBe(400);
  });

  it('has a front page before it that tells programs where to go on', async () => {
    const { headers } = await fetch(`${address}/`);
    expect(headers.get('link')).toContain('</openapi.json>; rel="service-desc"');
  });

  it('shows what was typed as text', async () => {
    const { text } = await open(`?ticker=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`);
    expect(text).not.toContain('<img src=x');
  });
});
