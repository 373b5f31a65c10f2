// Authentication of confidential clients, and the rate of any client.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noRateLimits } from '../metering/testing/rate-limits.ts';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type ChatBench, basic, chatBench } from '../testing/chat.ts';
import { type Case, expectRefusal } from '../testing/oauth-refusals.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

describe('a confidential client', () => {
  let own: ChatBench;
  beforeAll(async () => {
    own = await chatBench(store, { confidential: true });
  });
  afterAll(() => own.close());

  it('authenticates by body or by header', async () => {
    const person = await own.person();
    const { id, secret } = own.client;
    const byHeader = { client_id: undefined, client_secret: undefined };
    const first = await own.redeem(await own.approve(person));
    const second = await own.redeem(await own.approve(person), byHeader, basic(id, secret ?? ''));
    const both = await own.redeem(await own.approve(person), { client_secret: undefined }, basic(id, secret ?? ''));
    expect([first.status, second.status, both.status]).toEqual([200, 200, 200]);
    const refreshed = await own.refresh(String(second.body['refresh_token']), byHeader, basic(id, secret ?? ''));
    expect(refreshed.status).toBe(200);
    const token = String(refreshed.body['access_token']);
    const revoked = await own.ask('/oauth/revoke', { token }, basic(id, secret ?? ''));
    expect([revoked.status, (await own.granted())['live']]).toEqual([200, 0]);
  });

  it('is refused without its secret, with a wrong one, or with two, and nothing is granted or ended', async () => {
    const code = await own.approve(await own.person());
    const { id, secret } = own.client;
    const before = await own.granted();
    const none = { client_secret: undefined };
    const cases: readonly Case[] = [
      ['no secret', none, 401, 'invalid_client'],
      ['an empty secret', { client_secret: '' }, 401, 'invalid_client'],
      ['a wrong secret', { client_secret: `${secret}x` }, 401, 'invalid_client'],
      ['the secret twice', { client_secret: [secret ?? '', secret ?? ''] }, 400, 'invalid_request'],
      ['no secret by header', none, 401, 'invalid_client', basic(id, '')],
      ['a wrong secret by header', none, 401, 'invalid_client', basic(id, 'wrong')],
      ['the secret by header and by body', {}, 400, 'invalid_request', basic(id, secret ?? '')],
      [
        'the id and the secret changed over',
        { ...none, client_id: undefined },
        401,
        'invalid_client',
        basic(secret ?? '', id),
      ],
    ];
    for (const [what, changes, status, error, headers] of cases) {
      expectRefusal(what, await own.redeem(code, changes, headers), [status, error]);
    }
    expectRefusal('revoke', await own.revoke('ri_at_x', none), [401, 'invalid_client']);
    expect([cases.length, await own.granted()]).toEqual([8, before]);
    expect((await own.redeem(code)).status).toBe(200);
  });
});

describe('how often', () => {
  it('is limited by client and token, and never by address', async () => {
    const limited = { ...noRateLimits, keyed: [{ name: 'minute', quota: 3, seconds: 3_600 }] };
    const paced = await chatBench(store, { rateLimits: limited });
    const person = await paced.person();
    const { refresh_token: token } = await paced.connect(person);
    const statuses: number[] = [];
    for (const _ of [1, 2, 3, 4]) statuses.push((await paced.refresh(token)).status);
    const refused = await paced.refresh(token);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect([refused.body['code'], Number(refused.headers.get('retry-after'))]).toEqual([
      'rate-limited',
      expect.any(Number),
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([refused.headers.get('cache-control'), refused.headers.get('access-control-allow-origin')]).toEqual([
      'no-store',
      '*',
    ]);
    const { refresh_token: other } = await paced.connect(person);
    expect((await paced.refresh(other)).status).toBe(200);
    await paced.close();
  });
});
