// Start of a device login over HTTP on a real store: its codes, the checks of its request, and the limit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateDocument } from '../contract/validation/documents-validator.ts';
import { noRateLimits } from '../metering/testing/rate-limits.ts';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type TestLogin, initiate } from '../testing/device.ts';
import type { HttpAnswer } from '../testing/ask.ts';
import { type TestService, baseUrl, codeOf, startTestService } from '../testing/service.ts';

let store: Store;
let service: TestService;

beforeAll(async () => {
  store = await openTestStore();
  service = await startTestService({ store });
});
afterAll(async () => {
  await service.close();
  await store.close();
});

describe('POST /api/auth/cli/initiate', () => {
  it('gives the codes, the address with the user code, an expiry in fifteen minutes and an interval of 5 [SPEC-D1] [SPEC-D2] [SPEC-L8]', async () => {
    const acquisition = {
      entrypoint: 'agent-quickstart',
      source: 'a',
      medium: 'b',
      clientName: 'c',
      clientVersion: '1.0',
    };
    const answered = await initiate(service, { deviceName: "Mara's laptop \u{1f4bb}", acquisition });
    const body = JSON.parse(answered.text) as TestLogin;
    validateDocument('DeviceGrant', body);
    expect(answered.status).toBe(200);
    expect(answered.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json' });
    expect(body.acquisitionId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([body.interval, body.browserUrl]).toEqual([5, `${baseUrl}/cli-auth?code=${body.userCode}`]);
    const { rows } = await store.db.raw('select * from device_grant where acquisition_id = ?', [body.acquisitionId]);
    const [row] = rows as Record<string, unknown>[];
    expect(row).toMatchObject({ status: 'pending', acquisition, asked_from: '127.0.0.1', expires_at: body.expiresAt });
    expect(Date.parse(body.expiresAt) - Date.parse(String(row?.['created_at']))).toBe(900_000);
    expect(JSON.stringify(rows)).not.toContain(body.userCode.slice(3));
  });

  it('takes names of 1 to 48 code points without control or bidi characters, and a closed acquisition of safe values [SPEC-D1] [SPEC-L6]', async () => {
    const name = (deviceName: unknown) => ({ deviceName });
    const source = (value: unknown) => ({ deviceName: 'laptop', acquisition: { source: value } });
    const good = [
      name('x'),
      name('\u{1f4bb}'.repeat(48)),
      name('<b>'),
      source('a'.repeat(64)),
      source('A.b_c~d:e+f/g=h@i-1'),
    ];
    const bad = [
      {},
      name(''),
      name('x'.repeat(49)),
      name('\u{1f4bb}'.repeat(49)),
      name('a\u0000b'),
      name('a\nb'),
      name('a\u0085b'),
      name('a\u202eb'),
      name('a\u2066b'),
      name('a\u200fb'),
      name('a\u061cb'),
      name('\ud800'),
      name(7),
      name(null),
      { ...name('x'), extra: 1 },
      { ...name('x'), acquisition: { other: 'x' } },
      { ...name('x'), acquisition: [] },
      source(''),
      source('a'.repeat(65)),
      source('two words'),
      source('a\u00e9'),
      source('<x>'),
      source(1),
      source({}),
    ];
    const answered = async (bodies: readonly unknown[]): Promise<string[]> => {
      const codes: string[] = [];
      for (const body of bodies) codes.push(codeOf(await initiate(service, body)));
      return codes;
    };
    expect(await answered(good)).toEqual(good.map(() => '200'));
    expect(await answered(bad)).toEqual(bad.map(() => 'invalid-request'));
    expect([good.length, bad.length]).toEqual([5, 24]);
    expect(codeOf(await initiate(service, 'no json'))).toBe('invalid-request');
  });

  it('is limited for an address, by a problem that says how long, and counts faulty ones too [SPEC-E7]', async () => {
    const limits = { ...noRateLimits, device_initiation: { name: 'hour', quota: 3, seconds: 3_600 }, proxies: 1 };
    const limited = await startTestService({ store, rateLimits: limits });
    const all: HttpAnswer[] = [];
    for (const body of [undefined, {}, undefined, undefined, {}]) all.push(await initiate(limited, body, '192.0.2.7'));
    expect(all.map(codeOf)).toEqual(['200', 'invalid-request', '200', 'rate-limited', 'rate-limited']);
    const [first, , , refused] = all;
    expect(first?.headers).toMatchObject({ ratelimit: expect.stringMatching(/^"hour";r=2;t=3[56]\d\d$/) });
    expect(first?.headers['ratelimit-policy']).toBe('"hour";q=3;w=3600');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_500);
    validateDocument('Problem', JSON.parse(refused?.text ?? ''));
    expect(codeOf(await initiate(limited, undefined, '192.0.2.8'))).toBe('200');
    await limited.close();
  });
});
