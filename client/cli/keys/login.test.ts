// Command `login`: sentences for a person, JSON lines for an agent; the key is stored once, never shown, and nothing is
// metered.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  type ServiceRequest,
  type Bench,
  type TestOptions,
  baseUrl,
  bench,
  testKey,
} from '../testing/world.ts';
import { virtualStart } from '../../testing/scripted-server.ts';

const deviceCode = 'ri_dc_SeCrEtDeViCeCoDe0123456789';
const delivered = 'ri_live_DeLiVeReDkEy0123456789';
const userCode = 'RI-BCDF-GHJK-LMNP';
const browserUrl = `${baseUrl}/cli-auth?code=${userCode}`;
const checkoutUrl = `${baseUrl}/subscribe?access=required&source=cli-auth&acquisition=x`;
const noCredit = {
  status: 'no_credit',
  dataMode: 'live',
  prepaidRequestsRemaining: 0,
  subscriptionPlan: null,
  subscriptionRequestsRemaining: 0,
  keyId: 'key_1',
  checkoutUrl,
};
const ready = { ...noCredit, status: 'ready', prepaidRequestsRemaining: 5, checkoutUrl: null };

type Script = TestOptions & { polls?: Answer[]; statuses?: Answer[]; onPoll?: () => void };

/** A service that plays a list of polls and a list of statuses; the last entry of each repeats. */
async function loginBench({
  polls = [{ body: { status: 'authorized', apiKey: delivered } }],
  statuses = [{ body: ready }],
  onPoll = () => undefined,
  ...options
}: Script = {}): Promise<Bench> {
  const next = (list: Answer[]): Answer => (list.length > 1 ? list.shift() : list[0]) ?? { status: 500 };
  const play = ({ path }: ServiceRequest): Answer => {
    if (path === '/api/auth/cli/initiate')
      return {
        body: {
          acquisitionId: 'a',
          deviceCode,
          userCode,
          browserUrl,
          expiresAt: new Date(virtualStart + 900_000).toISOString(),
          interval: 5,
        },
      };
    if (path !== '/api/auth/cli/poll') return next(statuses);
    onPoll();
    return next(polls);
  };
  return bench({ play, ...options, env: { SERVICE_API_KEY: '', ...options.env } });
}

const pending: Answer = { body: { status: 'pending', interval: 5 } };
const events = (out: string): Record<string, unknown>[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const pathsOf = ({ asked }: Bench): string[] => asked.map(({ path }) => path);

async function savedKey({ home }: Bench): Promise<unknown> {
  const text = await readFile(join(home, '.config/research/credentials.json'), 'utf8');
  return (JSON.parse(text) as { keys: Record<string, { key: string }> }).keys[baseUrl]?.key;
}

describe('research login', () => {
  it('[SPEC-A8] gives a person the address and the code apart, keeps the key, and says that it is ready', async () => {
    const by = await loginBench({ polls: [pending, pending, { body: { status: 'authorized', apiKey: delivered } }] });
    const ran = await by.research('login');
    expect(ran.code).toBe(0);
    expect(ran.out).toContain(`  ${browserUrl}\n`);
    expect(ran.out).toContain(`  ${userCode}\n`);
    expect(ran.out).toContain('Ready: 5 prepaid requests are left.');
    expect(ran.err).toContain('Waiting for approval, 15:00 left');
    expect(await savedKey(by)).toBe(delivered);
    expect(`${ran.out}${ran.err}`).not.toMatch(/SeCrEt|DeLiVeReD/);
    expect(by.clock.slept).toEqual([5_000, 5_000, 5_000]);
    expect(JSON.parse(by.asked[0]?.body ?? '')).toMatchObject({
      deviceName: 'research on quay',
      acquisition: { entrypoint: 'cli' },
    });
  });

  it('is a line of JSON for each step with --non-interactive, and ends with 4 before a payment', async () => {
    const by = await loginBench({ statuses: [{ body: noCredit }] });
    const ran = await by.research('login', '--non-interactive', '--device-name', 'build agent');
    expect([ran.code, ran.err]).toEqual([4, '']);
    const [authorize, authorized, checkout, done, ...rest] = events(ran.out);
    expect(authorize).toMatchObject({
      event: 'authorize',
      browserUrl,
      userCode,
      expiresAt: expect.stringMatching(/Z$/) as string,
    });
    expect(authorized).toMatchObject({
      event: 'authorized',
      savedTo: join(by.home, '.config/research/credentials.json'),
    });
    expect(checkout).toMatchObject({ event: 'checkout', checkoutUrl });
    expect(done).toMatchObject({ event: 'done', usable: false, dataMode: 'live', keyId: 'key_1' });
    expect(rest).toEqual([]);
    expect(ran.out).not.toMatch(/SeCrEt|DeLiVeReD/);
    expect(pathsOf(by)).toEqual(['/api/auth/cli/initiate', '/api/auth/cli/poll', '/v1/status']);
    expect(JSON.parse(by.asked[0]?.body ?? '')).toMatchObject({ deviceName: 'build agent' });
  });

  it('waits until the status says that credit is recorded, and no longer than its limit', async () => {
    const by = await loginBench({
      statuses: [{ body: noCredit }, { body: noCredit }, { status: 503 }, { body: noCredit }, { body: ready }],
    });
    const ran = await by.research('login', '--wait-for-credit', '5');
    expect([ran.code, ran.out.includes(checkoutUrl), ran.out.includes('Ready')]).toEqual([0, true, true]);
    const late = await loginBench({ statuses: [{ body: noCredit }] });
    const end = await late.research('login', '--non-interactive', '--wait-for-credit', '1');
    expect([end.code, events(end.out).at(-1)?.['usable']]).toEqual([4, false]);
    expect(late.clock.slept.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(5_000 + 60_000);
    const setAnew = await loginBench({ statuses: [{ body: noCredit }, { body: noCredit }, { body: ready }] });
    const { sleep } = setAnew.clock;
    setAnew.clock.sleep = async (milliseconds, signal) => {
      await sleep(milliseconds, signal);
      setAnew.clock.set(setAnew.clock.now() + 3_600_000);
    };
    expect((await setAnew.research('login', '--wait-for-credit', '1')).code).toBe(0);
  });

  it('[SPEC-A1] uses a key of the environment as it is, and makes no other', async () => {
    const by = await loginBench({ env: { SERVICE_API_KEY: testKey } });
    const ran = await by.research('login', '--non-interactive');
    expect([ran.code, pathsOf(by)]).toEqual([0, ['/v1/status']]);
    expect(events(ran.out)).toEqual([
      { event: 'existing_key', from: 'SERVICE_API_KEY' },
      expect.objectContaining({ event: 'done', usable: true }),
    ]);
    const refused = await loginBench({
      env: { SERVICE_API_KEY: testKey },
      statuses: [{ status: 401, body: { code: 'unauthorized', detail: 'no', request_id: 'x', retryable: false } }],
    });
    expect([(await refused.research('login')).code, pathsOf(refused)]).toEqual([3, ['/v1/status']]);
  });

  it('uses a kept key that works, and replaces one that is revoked', async () => {
    const first = await loginBench();
    await first.research('login');
    const { home } = first;
    const again = await loginBench({ home });
    expect([(await again.research('login')).code, pathsOf(again)]).toEqual([0, ['/v1/status']]);
    const unauthorized = {
      status: 401,
      body: { code: 'unauthorized', detail: 'no', request_id: 'x', retryable: false },
    };
    const replaced = 'ri_live_RePlAcEdKeY0123456789';
    const anew = await loginBench({
      home,
      statuses: [unauthorized, { body: ready }],
      polls: [{ body: { status: 'authorized', apiKey: replaced } }],
    });
    expect((await anew.research('login')).code).toBe(0);
    expect(await savedKey(anew)).toBe(replaced);
  });

  it('stops with 3 when denied, expired, unknown or delivered before, and leaves nothing behind', async () => {
    const cases: readonly (readonly [Answer, string])[] = [
      [{ body: { status: 'denied' } }, 'device-denied'],
      [{ status: 410, body: { status: 'expired' } }, 'device-expired'],
      [{ status: 401, body: { status: 'invalid' } }, 'device-invalid'],
      [{ body: { status: 'authorized' } }, 'device-already-delivered'],
      [pending, 'device-expired'],
    ];
    for (const [answer, code] of cases) {
      const by = await loginBench({ polls: [answer] });
      const ran = await by.research('login', '--non-interactive');
      expect([ran.code, (JSON.parse(ran.err) as { code: string }).code]).toEqual([3, code]);
      expect(await readdir(join(by.home, '.config/research'))).toEqual([]);
      expect(`${ran.out}${ran.err}`).not.toMatch(/SeCrEt/);
    }
  });

  it('ends at once and cleanly when it is stopped while it waits', async () => {
    const stop = new AbortController();
    const by = await loginBench({
      signal: stop.signal,
      terminal: true,
      polls: [pending],
      // The virtual clock passes at once: the abort arrives during the next wait.
      onPoll: () => void setImmediate(() => stop.abort()),
    });
    const ran = await by.research('login');
    expect(ran.code).toBe(130);
    expect(by.ticking()).toBe(0);
    expect(await readdir(join(by.home, '.config/research'))).toEqual([]);
  });

  it('does not start if the key cannot be stored', async () => {
    const by = await loginBench({ env: { XDG_CONFIG_HOME: '/dev/null' } });
    const ran = await by.research('login', '--base-url', baseUrl, '--json');
    expect([ran.code, by.asked]).toEqual([expect.any(Number), []]);
    expect(ran.code).not.toBe(0);
  });
});
