// Answers of a running service against its public log: each row that a document shows is in it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../server/store/engine/engine.ts';
import { beginTestLog } from '../../server/store/testing/log.ts';
import { makeTestKey, makeTestWorkspace } from '../../server/testing/accounts.ts';
import { type ServedStore, serveStoreAt } from '../../server/testing/served-store.ts';
import { type Check, ResearchClient, type ResearchResult, logKeys, logSource, readLog, verify } from '../index.ts';
import { openPublished } from '../../server/ingest/testing/published.ts';

let store: Store;
let service: ServedStore;
let client: ResearchClient;

beforeAll(async () => {
  store = await openPublished('both');
  await beginTestLog(store);
  service = await serveStoreAt(store, '2026-11-01T00:00:00.000Z');
  const { key } = await makeTestKey(store, await makeTestWorkspace(store, { prepaid: 1_000 }));
  client = new ResearchClient({ baseUrl: service.address, apiKey: key });
});
afterAll(async () => {
  await service.close();
  await store.close();
});

async function logChecksOf(result: ResearchResult<object>): Promise<Check[]> {
  const keys = await logKeys(service.address);
  const log = await readLog(logSource(service.address), { keys });
  const { openings } = (await client.openings(result.requestId)).data;
  const { checks } = await verify(result, { log: { log, openings } });
  return checks.filter(({ name }) => name.startsWith('log-'));
}

it('proves each brief of each form, each page and each record, row by row', async () => {
  const { tickers } = (await client.tickers()).data;
  const counts = new Map<string, number>();
  const results: ResearchResult<object>[] = [];
  for (const { ticker } of tickers)
    for (const detail of ['overview', 'full'] as const) results.push(await client.brief({ ticker, detail }));
  for await (const page of client.beliefs({ limit: 50 }).pages()) {
    results.push(page);
    for (const { detail_url } of page.data.data.beliefs.slice(0, 10)) results.push(await client.belief(detail_url));
  }
  for (const result of results) {
    const checks = await logChecksOf(result);
    const failed = checks
      .filter(({ outcome }) => outcome !== 'passed')
      .map(({ name, of, reason }) => [name, of, reason]);
    expect([JSON.stringify(result.data).slice(0, 80), failed]).toEqual([expect.any(String), []]);
    for (const { name } of checks) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  expect(results.length).toBeGreaterThan(20);
  for (const [name, least] of [
    ['log-checkpoint', results.length],
    ['log-inclusion', 500],
    ['log-row', 500],
  ] as const)
    expect(counts.get(name)).toBeGreaterThanOrEqual(least);
});

it('finds one changed word, number or hash of a document that its digest does not cover', async () => {
  const result = await client.brief({ ticker: 'NWTB' });
  const { openings } = (await client.openings(result.requestId)).data;
  const log = await readLog(logSource(service.address), { keys: await logKeys(service.address) });
  const places: (readonly (string | number)[])[] = [
    ['views', 0, 'direction'],
    ['views', 0, 'status'],
    ['views', 0, 'summary', 'text'],
    ['views', 0, 'support', 'statement', 'text'],
    ['citations', 0, 'locator'],
    ['citations', 1, 'content_hash'],
    ['citations', 2, 'evidence_id'],
  ];
  for (const place of places) {
    const { checks } = await verify(changedAt(structuredClone(result.data), place), { log: { log, openings } });
    const failed = checks.filter(({ name, outcome }) => name === 'log-row' && outcome === 'failed');
    expect([place.join('.'), failed.length]).toEqual([place.join('.'), 1]);
  }
});

function changedAt(document: object, place: readonly (string | number)[]): object {
  const inner = place.slice(0, -1).reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
  Object.assign(inner as object, { [place.at(-1) ?? '']: 'changed' });
  return document;
}
