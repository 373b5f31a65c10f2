// Every metric moves with its event, on a service over a store; no label takes a value from a client.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { catalogue } from '../contract/problems.ts';
import { cacheNames } from '../memory/caches.ts';
import { cachesBytesMax } from '../memory/remembered.ts';
import type { Store } from '../store/engine/engine.ts';
import { StoreUnavailable } from '../store/engine/failures.ts';
import { publishTold } from '../store/testing/research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import { sendRaw } from '../testing/ask.ts';
import { connectChat, makeTestGrant } from '../testing/mcp.ts';
import { type MeasuredService, samplesOf, startMeasured } from '../testing/measured.ts';
import { routes } from '../../generated/routes.ts';

let store: Store;
let service: MeasuredService;
let key: string;
let workspaceId: string;

beforeAll(async () => {
  store = await openTestStore();
  await publishTold(store.db, {
    told: [{ belief: 'b1', observedAt: '2020-01-01T00:00:00.000Z' }],
    now: '2020-06-01T00:00:00.000Z',
  });
  workspaceId = await makeTestWorkspace(store, { prepaid: 100 });
  key = (await makeTestKey(store, workspaceId)).key;
  service = await startMeasured(store, '2026-06-01T12:00:00.000Z');
});
afterAll(async () => {
  await service.close();
  await store.close();
});

/** A store that is too busy, as any client sees it: shed, and counted once. */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${service.baseUrl}${path}`, init);
    if (response.status < 500) return response;
    if (tries === 20) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  }
}
const askBrief = (requestId: string = randomUUID(), bearer = key): Promise<Response> =>
  ask('/v1/brief?ticker=NWTB', { headers: { authorization: `Bearer ${bearer}`, 'x-request-id': requestId } });
const form = (path: string, fields: Record<string, string>): Promise<Response> =>
  ask(path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: service.baseUrl, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  });

type Labels = Readonly<Record<string, string>>;

/** The increase of the sum of these samples over an event. */
async function growth(name: string, labels: Labels, happen: () => Promise<unknown>): Promise<number> {
  const before = await service.value(name, labels);
  await happen();
  return (await service.value(name, labels)) - before;
}

describe('a request', () => {
  it('is counted by door, operation and status, charged once, timed, and found in memory the second time', async () => {
    const brief = { door: 'rest', operation: 'getBrief' };
    const built = { cache: 'kept', outcome: 'miss' };
    expect(await growth('research_cache_lookups_total', built, () => askBrief())).toBe(1);
    expect(await growth('research_requests_total', { ...brief, status: '200', code: '' }, () => askBrief())).toBe(1);
    expect(await growth('research_charges_total', brief, () => askBrief())).toBe(1);
    const timed = { operation: 'getBrief', status_class: '2xx' };
    expect(await growth('research_request_seconds_count', timed, () => askBrief())).toBe(1);
    expect(await growth('research_charge_batch_size_sum', {}, () => askBrief())).toBe(1);
    expect(await growth('research_charge_batch_seconds_count', { outcome: 'written' }, () => askBrief())).toBe(1);
    const hit = { cache: 'recent-live', outcome: 'hit' };
    expect(await growth('research_cache_lookups_total', hit, () => askBrief())).toBe(1);
    for (const cache of ['recent-live', 'kept', 'compressed']) {
      expect([cache, (await service.value('research_cache_bytes', { cache })) > 1_000]).toEqual([cache, true]);
    }
    const bounds = samplesOf(await service.text()).filter(({ name }) => name === 'research_cache_bound_bytes');
    expect(bounds.map(({ labels }) => labels['cache'])).toEqual(cacheNames);
    expect(bounds.reduce((sum, { value }) => sum + value, 0)).toBe(cachesBytesMax());
  });

  it('that is repeated is a replay and no charge', async () => {
    const requestId = randomUUID();
    await askBrief(requestId);
    const labels = { door: 'rest', operation: 'getBrief' };
    expect(await growth('research_charges_total', labels, () => askBrief(requestId))).toBe(0);
    expect(await growth('research_replays_total', labels, () => askBrief(requestId))).toBe(1);
  });

  it('of a chat comes through its own door', async () => {
    const { token } = await makeTestGrant(store, { baseUrl: service.baseUrl, workspaceId });
    const chat = await connectChat(service.baseUrl, token);
    const call = () => chat.callTool({ name: 'get_brief', arguments: { ticker: 'NWTB' } });
    expect(await growth('research_charges_total', { door: 'mcp', operation: 'getBrief' }, call)).toBe(1);
    await chat.close();
  });

  it('that is refused is counted by its code, with or without an operation', async () => {
    const refused = { door: 'rest', operation: 'getBrief', status: '401', code: 'unauthorized' };
    const stranger = `ri_live_${'a'.repeat(40)}`;
    expect(await growth('research_requests_total', refused, () => askBrief(randomUUID(), stranger))).toBe(1);
    expect(await growth('research_unrouted_total', { code: 'not-found' }, () => ask('/v1/nothing-here'))).toBe(1);
    const put = () => ask('/v1/brief', { method: 'PUT' });
    expect(await growth('research_unrouted_total', { code: 'method-not-allowed' }, put)).toBe(1);
    const noToken = () => ask('/mcp', { method: 'POST', body: '{}' });
    expect(await growth('research_unrouted_total', { code: 'unauthorized' }, noToken)).toBe(1);
    const port = Number(new URL(service.baseUrl).port);
    const noRequest = () => sendRaw(port, 'no HTTP at all\r\n\r\n');
    expect(await growth('research_unrouted_total', { code: 'invalid-request' }, noRequest)).toBe(1);
    const twoHosts = () => sendRaw(port, 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n');
    expect(await growth('research_unrouted_total', { code: 'invalid-request' }, twoHosts)).toBe(1);
  });

  it('without room or store is a shed, and what nobody expected a failure', async () => {
    const { serving, metrics } = service;
    const full = async (): Promise<void> => {
      const places: (() => void)[] = [];
      for (let place = serving.admit(); place !== null; place = serving.admit()) places.push(place);
      for (const leave of places) leave();
    };
    expect(await growth('research_sheds_total', { reason: 'in-work' }, full)).toBe(1);
    const gone = async () => serving.asProblem?.(new StoreUnavailable('gone'));
    expect(await growth('research_sheds_total', { reason: 'store' }, gone)).toBe(1);
    const fail = (cause: unknown) => async () => metrics.failed({ cause });
    const unexpected = { kind: 'unexpected' };
    expect(await growth('research_failures_total', unexpected, fail(new Error('broken')))).toBe(1);
    const ofStore = fail(new StoreUnavailable('gone'));
    expect(await growth('research_failures_total', { kind: 'store' }, ofStore)).toBe(1);
  });
});

describe('who gets in', () => {
  it('by a device login is counted from its start to its key', async () => {
    const begin = () =>
      ask('/api/auth/cli/initiate', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ deviceName: 'laptop' }),
      });
    expect(await growth('research_device_logins_total', { outcome: 'started' }, begin)).toBe(1);
    const { deviceCode } = (await (await begin()).json()) as { deviceCode: string };
    await store.db.raw(`update device_grant set expires_at = created_at + interval '1 millisecond'`);
    const poll = () => ask('/api/auth/cli/poll', { headers: { authorization: `Bearer ${deviceCode}` } });
    expect(await growth('research_device_logins_total', { outcome: 'expired' }, poll)).toBe(1);
    service.metrics.devicePolled('deliver');
    service.metrics.noted({ event: 'device-approved' });
    service.metrics.noted({ event: 'device-denied' });
    for (const outcome of ['approved', 'denied', 'delivered'])
      expect(await service.value('research_device_logins_total', { outcome })).toBe(1);
  });

  it('and who does not, by a password or a token', async () => {
    const wrong = { event: 'sign-in-refused', how: 'wrong' };
    const signIn = () => form('/sign-in', { email: 'nobody@example.com', password: 'gravel harbour' });
    expect(await growth('research_security_events_total', wrong, signIn)).toBe(1);
    const refused = { event: 'token-refused', how: 'invalid_client' };
    const redeem = () => form('/oauth/token', { grant_type: 'authorization_code', client_id: 'nobody', code: 'x' });
    expect(await growth('research_security_events_total', refused, redeem)).toBe(1);
  });
});

describe('the state of the service', () => {
  it('tells its release, its watermark and how often it was moved', async () => {
    const live = { collection: 'live' };
    expect(await service.value('research_release_version', live)).toBe(1);
    expect(await service.value('research_release_age_seconds', live)).toBeGreaterThan(0);
    // More than once if a session settles during this.
    expect(await service.value('research_ticks_total')).toBeGreaterThanOrEqual(1);
    expect(await service.value('research_watermark_age_seconds', live)).toBeGreaterThan(0);
    // Read once a minute: unchanged since before the first question moved the watermark, or 0.
    expect(await service.value('research_watermark_lag_seconds', live)).toBeGreaterThanOrEqual(0);
    expect(await service.value('research_observation_age_seconds', live)).toBeGreaterThan(86_400);
    expect(await service.value('research_calendar_remaining_seconds', live)).toBeGreaterThan(0);
    service.metrics.tidied('2026-01-01T00:00:00.000Z');
    expect(await service.value('research_tidied_timestamp_seconds')).toBe(1_767_225_600);
    expect(await service.value('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  it('tells the connections of its pools', async () => {
    const pools = samplesOf(await service.text()).filter(({ name }) => name === 'research_store_connections');
    expect(pools.length).toBe(inject('engine') === 'embedded' ? 2 : 4);
  });
});

it('no label has a value that a caller has chosen: no ticker, key, id, path or address', async () => {
  const allowed: Readonly<Record<string, readonly string[]>> = {
    door: ['rest', 'mcp'],
    operation: Object.keys(routes),
    code: ['', ...Object.keys(catalogue), 'invalid_client', 'invalid_grant', 'invalid_request'],
    status_class: ['2xx', '3xx', '4xx', '5xx'],
    collection: ['live', 'preview'],
    cache: cacheNames,
    pool: ['research', 'accounts', 'replica'],
    state: ['used', 'waiting'],
    reason: ['in-work', 'building', 'store'],
    kind: ['store', 'unexpected'],
  };
  const samples = samplesOf(await service.text()).filter(({ name }) => name.startsWith('research_'));
  const seen = new Set<string>();
  for (const { labels } of samples) {
    for (const [label, value] of Object.entries(labels)) {
      seen.add(label);
      if (label in allowed) expect(allowed[label]).toContain(value);
      else if (label === 'status') expect(value).toMatch(/^[1-5]\d\d$/);
      else if (label === 'le') expect(value).toMatch(/^([\d.]+|\+Inf)$/);
      else expect(['event', 'how', 'outcome', 'list'], label).toContain(label);
      expect(value).toMatch(/^([A-Za-z][A-Za-z0-9_-]{0,39}|[1-5]xx|[\d.]+|\+Inf|)$/);
    }
  }
  expect(seen.size).toBeGreaterThan(12);
  expect(await service.text()).not.toMatch(/NWTB|ri_live|\/v1\/|example\.com|laptop/);
});
