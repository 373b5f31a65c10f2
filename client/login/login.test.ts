// Device login against a server that plays every row of the specification's table, on a virtual clock.
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ResearchClient } from '../research-client.ts';
import { type LogEvent, type Login, type LoginCode, type LoginOptions, isResearchError } from '../index.ts';
import {
  type Turn,
  type Reply,
  type ScriptedServer,
  type RecordedRequest,
  startScriptedServer,
  virtualStart,
} from '../testing/scripted-server.ts';

let server: ScriptedServer;
let log: LogEvent[] = [];
/** Everything that callers, logs and errors received. */
let shown: unknown[] = [];

const deviceCode = 'ri_dc_SeCrEtDeViCeCoDe0123456789';
const apiKey = 'ri_live_DeLiVeReDkEy0123456789';
const userCode = 'RI-BCDF-GHJK-LMNP';
const browserUrl = `https://research.example/cli-auth?code=${userCode}`;
const checkoutUrl = 'https://research.example/subscribe?access=required&source=cli-auth&acquisition=x';
const lifetimeMs = 15 * 60_000;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());
beforeEach(() => {
  log = [];
  shown = [];
});
afterEach(() => {
  // In every test: no secret was shown, and no metered request was sent.
  if (/SeCrEt|DeLiVeReD/.test(inspect([log, shown], { depth: 20 }))) throw new Error('a secret was shown');
  const metered = server.seen.filter(({ path }) => !/^\/(api\/auth\/cli|v1\/status)/.test(path));
  if (metered.length > 0) throw new Error(`a login asked for ${metered.map(({ path }) => path).join(', ')}`);
});

const pending: Reply = { body: { status: 'pending', interval: 5 } };
const slowDown = (interval: number, retryAfter = interval): Reply => ({
  status: 429,
  body: { status: 'slow_down', interval },
  headers: { 'Retry-After': String(retryAfter) },
});
const delivered: Reply = { body: { status: 'authorized', apiKey } };
const noCredit = {
  status: 'no_credit',
  dataMode: 'live',
  prepaidRequestsRemaining: 0,
  subscriptionPlan: null,
  subscriptionRequestsRemaining: 0,
  checkoutUrl,
};
const ready = { ...noCredit, status: 'ready', prepaidRequestsRemaining: 5, checkoutUrl: null };

type LoginScript = { polls?: Turn[]; statuses?: Turn[]; initiated?: Turn; expiresAt?: number };

/** Answers the initiation, then each poll and each status in turn; the last of each list repeats. */
function act({ polls = [delivered], statuses = [{ body: ready }], initiated, expiresAt }: LoginScript): void {
  const next = (played: Turn[]) => (played.length > 1 ? played.shift() : played[0]) as Turn;
  server.play(({ path, at }) => {
    if (path === '/api/auth/cli/poll') return next(polls);
    if (path === '/v1/status') return next(statuses);
    const ends = new Date(expiresAt ?? at + lifetimeMs).toISOString();
    return (
      initiated ?? { body: { acquisitionId: 'x', deviceCode, userCode, browserUrl, expiresAt: ends, interval: 5 } }
    );
  });
}

const logged = (event: LogEvent) => void log.push(event);

function client(options: { apiKey?: string } = {}): ResearchClient {
  return new ResearchClient({ baseUrl: server.address, apiKey: '', clock: server.clock, logger: logged, ...options });
}

async function login(
  changes: Partial<LoginOptions> = {},
  by = client(),
): Promise<{ login: Login; saved: string[]; codes: LoginCode[] }> {
  const saved: string[] = [];
  const codes: LoginCode[] = [];
  try {
    const result = await by.login({
      deviceName: 'laptop',
      onCode: (code) => void codes.push(code),
      save: (key) => void saved.push(key),
      ...changes,
    });
    return { login: result, saved, codes };
  } finally {
    shown.push(by, codes);
  }
}

async function failed(changes: Partial<LoginOptions> = {}): Promise<unknown> {
  const thrown: unknown = await login(changes).then(
    () => null,
    (error: unknown) => error,
  );
  shown.push(thrown, isResearchError(thrown) ? [thrown.stack, JSON.stringify(thrown)] : null);
  return thrown;
}

const pollsOf = (): RecordedRequest[] => server.seen.filter(({ path }) => path === '/api/auth/cli/poll');
/** Seconds between the start and the first poll, and between each poll and the next. */
function gaps(): number[] {
  const at = [virtualStart, ...pollsOf().map((poll) => poll.at)];
  const start = server.seen[0]?.at ?? virtualStart;
  return at.slice(1).map((time, index) => (time - (index === 0 ? start : (at[index] ?? 0))) / 1_000);
}

describe('a device login', () => {
  it('[SPEC-A8] asks for nothing where there is a key already', async () => {
    act({});
    const { login: result, saved } = await login({}, client({ apiKey }));
    expect([result, saved, server.seen]).toEqual([
      { how: 'existing-key', status: null, usable: null, reason: 'there is a key already' },
      [],
      [],
    ]);
  });

  it('gives the person the address and the code, polls, saves the key once, uses it, and ends usable', async () => {
    act({ polls: [pending, pending, delivered] });
    const by = client();
    const { login: result, saved, codes } = await login({ acquisition: { entrypoint: 'readme' } }, by);
    expect(result).toMatchObject({ how: 'device', usable: true, status: ready });
    expect([saved, codes]).toEqual([[apiKey], [{ browserUrl, userCode, expiresAt: expect.any(String) as string }]]);
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/auth/cli/initiate',
      ...Array<string>(3).fill('GET /api/auth/cli/poll'),
      'GET /v1/status',
    ]);
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      deviceName: 'laptop',
      acquisition: { entrypoint: 'readme' },
    });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      ...Array<string>(3).fill(`Bearer ${deviceCode}`),
      `Bearer ${apiKey}`,
    ]);
    expect(gaps()).toEqual([5, 5, 5]);
    expect((await by.login({ deviceName: 'x', onCode: () => undefined, save: () => undefined })).how).toBe(
      'existing-key',
    );
  });

  it('[SPEC-L7] never polls sooner than the interval, and keeps a longer one for good', async () => {
    act({ polls: [pending, slowDown(10), pending, slowDown(15), slowDown(20), pending, delivered] });
    await login();
    expect(gaps()).toEqual([5, 5, 10, 10, 15, 20, 20]);
    act({ polls: [slowDown(10, 30), pending, delivered] });
    await login();
    expect(gaps()).toEqual([5, 30, 10]);
    act({
      polls: [{ body: { status: 'pending', interval: 60 } }, { body: { status: 'pending', interval: 1 } }, delivered],
    });
    await login();
    expect(gaps()).toEqual([5, 60, 60]);
  });

  it('goes on polling through broken connections and a service that is not available', async () => {
    const limited: Reply = {
      status: 429,
      headers: { 'Retry-After': '40' },
      body: { code: 'rate-limited', request_id: 'x', retryable: true },
    };
    act({
      polls: [
        'drop',
        'drop-midway',
        { status: 503, body: {} },
        { status: 502, body: '<h1>no</h1>' },
        limited,
        delivered,
      ],
    });
    const { saved } = await login();
    expect([gaps(), saved]).toEqual([[5, 5, 5, 5, 5, 40], [apiKey]]);
  });

  it.each([
    ['[SPEC-S3] denied', { body: { status: 'denied' } }, 'device-denied'],
    ['[SPEC-S4] expired', { status: 410, body: { status: 'expired' } }, 'device-expired'],
    ['[SPEC-S5] delivered before', { body: { status: 'authorized' } }, 'device-already-delivered'],
    ['[SPEC-S7] invalid', { status: 401, body: { status: 'invalid' } }, 'device-invalid'],
    ['not in the table', { body: { status: 'perhaps' } }, 'malformed-answer'],
    ['not an answer', { body: 'hello' }, 'malformed-answer'],
    ['an empty key', { body: { status: 'authorized', apiKey: '' } }, 'malformed-answer'],
  ] as [string, Reply, string][])('stops where the code is %s', async (_what, answer, code) => {
    act({ polls: [pending, answer] });
    expect(await failed()).toMatchObject({ code, charged: false, retryable: false });
    expect([pollsOf().length, server.seen.length]).toEqual([2, 3]);
  });

  it('[SPEC-L8] stops at expiresAt by the clock of the service, not of this machine', async () => {
    act({ polls: [pending] });
    expect(await failed()).toMatchObject({ code: 'device-expired' });
    expect(pollsOf().length).toBe(lifetimeMs / 5_000 - 1);
    // The service's clock is an hour ahead, as its Date header shows; fifteen minutes remain all the same.
    const ahead = 3_600_000;
    act({
      polls: [pending],
      initiated: {
        headers: { Date: new Date(server.clock.now() + ahead).toUTCString() },
        body: {
          acquisitionId: 'x',
          deviceCode,
          userCode,
          browserUrl,
          expiresAt: new Date(server.clock.now() + ahead + 20_000).toISOString(),
          interval: 5,
        },
      },
    });
    expect(await failed()).toMatchObject({ code: 'device-expired' });
    expect(pollsOf().length).toBe(3);
  });

  it('has one poller: a second login of the same client is refused while the first is underway', async () => {
    act({ polls: [pending, delivered] });
    const by = client();
    const [first, second] = await Promise.allSettled([login({}, by), login({}, by)]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    expect(server.seen.filter(({ method }) => method === 'POST').length).toBe(1);
  });

  it('ends at once where the signal is aborted, and where the key cannot be saved', async () => {
    const stop = new AbortController();
    act({ polls: [pending] });
    expect(await failed({ signal: stop.signal, onCode: () => stop.abort() })).toMatchObject({ code: 'aborted' });
    expect(pollsOf()).toEqual([]);
    act({});
    const save = () => Promise.reject(new Error(`disk full: ${apiKey}`));
    expect(await failed({ save })).toMatchObject({ code: 'key-not-saved' });
    expect(server.seen.at(-1)?.path).toBe('/api/auth/cli/poll');
  });

  it('passes on why it could not begin', async () => {
    act({
      initiated: {
        status: 429,
        headers: { 'Retry-After': '3000' },
        body: { code: 'rate-limited', request_id: 'x', retryable: true, detail: 'd', errors: [] },
      },
    });
    expect(await failed()).toMatchObject({ code: 'rate-limited', retryAfter: 3_000 });
    expect(server.seen.length).toBe(1);
  });
});

describe('a key that cannot pay yet', () => {
  it('ends the login not usable, with the reason, if there is no onCheckout', async () => {
    act({ statuses: [{ body: noCredit }] });
    const { login: result, saved } = await login();
    expect(result).toMatchObject({
      how: 'device',
      usable: false,
      reason: 'the status is no_credit',
      status: { checkoutUrl },
    });
    expect(saved).toEqual([apiKey]);
  });

  it('gives the link once and asks the status, and nothing else, until it is usable', async () => {
    const statuses: Turn[] = [
      { body: noCredit },
      { body: noCredit },
      'drop',
      'drop',
      'drop',
      { body: noCredit },
      { body: ready },
    ];
    act({ statuses });
    const links: string[] = [];
    const { login: result } = await login({ onCheckout: (url) => void links.push(url) });
    expect([result.usable, links]).toEqual([true, [checkoutUrl]]);
    expect(new Set(server.seen.slice(2).map(({ path }) => path))).toEqual(new Set(['/v1/status']));
  });

  it('waits no longer than its caller, and not at all where there is nothing to pay', async () => {
    const stop = new AbortController();
    act({ statuses: [{ body: noCredit }] });
    expect(await failed({ signal: stop.signal, onCheckout: () => stop.abort() })).toMatchObject({ code: 'aborted' });
    act({ statuses: [{ body: { ...noCredit, dataMode: 'preview', status: 'ready', checkoutUrl: null } }] });
    const { login: result } = await login({ onCheckout: () => undefined });
    expect(result).toMatchObject({ usable: false, reason: 'the key reads preview data' });
    act({ statuses: [{ body: { ...noCredit, dataMode: 'preview' } }] });
    const links: string[] = [];
    expect((await login({ onCheckout: (url) => void links.push(url) })).login.usable).toBe(false);
    expect(links).toEqual([]);
  });
});
