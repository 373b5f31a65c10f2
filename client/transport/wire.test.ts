// Calls against a failing server: retries, their request ids, and the error in the end.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../server/testing/port.ts';
import { ProblemError, catalogue, problem } from '../../server/contract/problems.ts';
import { ResearchClient } from '../research-client.ts';
import type { CallOptions } from '../questions.ts';
import { type ResearchError, type ResearchErrorCode, isResearchError } from '../problems.ts';
import type { ProblemCode, ResearchClientOptions } from '../index.ts';
import {
  type Turn,
  type ScriptedServer,
  startScriptedServer,
  virtualStart,
  labels,
} from '../testing/scripted-server.ts';

let server: ScriptedServer;
const apiKey = 'ri_live_0123456789abcdefghijklmnop';

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());
afterEach(() => {
  // One logical request never uses two ids, and never none.
  const ids = new Set(server.seen.map(({ headers }) => headers['x-request-id']));
  if (ids.size > 1 || ids.has(undefined)) throw new Error(`${ids.size} ids for one request`);
});

const good: Turn = { body: { ...labels, view: 'overview', as_of: 'x', views: [] }, headers: { 'Usage-Charge': '1' } };

function played(code: ProblemCode, headers: Record<string, string> = {}, charged: false | null = false): Turn {
  const error = new ProblemError(code, charged === null ? { charged } : {});
  const body = problem(error, { baseUrl: 'https://research.example', requestId: 'theirs' });
  return { status: error.entry.status, headers: { 'Content-Type': 'application/problem+json', ...headers }, body };
}

function client(options: ResearchClientOptions = {}): ResearchClient {
  return new ResearchClient({ baseUrl: server.address, apiKey, clock: server.clock, ...options });
}

async function failed(options: ResearchClientOptions = {}, call: CallOptions = {}): Promise<ResearchError> {
  const thrown: unknown = await client(options)
    .brief({ ticker: 'NWTB' }, call)
    .then(
      () => null,
      (error: unknown) => error,
    );
  if (!isResearchError(thrown)) throw new Error(`not a typed failure: ${String(thrown)}`);
  return thrown;
}

describe('every code of the contract', () => {
  const codes = Object.keys(catalogue) as ProblemCode[];

  it('is what the error carries, is retried where the contract says so and only there, and is charged as the service says', async () => {
    expect(codes.length).toBeGreaterThan(25);
    for (const code of codes) {
      server.play(played(code));
      const error = await failed();
      const { status, retryable } = catalogue[code];
      expect(error).toMatchObject({ name: 'ResearchError', code, status, retryable, charged: false, errors: [] });
      expect(error.requestId).toBe(server.seen[0]?.headers['x-request-id']);
      expect([code, server.seen.length]).toEqual([code, retryable ? 3 : 1]);
      expect(new Set(server.seen.map(({ headers }) => headers['x-request-id'])).size).toBe(1);
      expect(error.problem?.code).toBe(code);
      server.play(played(code, {}, null));
      expect((await failed()).charged).toBe('unknown');
    }
  });

  it('is overcome by a retry under the same id, where a retry can', async () => {
    const retryable = codes.filter((code) => catalogue[code].retryable);
    expect(retryable).toEqual(['request-running', 'rate-limited', 'internal', 'unavailable']);
    for (const code of retryable) {
      server.play(played(code), good);
      const result = await client().brief({ ticker: 'NWTB' });
      expect([result.charge, server.seen.length]).toEqual([1, 2]);
      expect(server.seen.map(({ headers }) => headers['x-request-id'])).toEqual([result.requestId, result.requestId]);
    }
  });
});

describe('the pause before a retry', () => {
  it('is a random part of a span that doubles, up to eight seconds', async () => {
    server.play(played('unavailable'));
    await failed({ retries: 7 });
    expect(server.clock.slept).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  it('is at least what Retry-After says, in seconds or as a date', async () => {
    const date = new Date(virtualStart + 3_600_000);
    for (const [header, atLeast] of [
      ['7', 7_000],
      ['0', 0],
    ] as const) {
      server.play(played('rate-limited', { 'Retry-After': header }), good);
      await client().brief({ ticker: 'NWTB' });
      expect(server.clock.slept).toEqual([atLeast + 250]);
    }
    // The Date header carries the server's clock: this machine's is an hour behind.
    const sent = { Date: new Date(date.getTime() - 30_000).toUTCString(), 'Retry-After': date.toUTCString() };
    server.play(played('rate-limited', sent), good);
    await client().brief({ ticker: 'NWTB' });
    expect(server.clock.slept).toEqual([30_250]);
  });

  it('is the longest that Retry-After says, and ignores a header that is not valid', async () => {
    for (const [header, slept] of [
      ['7, 30', 30_250],
      ['-5', 250],
      ['1.5', 250],
      ['garbage 2099', 250],
    ] as const) {
      server.play(played('rate-limited', { 'Retry-After': header }), good);
      await client().brief({ ticker: 'NWTB' });
      expect([header, ...server.clock.slept]).toEqual([header, slept]);
    }
  });

  it('is not made if the service asks for more than a minute: the caller gets the time', async () => {
    server.play(played('rate-limited', { 'Retry-After': '86400' }));
    expect(await failed()).toMatchObject({ code: 'rate-limited', retryAfter: 86_400, retryable: true });
    expect([server.seen.length, server.clock.slept]).toEqual([1, []]);
  });
});

describe('a broken connection', () => {
  it('[SPEC-E3] is retried under the same id, before the answer and in the middle of it', async () => {
    server.play('drop', 'drop-midway', good);
    const result = await client().brief({ ticker: 'NWTB' });
    expect(server.seen.map(({ headers }) => headers['x-request-id'])).toEqual(Array(3).fill(result.requestId));
  });

  it('leaves open whether it was charged, and says that the same id is safe to repeat', async () => {
    for (const how of ['drop', 'drop-midway'] as const) {
      server.play(how);
      const error = await failed();
      expect(error).toMatchObject({ code: 'network', status: null, charged: 'unknown', retryable: true });
      expect(error.message).toContain(`repeating it with the request id ${error.requestId} is safe`);
      expect(server.seen.length).toBe(3);
    }
  });

  it('is not charged where nothing was sent, or what is asked for is free', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    expect(await failed({ baseUrl: nowhere })).toMatchObject({ code: 'network', charged: false, retryable: true });
    server.play('drop');
    const error: unknown = await client()
      .status()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'network', charged: false });
  });

  it('stays open through refusals that come before the look for an earlier answer, and is settled by those after it', async () => {
    const open: ProblemCode[] = [
      'rate-limited',
      'unavailable',
      'internal',
      'request-running',
      'unauthorized',
      'removed-legally',
      'invalid-request',
      'as-of-in-future',
      'not-acceptable',
    ];
    const settled: ProblemCode[] = ['no-credit', 'spend-limit-reached', 'not-covered', 'withdrawn', 'brief-too-large'];
    for (const code of [...open, ...settled]) {
      server.play('drop', played(code));
      expect([code, (await failed()).charged]).toEqual([code, open.includes(code) ? 'unknown' : false]);
    }
  });
});

describe('an answer that is not of the contract', () => {
  it('is retried where it may pass, and named', async () => {
    const cases: [Turn, tries: number, charged: false | 'unknown'][] = [
      [{ status: 502, body: '<h1>Bad gateway</h1>' }, 3, 'unknown'],
      [{ status: 504, body: '' }, 3, 'unknown'],
      [{ status: 200, body: '<h1>Sign in to the café</h1>' }, 3, 'unknown'],
      [{ status: 200, body: { ok: true } }, 3, 'unknown'],
      [{ status: 200, body: 'null' }, 3, 'unknown'],
      [{ ...good, headers: { 'Research-Version': '2031-01-01' } }, 3, 'unknown'],
      [{ status: 304 }, 1, false],
      [{ status: 429, body: 'slow' }, 3, false],
      [{ status: 403, body: 'no' }, 1, false],
      [{ status: 500, body: { error: 'x' } }, 3, 'unknown'],
    ];
    for (const [reply, tries, charged] of cases) {
      server.play(reply);
      const error = await failed();
      const code: ResearchErrorCode =
        (reply as { status: number }).status === 304 ? 'redirect-refused' : 'malformed-answer';
      expect([reply, error.code, error.charged, server.seen.length]).toEqual([reply, code, charged, tries]);
    }
  });

  it('is refused where it is a redirect: nothing follows it, and the key stays', async () => {
    const elsewhere = await startScriptedServer();
    elsewhere.play(good);
    for (const status of [301, 302, 303, 307, 308]) {
      server.play({ status, headers: { Location: `${elsewhere.address}/v1/brief` } });
      expect(await failed()).toMatchObject({ code: 'redirect-refused', status, charged: false, retryable: false });
      expect(server.seen.length).toBe(1);
    }
    expect(elsewhere.seen).toEqual([]);
    await elsewhere.close();
  });
});

describe('time and the signal', () => {
  it('end an attempt that takes too long, and the next one has the same id', async () => {
    server.play('hang', good);
    const result = await client().brief({ ticker: 'NWTB' }, { timeoutMs: 40, retries: 50 });
    // On a busy machine the second attempt may time out too.
    expect(server.seen.length).toBeGreaterThan(1);
    expect(new Set(server.seen.map(({ headers }) => headers['x-request-id']))).toEqual(new Set([result.requestId]));
    server.play('hang');
    expect(await failed({ timeoutMs: 40, retries: 0 })).toMatchObject({
      code: 'timeout',
      charged: 'unknown',
      retryable: true,
    });
  });

  it('are never up where there is no limit, and what could not be a limit is refused before anything is sent', async () => {
    server.play(good);
    expect((await client({ timeoutMs: Infinity, retries: 0 }).brief({ ticker: 'NWTB' })).charge).toBe(1);
    server.play(good);
    for (const call of [{ timeoutMs: 0 }, { timeoutMs: 2 ** 31 }, { timeoutMs: Number.NaN }, { retries: Number.NaN }])
      expect(await failed({}, call)).toMatchObject({ code: 'invalid-argument', charged: false });
    expect(server.seen).toEqual([]);
  });

  it('end it even where the fetch does not listen', async () => {
    server.play(good);
    const deaf = () => new Promise<Response>(() => undefined);
    expect(await failed({ fetch: deaf, timeoutMs: 20, retries: 0 })).toMatchObject({ code: 'timeout' });
  });

  it('aborted before, nothing is sent; underway, what was sent may have been charged; in a pause, it is as before', async () => {
    server.play(good);
    expect(await failed({}, { signal: AbortSignal.abort() })).toMatchObject({ code: 'aborted', charged: false });
    expect(server.seen).toEqual([]);
    const underway = new AbortController();
    server.play(() => {
      underway.abort();
      return 'hang';
    });
    expect(await failed({}, { signal: underway.signal })).toMatchObject({
      code: 'aborted',
      charged: 'unknown',
      retryable: false,
    });
    for (const [first, charged] of [
      [played('rate-limited'), false],
      [played('unavailable'), false],
      [played('unavailable', {}, null), 'unknown'],
      ['drop' as const, 'unknown'],
    ] as const) {
      const paused = new AbortController();
      const sleep = () => (paused.abort(), Promise.reject(new Error('aborted')));
      server.play(first, good);
      expect(await failed({ clock: { ...server.clock, sleep } }, { signal: paused.signal })).toMatchObject({
        code: 'aborted',
        charged,
      });
      expect(server.seen.length).toBe(1);
    }
  });
});

describe('what is sent', () => {
  it('names the contract and the key, the id that was given, and no key where none is needed', async () => {
    server.play(good);
    await client().brief(
      { ticker: 'BRK/B', as_of: '2026-10-01T13:00:00.000Z', detail: 'full', max_results: 3 },
      { requestId: 'mine:1' },
    );
    expect(server.seen[0]).toMatchObject({
      method: 'GET',
      path: '/v1/brief?ticker=BRK%2FB&as_of=2026-10-01T13%3A00%3A00.000Z&detail=full&max_results=3',
      headers: { authorization: `Bearer ${apiKey}`, 'research-version': '2026-10-05', 'x-request-id': 'mine:1' },
    });
    server.play({ body: { tickers: [] } });
    await client().tickers();
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('is nothing where the id could not be one', async () => {
    server.play(good);
    for (const requestId of ['', 'a b', 'ü', 'x'.repeat(129)])
      await expect(client().brief({ ticker: 'NWTB' }, { requestId })).rejects.toMatchObject({
        code: 'invalid-argument',
      });
    expect(server.seen).toEqual([]);
  });
});
