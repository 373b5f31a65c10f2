// Values that no browser sends in an address or a form: answered as unknown, and no failure.
import { type IncomingMessage, get as httpGet } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noRateLimits } from '../../metering/testing/rate-limits.ts';
import { createServing } from '../../process/serving.ts';
import type { Store } from '../../store/engine/engine.ts';
import { type Desk, everything, makeDesk } from '../account/testing/account.ts';
import { mountPages } from '../mount.ts';
import { type ServedPages, servePages } from '../testing/browser.ts';
import { openPublished } from '../../ingest/testing/published.ts';

let store: Store;
let served: ServedPages;
let desk: Desk;

beforeAll(async () => {
  store = await openPublished('preview');
  const { answers, deliver, accounts } = createServing({
    store,
    baseUrl: 'http://research.test',
    now: () => '2026-11-02T12:00:00.000Z',
    elapsed: () => performance.now(),
    rateLimits: noRateLimits,
    onFailure: ({ cause }) => served.failures.push(cause),
  });
  const payments = { provider: 'practice' } as const;
  served = await servePages(store, mountPages, { answers, deliver, accounts, payments });
  desk = await makeDesk(store, served);
});
afterAll(async () => {
  await served.close();
  await store.close();
});

/** Its status if the request line names another host, as a request to a proxy does. */
async function statusOfForm(target: string): Promise<number | undefined> {
  const cookie = [...desk.admin.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { hostname, port } = new URL(served.address);
  const asked = httpGet({ hostname, port, path: target, headers: { cookie }, agent: false });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

describe('a request line', () => {
  it('may name any host, one that is no address too: the page is the same', async () => {
    const { workspace, member } = desk;
    const pages = [
      ['/?ticker=NWTB', 303],
      ['/brief?q=n', 200],
      ['/brief/NWTB', 200],
      [`/account?workspace=${workspace}`, 200],
      [`/account/keys/none/revoke?workspace=${workspace}`, 303],
      [`/account/members/${member.userId}/remove?workspace=${workspace}`, 200],
      [`/subscribe?workspace=${workspace}`, 200],
      ['/subscribe/return?checkout=chk_none', 404],
      ['/subscribe/practice?checkout=chk_none', 404],
      ['/sign-in?return_to=/account', 303],
      ['/cli-auth?code=none', 404],
      ['/account/password', 200],
    ] as const;
    for (const [path, status] of pages) {
      expect([path, await statusOfForm(path)]).toEqual([path, status]);
      expect([path, await statusOfForm(`http://x:99999${path}`)]).toEqual([path, status]);
    }
    expect(served.failures).toEqual([]);
  });
});

describe('a NUL, which is no text to the database', () => {
  it('in an address of a page is as good as any other name of nothing', async () => {
    const { workspace, admin } = desk;
    const pages = [
      ['/brief/NWTB?request=%00', 200, 'was not opened by a workspace of yours'],
      ['/brief/%00', 400, 'A ticker has 1 to 32 characters.'],
      [`/account/keys/%00/revoke?workspace=${workspace}`, 200, 'There is no such active key'],
      [`/account/members/%00/remove?workspace=${workspace}`, 200, 'there is no such person in this workspace'],
      [`/account?workspace=%00&notice=%00`, 200, workspace],
      [`/account/receipts?workspace=%00&receipt=%00&key=%00&since=%00&after=%00`, 200, workspace],
      [`/account/usage?workspace=%00&key=%00&days=%00`, 200, workspace],
      ['/account/sessions/end?session=%00&problem=%00', 200, 'There is no such session any more.'],
      ['/subscribe?workspace=%00&source=%00&acquisition=%00', 200, workspace],
      ['/subscribe/return?checkout=%00', 404, 'There is no such checkout'],
      ['/subscribe/practice?checkout=chk_%00', 404, 'There is no such checkout'],
      ['/cli-auth?code=%00', 404, 'This is not a code'],
      ['/?ticker=%00', 400, 'A ticker has 1 to 32 characters.'],
    ] as const;
    for (const [path, status, said] of pages) {
      const seen = await admin.browser.follow(await admin.browser.get(path));
      expect([path, seen.status, seen.text.includes(said)]).toEqual([path, status, true]);
    }
    expect(served.failures).toEqual([]);
  });

  it('in a form changes nothing, and in an address of a form', async () => {
    const { workspace, admin } = desk;
    const NUL = '\0';
    const forms: readonly (readonly [path: string, fields: Record<string, string>, leadsTo: string | number])[] = [
      ['/account/keys', { workspace, name: NUL, form: NUL }, 'key-name'],
      ['/account/keys', { workspace, name: 'laptop', form: NUL }, 'key-form-used'],
      ['/account/keys/%00/revoke', { workspace }, 'key-not-active'],
      ['/account/connections/%00/revoke', { workspace }, 'no-such-connection'],
      ['/account/connections/%00/revoke', { workspace: NUL }, 'no-such-connection'],
      ['/account/members', { workspace, email: `${NUL}@example.com`, role: NUL }, 'email-invalid'],
      ['/account/members/%00/role', { workspace, role: 'admin' }, 'no-such-member'],
      ['/account/invitations/%00/withdraw', { workspace }, 'no-such-invitation'],
      ['/account/invitations/%00/accept', {}, 'invitation-over'],
      ['/account/invitations/inv_%00/decline', {}, 'invitation-over'],
      ['/account/members/%00/remove', { workspace }, 'no-such-member'],
      ['/account/sessions/end', { session: NUL }, 'no-such-session'],
      ['/account/sessions/end-others', { current: NUL }, 'problem=wrong'],
      ['/account/spend-limit', { workspace, requests: NUL }, 'limit-invalid'],
      ['/account/spend-limit', { workspace: NUL, requests: '1' }, 404],
      ['/subscribe', { workspace, item: NUL }, 'no-such-item'],
      ['/subscribe/practice', { checkout: NUL }, 404],
      ['/brief/%00', { workspace }, 400],
      ['/brief/NWTB', { workspace: NUL }, 404],
      ['/brief/NWTB', { workspace, once: NUL, as_of: NUL }, 400],
      ['/cli-auth', { code: NUL, decision: NUL, workspace: NUL }, '/cli-auth?wrong'],
      ['/account/password', { current: NUL, password: NUL, repeated: NUL }, 'problem=short'],
      ['/sign-in', { email: NUL, password: NUL }, 'problem=wrong'],
    ];
    const before = await everything(store);
    for (const [path, fields, leadsTo] of forms) {
      const { status, location } = await admin.browser.post(path, fields);
      const outcome = typeof leadsTo === 'number' ? status : location;
      expect([path, fields, outcome]).toEqual([
        path,
        fields,
        typeof leadsTo === 'number' ? leadsTo : expect.stringContaining(leadsTo),
      ]);
    }
    expect(await everything(store)).toBe(before);
    expect(served.failures).toEqual([]);
  });
});
