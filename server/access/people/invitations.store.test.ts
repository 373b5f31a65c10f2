// Invitations: a workspace offers membership to an address, its proved owner accepts, and no third party gains.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdMembers, removeMember, setRole } from '../../store/ledger/account-changes.ts';
import type { Store } from '../../store/engine/engine.ts';
import {
  findInvitationTo,
  forgetInvitations,
  listInvitationsFor,
  listInvitationsOf,
} from '../../store/people/invitations.ts';
import { findPersonByEmail } from '../../store/people/people.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { roleOf } from '../../store/people/workspaces.ts';
import { answerInvitation, invitations_max } from './invitations.ts';
import { linkState } from './links.ts';
import { signInWithPassword } from '../sign-in/sign-in.ts';
import { type People, goodPassword, testPeople } from '../testing/people.ts';

let store: Store;
let people: People;
let desk: string;
let other: string;
let admin: string;
let count = 0;
beforeAll(async () => {
  store = await openTestStore();
  people = testPeople(store);
  desk = await people.makeWorkspace('Desk');
  other = await people.makeWorkspace('Other');
  admin = await people.join(newEmail(), desk, 'admin');
});
afterAll(() => store.close());

/** A new address. */
const newEmail = (): string => `person${(count += 1)}@example.com`;
const stateOf = async (secret: string): Promise<string> => (await linkState(people.means, secret)).kind;
const offered = async (userId: string): Promise<string[]> =>
  (await listInvitationsFor(store.db, userId, people.means.now())).map(({ workspace_id: id }) => id);

async function canSignIn(email: string, password = goodPassword): Promise<boolean> {
  const attempt = { email, password, address: email, browser: 'Firefox' };
  return (await signInWithPassword(people.means, attempt)).kind === 'signed-in';
}

describe('an invitation of the operator', () => {
  it('gives a new person a link that works for 24 hours, and no membership before they accept', async () => {
    const email = newEmail();
    const invited = await people.invite(email, desk, { role: 'admin' });
    expect(invited).toEqual({
      kind: 'invited',
      userId: null,
      email,
      invitationId: expect.stringMatching(/^inv_[0-9a-f]{24}$/) as string,
      signsInBy: null,
      isMailed: false,
      link: {
        address: expect.stringMatching(/^https:\/\/research\.test\/welcome\?token=ri_link_[0-9A-Za-z]{49}$/) as string,
        expiresAt: '2029-01-21T12:00:00.000Z',
      },
    });
    const secret = people.secretOf(invited);
    expect(await linkState(people.means, secret)).toEqual({ kind: 'open', email });
    const { userId } = await people.choose(secret);
    expect([await roleOf(store.db, desk, userId), await offered(userId)]).toEqual([null, [desk]]);
    expect(await people.accept(email, desk)).toBe(true);
    expect([await roleOf(store.db, desk, userId), await offered(userId)]).toEqual(['admin', []]);
    expect(await people.accept(email, desk)).toBe(false);
  });

  it('replaces the link that was printed before and was not used yet: the operator may have shown it to the wrong person', async () => {
    const email = newEmail();
    const secrets = [];
    for (let one = 0; one < 3; one += 1) secrets.push(people.secretOf(await people.invite(email, desk)));
    const mailed = await people.mailedLink(email);
    expect(await Promise.all([...secrets, mailed ?? ''].map(stateOf))).toEqual(['unknown', 'unknown', 'open', 'open']);
  });

  it('of a member changes the role at once, and makes a link only if it is asked for', async () => {
    const email = newEmail();
    const userId = await people.join(email, desk);
    const again = await people.invite(email.toUpperCase(), desk, { role: 'admin' });
    expect(again).toMatchObject({ kind: 'role-set', email, userId, signsInBy: 'password', link: null });
    expect([await roleOf(store.db, desk, userId), await canSignIn(email)]).toEqual(['admin', true]);
    const fresh = await people.invite(email, desk, { newLink: true });
    // Until it is used, the forgotten password is as good as before.
    expect(await canSignIn(email)).toBe(true);
    const wanted = 'another four words here';
    await people.choose(people.secretOf(fresh), wanted);
    expect([await canSignIn(email), await canSignIn(email, wanted)]).toEqual([false, true]);
    expect(await roleOf(store.db, desk, userId)).toBe('member');
  });

  it('is mailed where mail is sent, and then prints no link', async () => {
    const email = newEmail();
    expect(await people.invite(email, desk, { mails: true })).toMatchObject({ isMailed: true, link: null });
    const { rows } = await store.db.raw('select * from mail_outbox where email = ?', [email]);
    expect(rows).toEqual([expect.objectContaining({ kind: 'invitation', workspace_id: desk, attempts: 0 })]);
    const printed = await people.invite(email, desk, { mails: true, newLink: true });
    expect(printed).toMatchObject({ isMailed: false, link: expect.objectContaining({}) as object });
  });

  it('by two at once makes one account, and both workspaces are offered', async () => {
    const email = newEmail();
    const both = await Promise.all([people.invite(email, desk), people.invite(email, other)]);
    const states = await Promise.all(both.map((one) => stateOf(people.secretOf(one))));
    const secret = people.secretOf(both[states.indexOf('open')] ?? both[0]);
    const { userId } = await people.choose(secret);
    expect((await offered(userId)).toSorted()).toEqual([desk, other].toSorted());
  });
});

describe('an invitation of an admin', () => {
  it('answers and does the same for an address that is unknown, known, in another workspace, or not proved', async () => {
    const [unknown, alone, elsewhere, pending] = [newEmail(), newEmail(), newEmail(), newEmail()];
    await people.choose(people.secretOf(await people.invite(alone, desk)));
    await people.join(elsewhere, other);
    await people.invite(pending, other);
    const statements: string[][] = [];
    for (const email of [unknown, alone, elsewhere, pending]) {
      const seen: string[] = [];
      const listen = ({ sql }: { sql: string }): void => void seen.push(sql);
      store.db.on('query', listen);
      expect(await people.inviteBy(admin, email, desk)).toMatch(/^inv_/);
      store.db.off('query', listen);
      statements.push(seen);
    }
    expect(statements[0]?.length).toBeGreaterThan(4);
    expect(statements).toEqual(statements.map(() => statements[0]));
    const listed = await listInvitationsOf(store.db, desk, people.means.now());
    const own = listed.filter(({ email }) => [unknown, alone, elsewhere, pending].includes(email));
    expect(own).toHaveLength(4);
  });

  it('makes no link and no membership, whatever the address has', async () => {
    const [fresh, settled] = [newEmail(), newEmail()];
    const userId = await people.join(settled, other);
    const { rows: before } = await store.db.raw('select count(*) as links from sign_in_link');
    for (const email of [fresh, settled]) await people.inviteBy(admin, email, desk, 'admin');
    const { rows: after } = await store.db.raw('select count(*) as links from sign_in_link');
    expect(after).toEqual(before);
    expect([await findPersonByEmail(store.db, fresh), await roleOf(store.db, desk, userId)]).toEqual([null, null]);
    expect(await canSignIn(settled)).toBe(true);
  });

  it.each([
    ['removed', (id: string) => store.db.transaction((trx) => removeMember(trx, desk, id))],
    [
      'demoted',
      (id: string) => store.db.transaction((trx) => setRole(trx, { workspaceId: desk, userId: id, role: 'member' })),
    ],
  ])('of one who is %s stands no more, and is mailed to nobody', async (_what, end) => {
    const leaving = await people.join(newEmail(), desk, 'admin');
    const email = newEmail();
    await people.inviteBy(leaving, email, desk, 'admin');
    const { userId } = await people.choose((await people.mailedLink(email)) ?? '');
    expect(await offered(userId)).toEqual([desk]);
    const [{ invitation_id: invitationId = '' } = {}] = await listInvitationsFor(store.db, userId, people.means.now());
    await end(leaving);
    // An admin of another workspace may not invite here.
    await people.invite((await emailOf(leaving)) ?? '', other, { role: 'admin' });
    await people.accept((await emailOf(leaving)) ?? '', other);
    const asked = { userId, invitationId, answer: 'accept', now: people.means.now() } as const;
    expect([await offered(userId), await answerInvitation(store.db, asked)]).toEqual([[], null]);
    expect(await roleOf(store.db, desk, userId)).toBe(null);
    expect(await people.mailedLink(email, { kind: 'invitation', workspaceId: desk })).toBe(null);
    await people.inviteBy(admin, email, desk);
    expect(await people.accept(email, desk)).toBe(true);
  });

  it('is not accepted while its maker is being demoted', async () => {
    const leaving = await people.join(newEmail(), desk, 'admin');
    const email = newEmail();
    await people.inviteBy(leaving, email, desk, 'admin');
    const { userId } = await people.choose((await people.mailedLink(email)) ?? '');
    const accepted: { isIt?: Promise<boolean> } = {};
    await store.db.transaction(async (trx) => {
      await holdMembers(trx, desk);
      await setRole(trx, { workspaceId: desk, userId: leaving, role: 'member' });
      accepted.isIt = people.accept(email, desk);
    });
    expect([await accepted.isIt, await roleOf(store.db, desk, userId)]).toEqual([false, null]);
  });

  it('ends after thirty days, and is renewed by inviting again', async () => {
    const later = testPeople(store);
    const email = newEmail();
    await later.inviteBy(admin, email, desk);
    later.pass(30 * 86_400);
    const at = later.means.now();
    expect(await findInvitationTo(store.db, { email, now: at })).toBe(null);
    await later.inviteBy(admin, email, desk, 'admin');
    expect(await findInvitationTo(store.db, { email, now: at })).toMatchObject({ role: 'admin' });
    expect(await forgetInvitations(store.db, at)).toBeGreaterThan(0);
    expect(await findInvitationTo(store.db, { email, now: at })).not.toBe(null);
  });

  it('is one of a hundred that are open', async () => {
    const crowded = await people.makeWorkspace('Crowded');
    const maker = await people.join(newEmail(), crowded, 'admin');
    for (let one = 0; one < invitations_max; one += 1)
      expect(await people.inviteBy(maker, `crowd${one}@example.com`, crowded)).not.toBe(null);
    expect(await people.inviteBy(maker, 'late@example.com', crowded)).toBe(null);
    expect(await people.inviteBy(maker, 'CROWD7@example.com', crowded)).not.toBe(null);
  });
});

async function emailOf(userId: string): Promise<string | undefined> {
  const { rows } = await store.db.raw('select email from user_account where user_id = ?', [userId]);
  return (rows as { email: string }[])[0]?.email;
}

describe('an answer to an invitation', () => {
  it('is the own person’s alone, and counts once', async () => {
    const [email, stranger] = [newEmail(), newEmail()];
    await people.invite(email, desk);
    await people.invite(stranger, other);
    const { userId } = await people.choose((await people.mailedLink(email)) ?? '');
    const { userId: strangers } = await people.choose((await people.mailedLink(stranger)) ?? '');
    const [{ invitation_id: invitationId = '' } = {}] = await listInvitationsFor(store.db, userId, people.means.now());
    const asked = { invitationId, answer: 'accept', now: people.means.now() } as const;
    expect(await answerInvitation(store.db, { ...asked, userId: strangers })).toBe(null);
    const both = await Promise.all([1, 2, 3].map(() => answerInvitation(store.db, { ...asked, userId })));
    expect(both.filter((done) => done !== null)).toEqual([{ workspaceId: desk, role: 'member' }]);
    expect(await roleOf(store.db, desk, strangers)).toBe(null);
  });

  it('that declines leaves nothing', async () => {
    const email = newEmail();
    await people.invite(email, desk);
    const { userId } = await people.choose((await people.mailedLink(email)) ?? '');
    const [{ invitation_id: invitationId = '' } = {}] = await listInvitationsFor(store.db, userId, people.means.now());
    await answerInvitation(store.db, { userId, invitationId, answer: 'decline', now: people.means.now() });
    expect([await offered(userId), await roleOf(store.db, desk, userId)]).toEqual([[], null]);
  });
});
