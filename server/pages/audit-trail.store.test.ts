// The audit trail of a workspace: every action on the pages, in words, visible to its people only.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetUser } from '../access/people/erasure.ts';
import { OPERATOR, listEvents, recordEvent } from '../store/people/admin-events.ts';
import type { Store } from '../store/engine/engine.ts';
import { listInvitationsOf } from '../store/people/invitations.ts';
import { openTestStore } from '../store/testing/store.ts';
import { decide, polledAs, startLogin } from '../testing/device.ts';
import { type TestService, startTestService } from '../testing/service.ts';
import { mountAccount } from './account-pages.ts';
import { type Desk, formId, makeDesk } from './account/testing/account.ts';
import { type ServedPages, servePages } from './testing/browser.ts';

let store: Store;
let pages: ServedPages;
let service: TestService;
beforeAll(async () => {
  store = await openTestStore();
  pages = await servePages(store, mountAccount);
  service = await startTestService({ store });
});
afterAll(async () => {
  await pages.close();
  await service.close();
  await store.close();
});

const acts = async ({ workspace: workspaceId }: Desk): Promise<string[]> => {
  const events = await listEvents(store.db, { workspaceId, limit: 50 });
  return events.map(({ actor, action }) => `${actor} ${action}`).toReversed();
};

/** The section of the account page, without tags. */
async function trailOf({ admin, workspace }: Desk): Promise<string> {
  const { text } = await admin.browser.get(`/account/trail?workspace=${workspace}`);
  const section = /id="trail".*?<\/section>/s.exec(text)?.[0] ?? '';
  return section.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
}

describe('the trail of a workspace', () => {
  it('has every act of an admin on the pages, by whom and on what', async () => {
    const desk = await makeDesk(store, pages);
    const { workspace, admin, second, member } = desk;
    const form = formId();
    await admin.browser.post('/account/keys', { workspace, form, name: 'nightly', collection: 'live' });
    await second.browser.post(`/account/keys/key_${form}/revoke`, { workspace });
    await admin.browser.post('/account/spend-limit', { workspace, requests: '12' });
    await admin.browser.post(`/account/members/${second.userId}/role`, { workspace, role: 'member' });
    await admin.browser.post(`/account/members/${member.userId}/remove`, { workspace });
    expect(await acts(desk)).toEqual([
      `${admin.userId} key-made`,
      `${second.userId} key-revoked`,
      `${admin.userId} spend-limit-changed`,
      `${admin.userId} role-changed`,
      `${admin.userId} user-removed`,
    ]);
    const shown = await trailOf(desk);
    for (const part of [
      `${admin.email} made the key nightly key_${form}`,
      `${second.email} revoked the key nightly key_${form}`,
      'requests: 12',
      `${admin.email} changed the role of ${second.email}`,
      'role: member, before: admin',
      `${admin.email} removed ${member.email}`,
    ])
      expect([part, shown.includes(part)]).toEqual([part, true]);
  });

  it('has an invitation, its withdrawal and who accepted, and no address', async () => {
    const desk = await makeDesk(store, pages);
    const { workspace, admin, outsider } = desk;
    const invite = () => admin.browser.post('/account/members', { workspace, email: outsider.email, role: 'member' });
    const open = async (): Promise<string> =>
      (await listInvitationsOf(store.db, workspace, '2000-01-01T00:00:00.000Z'))[0]?.invitation_id ?? '';
    await invite();
    const first = await open();
    await admin.browser.post(`/account/invitations/${first}/withdraw`, { workspace });
    await admin.browser.post(`/account/invitations/${first}/withdraw`, { workspace });
    await invite();
    await outsider.browser.post(`/account/invitations/${await open()}/accept`, {});
    expect(await acts(desk)).toEqual([
      `${admin.userId} user-invited`,
      `${admin.userId} invitation-withdrawn`,
      `${admin.userId} user-invited`,
      `${outsider.userId} invitation-accepted`,
    ]);
    const events = await listEvents(store.db, { workspaceId: workspace, limit: 50 });
    const kept = events.map(({ subject, detail }) => ({ subject, detail }));
    expect(JSON.stringify(kept)).not.toContain('@');
    expect(await trailOf(desk)).toContain(`${admin.email} withdrew the invitation ${first}`);
  });

  it('has the approval of a device and the key that it was given', async () => {
    const desk = await makeDesk(store, pages);
    const login = await startLogin(service);
    const { userId } = desk.admin;
    await decide(store, login, { decision: 'approve', userId, workspaceId: desk.workspace });
    await polledAs(service, login);
    expect(await acts(desk)).toEqual([`${userId} device-approved`, `${userId} key-made`]);
  });

  it('has nothing of what was refused, and nothing of other workspaces', async () => {
    const desk = await makeDesk(store, pages);
    const { workspace, admin, member, outsider } = desk;
    await member.browser.post('/account/keys', { workspace, form: formId(), name: 'x' });
    await outsider.browser.post('/account/spend-limit', { workspace, requests: '1' });
    await admin.browser.post('/account/spend-limit', { workspace, requests: 'many' });
    await admin.browser.post(`/account/members/${outsider.userId}/remove`, { workspace });
    expect(await acts(desk)).toEqual([]);
    expect(await trailOf(desk)).toContain('Nothing has been changed yet.');
    await admin.browser.post('/account/spend-limit', { workspace, requests: '1' });
    expect((await outsider.browser.get('/account/trail')).text).not.toContain(admin.userId);
  });

  it('names a forgotten user by the id alone, and the operator as such', async () => {
    const desk = await makeDesk(store, pages);
    const { workspace, second } = desk;
    await second.browser.post('/account/spend-limit', { workspace, requests: '1' });
    await store.db.transaction((trx) => forgetUser(trx, second, OPERATOR));
    const shown = await trailOf(desk);
    expect(shown).toContain(`A forgotten user ${second.userId} changed the spend limit`);
    expect(shown).toContain(`The operator erased the user ${second.userId}`);
    expect(shown).not.toContain(second.email);
  });

  it('shows the newest fifty, and escapes every name', async () => {
    const desk = await makeDesk(store, pages);
    const { workspace, admin } = desk;
    const form = formId();
    await admin.browser.post('/account/keys', { workspace, form, name: '<b>bold</b>', collection: 'live' });
    const event = {
      action: 'key-revoked',
      actor: admin.userId,
      workspaceId: workspace,
      subject: `key_${form}`,
    } as const;
    await store.db.transaction(async (trx) => {
      for (let one = 0; one < 60; one += 1) await recordEvent(trx, event);
    });
    const { text } = await admin.browser.get('/account/trail');
    const section = /id="trail".*?<\/section>/s.exec(text)?.[0] ?? '';
    expect(section.match(/<li>/g)).toHaveLength(50);
    expect(section).toContain('&lt;b&gt;bold&lt;/b&gt;');
    expect(section).toContain('The newest 50.');
  });
});
