// Results: header fields, completeness, usability, and a document that the caller already has.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyStatus, isComplete, isUsable } from './index.ts';
import { ResearchClient } from './research-client.ts';
import { type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts';

let server: ScriptedServer;
let client: ResearchClient;

beforeAll(async () => {
  server = await startScriptedServer();
  client = new ResearchClient({ baseUrl: server.address, apiKey: 'k', clock: server.clock });
});
afterAll(() => server.close());

const dataStatus = {
  mode: 'live',
  freshness: 'current',
  coverage: 'complete',
  latest_observation_at: null,
  limitations: ['Adjusted closes.'],
} as const;
const document = {
  view: 'overview',
  views: [],
  as_of: '2026-10-01T13:00:00.000Z',
  data_status: dataStatus,
  warnings: [],
};

describe('a result', () => {
  it('carries what its headers and its document say', async () => {
    const headers = {
      'Usage-Charge': '1',
      'Usage-Remaining': '411',
      ETag: '"abc"',
      'Document-Digest': 'sha256:00',
      'Idempotent-Replayed': 'true',
    };
    server.play({ body: document, headers });
    const result = await client.brief({ ticker: 'NWTB' });
    expect(result).toMatchObject({
      data: document,
      charge: 1,
      remaining: 411,
      etag: '"abc"',
      digest: 'sha256:00',
      asOf: document.as_of,
    });
    expect(result).toMatchObject({
      replayed: true,
      notModified: false,
      dataStatus,
      warnings: [],
      requestId: server.seen[0]?.headers['x-request-id'],
    });
    expect(new TextDecoder().decode(result.bytes)).toBe(JSON.stringify(document));
  });

  it('is of no cost, and says nothing of what is left, where the answer does not', async () => {
    server.play({ body: { status: 'ready', dataMode: 'live' } });
    expect(await client.status()).toMatchObject({
      charge: 0,
      remaining: null,
      etag: null,
      digest: null,
      replayed: false,
      dataStatus: null,
    });
  });

  it('that is held comes back, free, where nothing has changed', async () => {
    server.play(
      { body: document, headers: { 'Usage-Charge': '1', ETag: '"abc"' } },
      { status: 304, headers: { ETag: '"abc"' } },
    );
    const held = await client.brief({ ticker: 'NWTB' });
    const again = await client.brief({ ticker: 'NWTB' }, { held });
    expect(server.seen.map((seen) => seen.headers['if-none-match'])).toEqual([undefined, '"abc"']);
    expect(again).toMatchObject({ data: document, charge: 0, notModified: true, etag: '"abc"' });
    expect([again.bytes, again.requestId === held.requestId]).toEqual([held.bytes, false]);
  });

  it.each([
    ['unlimited', 'unlimited'],
    ['0', 0],
    ['', null],
    ['-1', null],
    ['1e9', null],
    ['many', null],
  ])('says what is left only where the answer does: %s', async (said, remaining) => {
    server.play({ headers: { 'Usage-Charge': '1', 'Usage-Remaining': said } });
    expect(await client.brief({ ticker: 'NWTB' })).toMatchObject({ charge: 1, remaining });
  });

  it('is asked for by id, or by the address that a list gave', async () => {
    server.play({});
    await client.belief('bel/../1', { as_of: 'x' });
    await client.belief(`${server.address}/v1/beliefs/bel_1?as_of=2026-10-01T13%3A00%3A00.000Z`);
    await client.source('src_1');
    await client.evidence('evd_1');
    await client.receipt('a/b+c=');
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/v1/beliefs/bel%2F..%2F1?as_of=x',
      '/v1/beliefs/bel_1?as_of=2026-10-01T13%3A00%3A00.000Z',
      '/v1/sources/src_1',
      '/v1/evidence/evd_1',
      '/v1/receipts/a%2Fb%2Bc%3D',
    ]);
    // A `detail_url` contains its cutoff: a second one would be ignored.
    for (const kind of ['belief', 'source', 'evidence'] as const)
      await expect(client[kind](`${server.address}/v1/x`, { as_of: 'x' })).rejects.toMatchObject({
        code: 'invalid-argument',
      });
    expect(server.seen.length).toBe(5);
    await expect(client.evidence('https://elsewhere.example/v1/evidence/evd_1')).rejects.toMatchObject({
      code: 'foreign-origin',
    });
  });
});

describe('isComplete', () => {
  it('[SPEC-E1] says yes only where no label and no warning stands against it, and gives every reason and limitation', () => {
    expect(isComplete({ dataStatus, warnings: [] })).toEqual({
      complete: true,
      reasons: [],
      limitations: ['Adjusted closes.'],
    });
    // Unknown is not complete: a list of tickers and a receipt carry no completeness labels.
    const reasons = ['it has no data_status: nothing says that it is complete'];
    expect(isComplete({ dataStatus: null, warnings: [] })).toEqual({ complete: false, reasons, limitations: [] });
    const market_freshness = {
      status: 'unverified',
      expected_session: null,
      security_through: null,
      benchmark_through: null,
      reason: 'No price is known.',
    } as const;
    const worst = { ...dataStatus, coverage: 'partial', freshness: 'stale', market_freshness } as const;
    const warnings = [{ code: 'overview-view-cap', message: 'Five at most.', pointer: null }];
    expect(isComplete({ dataStatus: worst, warnings })).toEqual({
      complete: false,
      reasons: [
        'coverage is partial',
        'data are stale',
        'prices are unverified: No price is known.',
        'overview-view-cap: Five at most.',
      ],
      limitations: ['Adjusted closes.'],
    });
    let seen = 0;
    for (const freshness of ['current', 'delayed', 'stale'] as const)
      for (const coverage of ['complete', 'partial', 'insufficient'] as const) {
        seen += 1;
        const { complete } = isComplete({ dataStatus: { ...dataStatus, freshness, coverage }, warnings: [] });
        expect(complete).toBe(freshness === 'current' && coverage === 'complete');
      }
    expect(seen).toBe(9);
  });
});

describe('isUsable', () => {
  it('[SPEC-T2] follows the rule of the specification in every combination, with its reason', () => {
    let seen = 0;
    for (const status of ['ready', 'no_credit', 'spend_limit_reached', 'unavailable'] as const)
      for (const dataMode of ['live', 'preview'] as const)
        for (const prepaidRequestsRemaining of [0, 1, 400])
          for (const subscriptionPlan of [null, 'monthly'])
            for (const subscriptionRequestsRemaining of [null, 0, 7]) {
              seen += 1;
              const standing: Parameters<typeof isUsable>[0] = {
                status,
                dataMode,
                prepaidRequestsRemaining,
                subscriptionPlan,
                subscriptionRequestsRemaining,
              };
              const bySubscription =
                subscriptionPlan !== null &&
                (subscriptionRequestsRemaining === null || subscriptionRequestsRemaining > 0);
              const { usable, reason } = isUsable(standing satisfies Partial<KeyStatus>);
              expect([standing, usable]).toEqual([
                standing,
                status === 'ready' && dataMode === 'live' && (prepaidRequestsRemaining > 0 || bySubscription),
              ]);
              expect(reason).not.toBe('');
            }
    expect(seen).toBe(144);
  });
});
