// #connections of the account page: whose chats it lists, and who may end them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endGrant } from '../../access/chats/chat-login.ts';
import type { Store } from '../../store/engine/engine.ts';
import { writeClient } from '../../store/people/oauth-clients.ts';
import { upsertGrant } from '../../store/people/oauth-grants.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { mountAccount } from '../account-pages.ts';
import { type Desk, type TestPerson, makeDesk, makePerson } from '../account/testing/account.ts';
import { type PageResponse, type ServedPages, servePages } from '../testing/browser.ts';

let store: Store;
let pages: ServedPages;
let desk: Desk;
beforeAll(async () => {
  store = await openTestStore();
  pages = await servePages(store, mountAccount);
  const now = '2026-01-01T00:00:00.000Z';
  await store.db.transaction((trx) =>
    writeClient(trx, { client_id: 'chat', name: 'Chat <b>', redirect_uris: [], secret_sha256: null, now }),
  );
  desk = await makeDesk(store, pages);
});
afterAll(async () => {
  await pages.close();
  if (pages.failures.length > 0) throw new AggregateError(pages.failures, 'a page failed');
  await store.close();
});

let count = 0;
async function connect({ userId }: TestPerson, workspaceId = desk.workspace): Promise<string> {
  const grantId = `grt_${String((count += 1)).padStart(24, '0')}`;
  const terms = { clientId: 'chat', scope: 'research:read', resource: 'https://research.test/mcp' };
  return store.db.transaction((trx) => upsertGrant(trx, { grantId, userId, workspaceId, ...terms }));
}
async function connectionsSeenBy({ browser }: TestPerson): Promise<string> {
  const { text } = await browser.get(`/account/connections?workspace=${desk.workspace}`);
  const [, section = ''] = /id="connections"[^>]*>(.*?)<\/section>/s.exec(text) ?? [];
  return section.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}
const end = async ({ browser }: TestPerson, grantId: string, workspace = desk.workspace): Promise<PageResponse> =>
  browser.follow(await browser.post(`/account/connections/${grantId}/revoke`, { workspace }));
const isLive = async (grantId: string): Promise<boolean> =>
  ((await store.db('oauth_grant').where('grant_id', grantId)) as { revoked_at: unknown }[])[0]?.revoked_at === null;

describe('the connections on the account page', () => {
  it('are the person’s own, with who pays and when they were used, and a form that ends each', async () => {
    expect(await connectionsSeenBy(desk.member)).toContain('No AI chat is connected.');
    const grantId = await connect(desk.member);
    expect(await connectionsSeenBy(desk.member)).toMatch(
      /Chat &lt;b&gt; Paid by Desk\. Connected .*UTC , not used yet End/,
    );
    await store.db('oauth_grant').where('grant_id', grantId).update({ last_used_at: '2026-11-21T20:37:00.000Z' });
    expect(await connectionsSeenBy(desk.member)).toContain('last used 21 Nov 2026, 20:37 UTC');
    const { text } = await end(desk.member, grantId);
    expect([await isLive(grantId), text.includes('The connection has ended.')]).toEqual([false, true]);
    expect((await end(desk.member, grantId)).text).toContain('There is no such connection');
    expect(await connectionsSeenBy(desk.member)).toContain('No AI chat is connected.');
  });

  it('of others are listed for an admin of the workspace that pays, who may end them, and for nobody else', async () => {
    const grantId = await connect(desk.member);
    expect(await connectionsSeenBy(desk.admin)).toContain(
      `Of other people, paid by Desk Chat &lt;b&gt; of ${desk.member.email}`,
    );
    expect(await connectionsSeenBy(desk.second)).toContain(desk.member.email);
    const colleague = await makePerson(store, pages, [[desk.workspace, 'member']]);
    for (const person of [colleague, desk.outsider]) {
      expect(await connectionsSeenBy(person)).not.toContain(desk.member.email);
      expect((await end(person, grantId)).text).toContain('There is no such connection');
    }
    const own = desk.outsider.browser.post(`/account/connections/${grantId}/revoke`);
    expect((await desk.outsider.browser.follow(await own)).text).toContain('There is no such connection');
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const path = `/account/connections/${grantId}/revoke`;
    expect((await desk.member.browser.post(path, {}, foreign)).status).toBe(403);
    expect((await pages.browser().post(path)).location).toMatch(/^\/sign-in/);
    expect(await isLive(grantId)).toBe(true);
    expect((await end(desk.admin, grantId)).text).toContain('The connection has ended.');
    expect(await isLive(grantId)).toBe(false);
    const { rows } = await store.db.raw(`select revoked_because as because from oauth_grant where grant_id = ?`, [
      grantId,
    ]);
    expect(rows).toEqual([{ because: 'admin' }]);
  });

  it('say where a person is no longer in the workspace that pays, and can be ended from no workspace at all', async () => {
    const person = await makePerson(store, pages, [[desk.workspace, 'member']]);
    const grantId = await connect(person);
    await store.db('membership').where('user_id', person.userId).delete();
    expect(await connectionsSeenBy(desk.admin)).toContain('Not in the workspace that pays');
    expect(await connectionsSeenBy(person)).toContain('Not in the workspace that pays');
    expect((await end(person, grantId)).text).toContain('The connection has ended.');
    expect(await endGrant(store.db, { grantId }, 'operator')).toBe(false);
  });

  it('end with the membership of whoever an admin removes', async () => {
    const person = await makePerson(store, pages, [[desk.workspace, 'member']]);
    const grantId = await connect(person);
    const kept = await connect(desk.member);
    const { workspace, admin } = desk;
    expect((await admin.browser.get(`/account/members/${person.userId}/remove?workspace=${workspace}`)).text).toMatch(
      /AI\s+chats that they connected at its expense end/,
    );
    await admin.browser.post(`/account/members/${person.userId}/remove`, { workspace });
    expect([await isLive(grantId), await isLive(kept)]).toEqual([false, true]);
    expect(await connectionsSeenBy(admin)).not.toContain(person.email);
  });
});
