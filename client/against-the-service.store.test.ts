// Client against a running service: every question, whole walks, verification, receipts, and a login with its payment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedStore, serveStoreAt } from '../server/testing/served-store.ts';
import { decideLogin } from '../server/access/devices/device-login.ts';
import type { Store } from '../server/store/engine/engine.ts';
import { record } from '../server/store/ledger/ledger.ts';
import { makeTestKey, makeTestWorkspace } from '../server/testing/accounts.ts';
import { makeDecider } from '../server/testing/device.ts';
import { systemClock } from './login/clock.ts';
import {
  type BriefOverview,
  type LoginCode,
  ResearchClient,
  type ResearchResult,
  diff,
  isComplete,
  verify,
} from './index.ts';
import { openPublished } from '../server/ingest/testing/published.ts';

let store: Store;
let service: ServedStore;
let client: ResearchClient;
let preview: ResearchClient;
const credit = 5_000;

beforeAll(async () => {
  store = await openPublished('both');
  service = await serveStoreAt(store, '2026-11-01T00:00:00.000Z');
  const live = await makeTestKey(store, await makeTestWorkspace(store, { prepaid: credit }));
  const free = await makeTestKey(store, null);
  client = new ResearchClient({ baseUrl: service.address, apiKey: live.key });
  preview = new ResearchClient({ baseUrl: service.address, apiKey: free.key });
});
afterAll(async () => {
  await service.close();
  await store.close();
});

async function overview(by: ResearchClient, query: { as_of?: string } = {}): Promise<ResearchResult<BriefOverview>> {
  const result = await by.brief({ ticker: 'NWTB', ...query });
  if (result.data.view !== 'overview') throw new Error('not an overview');
  return result as ResearchResult<BriefOverview>;
}

describe('a live key', () => {
  it('[SPEC-L9] is charged one unit for each question and page, as results, receipts and the balance say alike', async () => {
    const before = client.usage.charged;
    const results: ResearchResult<unknown>[] = [
      await overview(client),
      await client.brief({ ticker: 'NWTB', detail: 'full' }),
    ];
    const asOf = results[0]?.asOf ?? '';
    const beliefs: string[] = [];
    for await (const page of client.beliefs({ ticker: 'KLPF', limit: 2 }).pages()) {
      results.push(page);
      for (const { belief_id, detail_url } of page.data.data.beliefs) {
        beliefs.push(belief_id);
        if (beliefs.length === 1)
          results.push(await client.belief(detail_url), await client.belief(belief_id, { as_of: asOf }));
      }
    }
    for await (const page of client.sources({ limit: 50 }).pages()) {
      results.push(page);
      const [source] = page.data.data.sources;
      if (source !== undefined)
        results.push(await client.source(source.source_id), await client.source(source.detail_url));
    }
    for await (const page of client.entities().pages()) results.push(page);
    expect(new Set(beliefs).size).toBe(beliefs.length);
    expect(results.length).toBeGreaterThan(10);
    for (const { requestId, charge, digest } of results) {
      const { data: receipt } = await client.receipt(requestId);
      expect([charge, receipt.units, receipt.document_digest]).toEqual([1, 1, digest]);
    }
    const { data: status } = await client.status();
    expect(client.usage).toEqual({ charged: before + results.length, unknown: 0 });
    expect(status.prepaidRequestsRemaining).toBe(credit - client.usage.charged);
    for (const result of results) expect((await verify(result)).ok).toBe(true);
  });

  it('gets the same bytes for the same id, the same cutoff, and the document that it holds', async () => {
    const first = await overview(client);
    const again = await client.brief({ ticker: 'NWTB' }, { requestId: first.requestId });
    expect([again.replayed, again.charge, again.digest]).toEqual([true, 0, first.digest]);
    const pinned = await overview(client, { as_of: first.asOf ?? '' });
    expect([pinned.bytes, pinned.charge]).toEqual([first.bytes, 1]);
    const held = await client.brief({ ticker: 'NWTB' }, { held: first });
    expect([held.notModified, held.charge, held.data]).toEqual([true, 0, first.data]);
  });

  it('receives every fault of a question', async () => {
    const query = { ticker: 'NWTB', max_results: 21, as_of: 'yesterday' };
    await expect(client.brief(query)).rejects.toMatchObject({ code: 'invalid-request', status: 400, charged: false });
    const thrown = (await client.brief(query).catch((error: unknown) => error)) as { errors: { location: string }[] };
    expect(thrown.errors.length).toBe(2);
    const industry = await entityOf('industry');
    const large = await client.brief({ entity_id: industry, max_results: 20 }).catch((error: unknown) => error);
    expect(large).toMatchObject({
      code: 'brief-too-large',
      problem: { suggested_max_results: expect.any(Number) as number },
    });
    await expect(client.belief('bel_0')).rejects.toMatchObject({ code: 'no-such-record' });
    await expect(new ResearchClient({ baseUrl: service.address }).status()).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });
});

async function entityOf(kind: string): Promise<string> {
  for await (const entity of client.entities()) if (entity.kind === kind) return entity.entity_id;
  throw new Error(`no entity is an ${kind}`);
}

describe('a preview key', () => {
  it('reads every covered ticker complete or with the reasons why not, and verifies all of it down to its quotes, free', async () => {
    const { data } = await preview.tickers();
    expect(data.tickers.length).toBeGreaterThan(10);
    let quotes = 0;
    for (const { ticker } of data.tickers) {
      const brief = await preview.brief({ ticker });
      const { complete, reasons } = isComplete(brief);
      expect([ticker, complete]).toEqual([ticker, brief.dataStatus?.coverage === 'complete' && reasons.length === 0]);
      const ids = [...new Set(brief.data.citations.map(({ evidence_id }) => evidence_id))];
      const evidence = await Promise.all(ids.map((id) => preview.evidence(id, { as_of: brief.asOf ?? '' })));
      const report = await verify(brief, { evidence });
      expect([ticker, report.checks.filter(({ outcome }) => outcome === 'failed')]).toEqual([ticker, []]);
      quotes += report.checks.filter(({ name, outcome }) => name === 'quote' && outcome === 'passed').length;
    }
    expect(quotes).toBeGreaterThan(30);
    expect(preview.usage).toEqual({ charged: 0, unknown: 0 });
  });

  it('shows what changed between two cutoffs', async () => {
    const [april, october] = [await overview(preview, { as_of: '2026-04-01T00:00:00Z' }), await overview(preview)];
    expect(diff(april, october).length).toBeGreaterThan(5);
    expect(diff(october, await overview(preview))).toEqual([]);
  });
});

describe('a device login', () => {
  it('[SPEC-A8] ends with a key that pays, once a person has approved and credit is recorded, and nothing metered was asked', async () => {
    const workspaceId = await makeTestWorkspace(store);
    const { userId } = await makeDecider(store, workspaceId, 'admin');
    const seconds: number[] = [];
    const clock = {
      ...systemClock,
      // The database dates the polls; moving them back replaces the real wait.
      sleep: async (milliseconds: number) => {
        seconds.push(milliseconds / 1_000);
        await store.db.raw(`update device_grant set polled_at = polled_at - ? * interval '1 millisecond'`, [
          milliseconds,
        ]);
      },
    };
    const by = new ResearchClient({ baseUrl: service.address, apiKey: '', clock });
    const calls: { codes: LoginCode[]; saved: string[]; links: string[] } = { codes: [], saved: [], links: [] };
    const login = await by.login({
      deviceName: 'laptop',
      onCode: async (code) => {
        calls.codes.push(code);
        const approved = { userCode: code.userCode, decision: 'approve', userId, workspaceId } as const;
        expect(await decideLogin(store.db, approved)).toBe('decided');
      },
      save: (key) => void calls.saved.push(key),
      onCheckout: async (link) => {
        calls.links.push(link);
        const entry = {
          entryId: `led_${workspaceId}`,
          accountId: workspaceId,
          origin: 'test',
          reference: null,
          now: '2026-10-01T00:00:00.000Z',
        };
        await store.db.transaction((trx) => record(trx, entry, { kind: 'prepaid', units: 2 }));
      },
    });
    expect(login).toMatchObject({ how: 'device', usable: true, reason: '2 prepaid requests are left' });
    expect([calls.codes.length, calls.saved.length, seconds]).toEqual([1, 1, [5, 10]]);
    expect(calls.links).toEqual([expect.stringMatching(/\/subscribe\?access=required&source=cli-auth&acquisition=/)]);
    expect(calls.codes[0]?.browserUrl).toBe(`${service.address}/cli-auth?code=${calls.codes[0]?.userCode}`);
    expect((await by.brief({ ticker: 'NWTB' })).remaining).toBe(1);
  });
});
