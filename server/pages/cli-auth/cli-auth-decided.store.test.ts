// A decided device login: its log entries, and the page of an approval that lapsed.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { noRateLimits } from '../../metering/testing/rate-limits.ts';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { type Role, setMembership } from '../../store/people/workspaces.ts';
import { type TestLogin, passSeconds, polledAs, startLogin } from '../../testing/device.ts';
import { type TestService, startTestService } from '../../testing/service.ts';
import { type Desk, makeDesk } from '../account/testing/account.ts';
import { mountCliAuth } from './cli-auth-pages.ts';
import { type ServedPages, servePages } from '../testing/browser.ts';

let store: Store;
let service: TestService;
let pages: ServedPages;
let desk: Desk;
const noted: string[] = [];

beforeAll(async () => {
  store = await openTestStore();
  service = await startTestService({ store });
  pages = await servePages(store, mountCliAuth, {
    rateLimits: noRateLimits,
    onEvent: ({ event }) => void noted.push(event),
  });
  desk = await makeDesk(store, pages);
});
beforeEach(() => void noted.splice(0));
afterAll(async () => {
  await pages.close();
  await service.close();
  await store.close();
});

const approve = ({ userCode: code }: TestLogin) =>
  desk.admin.browser.post('/cli-auth', { code, decision: 'approve', same: 'yes', workspace: desk.workspace });
const deny = ({ userCode: code }: TestLogin) => desk.admin.browser.post('/cli-auth', { code, decision: 'deny' });
const becomes = (role: Role): Promise<unknown> =>
  setMembership(store.db, {
    workspaceId: desk.workspace,
    userId: desk.admin.userId,
    role,
    now: '2026-11-01T00:00:00.000Z',
  });
const headingOf = async ({ userCode }: TestLogin): Promise<string | undefined> =>
  /<h1>([^<]*)<\/h1>/.exec((await desk.second.browser.get(`/cli-auth?code=${userCode}`)).text)?.[1];

it('a decision is noted once, and none that came too late', async () => {
  const [approved, denied, late] = [await startLogin(service), await startLogin(service), await startLogin(service)];
  await passSeconds(store, late, 900);
  for (const done of [approve, approve, deny]) await done(approved);
  for (const done of [deny, approve]) await done(late);
  expect(noted).toEqual(['device-approved']);
  for (const done of [deny, deny, approve]) await done(denied);
  expect(noted).toEqual(['device-approved', 'device-denied']);
});

it('an approval by somebody who is no admin any more is called so as long as nobody has polled, and is good again with the role', async () => {
  const login = await startLogin(service);
  await approve(login);
  await becomes('member');
  expect(await headingOf(login)).toBe('Approved by somebody who is no admin any more');
  await becomes('admin');
  expect(await headingOf(login)).toBe('Approved');
  await becomes('member');
  expect(await polledAs(service, login)).toEqual([200, { status: 'denied' }]);
  await becomes('admin');
  expect(await headingOf(login)).toBe('Cancelled');
});
