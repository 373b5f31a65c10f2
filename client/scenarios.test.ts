// Scenarios shared with the Python package, run against this one; the Python package runs them in its own tests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../server/contract/problems.ts';
import { recordedDocument } from '../server/testing/recordings.ts';
import { type CallOptions, type PagedList, ResearchClient, type ResearchError, isResearchError } from './index.ts';
import data from './scenarios.json' with { type: 'json' };
import { type Turn, type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts';

type Script =
  | 'drop'
  | 'drop-midway'
  | 'hang'
  | {
      status?: number;
      headers?: Record<string, string>;
      text?: string;
      document?: string;
      json?: unknown;
      set?: Record<string, unknown>;
      problem?: string;
      charged?: null;
      detail?: string;
    };

type Scenario = {
  name: string;
  question: { method: string; wait?: number };
  key?: string;
  basePath?: string;
  held?: boolean;
  options?: { retries?: number; timeout?: number; maxCharge?: number; requestId?: string };
  script: readonly Script[];
  expect: {
    requests: number;
    ids?: number;
    pages?: number;
    items?: number;
    paths?: readonly string[];
    headers?: readonly Record<string, string | null>[];
    slept?: readonly number[];
    charge?: number;
    notModified?: boolean;
    usage?: readonly number[];
    detail?: string;
    error?: Record<string, unknown>;
    then?: string;
  };
};

const scenarios = data.scenarios as unknown as readonly Scenario[];
const codes = data.codes as Readonly<Record<string, { status: number; retryable: boolean }>>;
const liveKey = 'ri_live_0123456789abcdefghijklmnop';

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

async function played(one: Script, key: string): Promise<Turn> {
  if (typeof one === 'string') return one;
  const { status = 200, headers = {}, text, json, document, set = {}, problem, charged = false } = one;
  if (text !== undefined) return { status, headers, body: text };
  if (json !== undefined) {
    return {
      status,
      headers,
      body: JSON.parse(JSON.stringify(json).replaceAll('{address}', server.address)) as object,
    };
  }
  if (document !== undefined) {
    const body = recordedDocument<Record<string, unknown>>(document);
    for (const [path, value] of Object.entries(set)) {
      const names = path.split('.');
      const last = names.pop() ?? '';
      const owner = names.reduce((object, name) => object[name] as Record<string, unknown>, body);
      owner[last] = typeof value === 'string' ? value.replace('{address}', server.address) : value;
    }
    return { status, headers, body };
  }
  const code = problem ?? '';
  const detail = (one.detail ?? 'made up').replace('{key}', key);
  const { status: refused = 500, retryable = false } = codes[code] ?? {};
  const fixed = { type: 'https://research.example/docs/errors', title: code, instance: 'urn:request:1', errors: [] };
  const body = { ...fixed, status: refused, detail, code, request_id: 'theirs', charged, retryable };
  return { status: refused, headers: { 'Content-Type': 'application/problem+json', ...headers }, body };
}

type Outcome = { charge?: number; notModified?: boolean; pages: number; items: number; error: ResearchError | null };

async function asked(client: ResearchClient, { question, options = {}, held }: Scenario): Promise<Outcome> {
  const outcome: Outcome = { pages: 0, items: 0, error: null };
  const { requestId } = options;
  const call = requestId === undefined ? {} : { requestId };
  try {
    const list = listOf(client, question, call);
    if (list !== null) {
      for await (const { data } of list.pages()) {
        outcome.pages += 1;
        outcome.items += itemsOf(data);
      }
    } else if (question.method === 'status') await client.status(call);
    else {
      const first = held === true ? await client.brief({ ticker: 'NWTB' }) : undefined;
      const query = { ticker: 'NWTB' };
      const result = await client.brief(query, first === undefined ? call : { ...call, held: first });
      outcome.charge = result.charge;
      outcome.notModified = result.notModified;
    }
  } catch (thrown) {
    if (!isResearchError(thrown)) throw thrown;
    outcome.error = thrown;
  }
  return outcome;
}

function listOf(
  client: ResearchClient,
  { method, wait }: Scenario['question'],
  call: CallOptions,
): PagedList<unknown, object> | null {
  if (method === 'releases') return client.releases({ after: 7 }, { ...call, ...(wait !== undefined && { wait }) });
  if (method === 'beliefs') return client.beliefs({}, call);
  if (method === 'changes') return client.changes({ since: '2026-09-01T00:00:00Z' }, call);
  if (method === 'sourceEvidence') return client.sourceEvidence('src_1', {}, call);
  return method === 'receipts' ? client.receipts({}, call) : null;
}

function itemsOf(page: object): number {
  const { data = {}, releases } = page as { data?: Record<string, unknown>; releases?: unknown[] };
  if (releases !== undefined) return releases.length;
  return ((data['beliefs'] ?? data['changes'] ?? data['evidence'] ?? data['receipts']) as unknown[]).length;
}

describe('each scenario of scenarios.json', () => {
  it.each(scenarios.map((one) => [one.name, one] as const))('%s', async (_name, scenario) => {
    const { key = liveKey, basePath = '', options = {}, script, expect: wanted } = scenario;
    server.play(...(await Promise.all(script.map((one) => played(one, key)))));
    const { retries, maxCharge } = options;
    const client = new ResearchClient({
      baseUrl: `${server.address}${basePath}`,
      apiKey: key,
      clock: server.clock,
      ...(retries !== undefined && { retries }),
      ...(maxCharge !== undefined && { maxCharge }),
      ...(options.timeout !== undefined && { timeoutMs: options.timeout * 1_000 }),
    });
    const { error, charge, notModified, pages, items } = await asked(client, scenario);
    const { status, retryable, charged, code } = error ?? {};
    const seen = error === null ? undefined : { code, status, charged, retryable };
    const { retryAfter, ...of } = wanted.error ?? {};
    expect(seen).toEqual(wanted.error === undefined ? undefined : of);
    if (retryAfter !== undefined) expect(error?.retryAfter).toBe(retryAfter);
    if (wanted.detail !== undefined) expect(error?.detail).toBe(wanted.detail);
    if (wanted.charge !== undefined) expect(charge).toBe(wanted.charge);
    if (wanted.notModified !== undefined) expect(notModified).toBe(wanted.notModified);
    if (wanted.pages !== undefined) expect(pages).toBe(wanted.pages);
    if (wanted.items !== undefined) expect(items).toBe(wanted.items);
    expect(server.seen.length).toBe(wanted.requests);
    const ids = new Set(server.seen.map(({ headers }) => headers['x-request-id']));
    expect(ids.size).toBe(wanted.ids ?? (scenario.held === true ? 2 : Math.min(1, wanted.requests)));
    if (wanted.paths !== undefined) expect(server.seen.map(({ path }) => path)).toEqual(wanted.paths);
    if (wanted.headers !== undefined)
      expect(
        server.seen.map(({ headers: { prefer = null, authorization = null } }) => ({ prefer, authorization })),
      ).toEqual(wanted.headers);
    if (wanted.slept !== undefined) expect(server.clock.slept.map((ms) => ms / 1_000)).toEqual(wanted.slept);
    if (wanted.usage !== undefined) expect([client.usage.charged, client.usage.unknown]).toEqual(wanted.usage);
    if (wanted.then !== undefined) expect((await asked(client, scenario)).error?.code).toBe(wanted.then);
  });
});

describe('the codes of scenarios.json', () => {
  it('are those of the service, with their status and whether they are retried', () => {
    const own = Object.entries(catalogue).map(([code, { status, retryable }]) => [code, { status, retryable }]);
    expect(codes).toEqual(Object.fromEntries(own));
  });

  it.each(Object.keys(codes))('%s is an error with this code, and tried again where that can help', async (code) => {
    server.play(await played({ problem: code }, liveKey));
    const client = new ResearchClient({ baseUrl: server.address, apiKey: liveKey, clock: server.clock });
    const { error } = await asked(client, {
      name: code,
      question: { method: 'brief' },
      script: [],
      expect: { requests: 0 },
    });
    expect([error?.code, error?.status, error?.retryable]).toEqual([code, codes[code]?.status, codes[code]?.retryable]);
    expect(server.seen.length).toBe(codes[code]?.retryable === true ? 3 : 1);
  });
});
