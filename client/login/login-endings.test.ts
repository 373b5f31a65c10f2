// Device logins at their limits: a key that cannot be saved, an unreadable expiry, a poll that hangs beyond the end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ResearchClient, type ResearchClientOptions } from '../index.ts';
import { type Turn, type ScriptedServer, startScriptedServer } from '../testing/scripted-server.ts';

let server: ScriptedServer;

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

const apiKey = 'ri_live_0123456789';
const codes = { acquisitionId: 'x', deviceCode: 'ri_dc_0', userCode: 'RI-B', browserUrl: 'https://x', interval: 5 };

function act(poll: Turn, expiresAt: (at: number) => string): void {
  server.play(({ path, at }) => {
    if (path === '/api/auth/cli/poll') return poll;
    if (path === '/v1/status') return { body: { status: 'no_credit', dataMode: 'live', checkoutUrl: null } };
    return { body: { ...codes, expiresAt: expiresAt(at) }, headers: { Date: new Date(at).toUTCString() } };
  });
}

const clientOf = (options: ResearchClientOptions = {}): ResearchClient =>
  new ResearchClient({ baseUrl: server.address, apiKey: '', clock: server.clock, ...options });
const login = (by: ResearchClient, save: (key: string) => void, onCode = (): void => undefined) =>
  by.login({ deviceName: 'laptop', onCode, save });
const inMs = (lifetime: number) => (at: number) => new Date(at + lifetime).toISOString();
const asked = (path: string): number => server.seen.filter((one) => one.path === path).length;

describe('a device login', () => {
  it('keeps a key that could not be saved for the next login of its client: it is not delivered again', async () => {
    act({ body: { status: 'authorized', apiKey } }, inMs(900_000));
    const by = clientOf();
    const full = (): never => {
      throw new Error('disk full');
    };
    await expect(login(by, full)).rejects.toMatchObject({ code: 'key-not-saved' });
    await expect(login(by, full)).rejects.toMatchObject({ code: 'key-not-saved' });
    const saved: string[] = [];
    expect((await login(by, (key) => void saved.push(key))).how).toBe('device');
    expect((await login(by, full)).how).toBe('existing-key');
    expect(saved).toEqual([apiKey]);
    expect([asked('/api/auth/cli/initiate'), asked('/api/auth/cli/poll')]).toEqual([1, 1]);
  });

  it('does not begin if the expiry of its code cannot be read', async () => {
    act({ body: { status: 'pending', interval: 5 } }, () => 'soon');
    await expect(login(clientOf(), () => undefined)).rejects.toMatchObject({ code: 'malformed-answer' });
    expect(asked('/api/auth/cli/poll')).toBe(0);
  });

  it('waits for no poll beyond the end of its code', async () => {
    act('hang', inMs(6_000));
    const by = clientOf({ timeoutMs: Number.POSITIVE_INFINITY });
    await expect(login(by, () => undefined)).rejects.toMatchObject({ code: 'device-expired' });
    expect(asked('/api/auth/cli/poll')).toBe(1);
  });

  it.each([3_600_000, -3_600_000])('lasts as long where the clock is set by %i ms meanwhile', async (by) => {
    const setAnew = (): void => server.clock.set(server.clock.now() + by);
    act({ body: { status: 'pending', interval: 5 } }, inMs(58_000));
    await expect(login(clientOf(), () => undefined, setAnew)).rejects.toMatchObject({ code: 'device-expired' });
    expect(asked('/api/auth/cli/poll')).toBe(11);
  });

  it.each([
    [429, { status: 'slow_down', interval: 10 }, 'rate-limited'],
    [200, { status: 'pending', interval: 5 }, 'rate-limited'],
    [503, {}, 'unavailable'],
  ])('reports a %i that asks to wait longer than its code lasts', async (status, body, code) => {
    act({ status, body, headers: { 'Retry-After': '86400' } }, inMs(900_000));
    const thrown: unknown = await login(clientOf(), () => undefined).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code, status, retryable: true, retryAfter: 86_400, charged: false });
    expect(String(thrown)).toContain('asked to wait 86400 s');
    expect([asked('/api/auth/cli/poll'), server.clock.slept]).toEqual([1, [5_000]]);
  });

  it.each([
    ['drop', 'the last poll failed: no answer'],
    [{ status: 502, body: '<h1>no</h1>' }, 'the last poll got 502'],
    [{ body: { status: 'pending', interval: 5 } }, 'nobody approved in time'],
  ] as [Turn, string][])('says what its last poll got where its code ends (%j)', async (poll, words) => {
    act(poll, inMs(58_000));
    const thrown: unknown = await login(clientOf(), () => undefined).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'device-expired', detail: expect.stringContaining(words) as string });
    expect(asked('/api/auth/cli/poll')).toBe(11);
  });
});
