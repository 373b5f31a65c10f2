// Invitations: who gets a link, and that no invitation opens to its maker what others trust a person with.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/engine.ts';
import { findPerson, findPersonByEmail, takeLink } from '../store/people.ts';
import { removeMember, setRole } from '../store/account-changes.ts';
import { openTestStore } from '../store/test-store.ts';
import { linkDigest } from './invitations.ts';
import { linkState, signInWithIdentity, signInWithPassword, welcome } from './sign-in.ts';
import { type People, goodPassword, testPeople } from './test-people.ts';

let store: Store;
let people: People;
let desk: string;
let other: string;
let count = 0;
beforeAll(async () => {
  store = await openTestStore();
  people = testPeople(store);
  desk = await people.makeWorkspace('Desk');
  other = await people.makeWorkspace('Other');
  admin = await adminOf(desk);
});
afterAll(() => store.close());

/** An address that nobody has yet. */
const newEmail = (): string => `person${(count += 1)}@example.com`;
let admin: { madeBy: string };
async function adminOf(workspaceId: string): Promise<{ madeBy: string }> {
  return { madeBy: (await people.invite(newEmail(), workspaceId, { role: 'admin' })).userId };
}
const stateOf = async (secret: string): Promise<string> => (await linkState(people.means, secret)).kind;

async function setUp(email: string, workspaceId: string, password = goodPassword): Promise<void> {
  const secret = people.secretOf(await people.invite(email, workspaceId, await adminOf(workspaceId)));
  const done = await welcome(people.means, { secret, password, browser: 'Firefox' });
  expect(done.kind).toBe('signed-in');
}

async function canSignIn(email: string, password = goodPassword): Promise<boolean> {
  const attempt = { email, password, address: email, browser: 'Firefox' };
  return (await signInWithPassword(people.means, attempt)).kind === 'signed-in';
}

describe('an invitation', () => {
  it('gives a new person a link that works for 24 hours', async () => {
    const email = newEmail();
    const invited = await people.invite(email, desk, { role: 'admin' });
    expect(invited).toEqual({
      kind: 'invited',
      userId: expect.stringMatching(/^usr_[0-9a-f]{24}$/) as string,
      email,
      isNew: true,
      signsInBy: null,
      link: expect.stringMatching(/^https:\/\/research\.test\/welcome\?token=ri_link_[0-9A-Za-z]{49}$/) as string,
      expiresAt: '2029-01-21T12:00:00.000Z',
      elsewhere: 0,
    });
    expect(await linkState(people.means, people.secretOf(invited))).toEqual({ kind: 'open', email });
  });

  it('replaces the link that was not used yet: only the newest works', async () => {
    const email = newEmail();
    const secrets = [];
    for (let one = 0; one < 3; one += 1) secrets.push(people.secretOf(await people.invite(email, desk)));
    expect(await Promise.all(secrets.map(stateOf))).toEqual(['unknown', 'unknown', 'open']);
  });

  it('of a person who has a password changes the role alone, unless a fresh link is asked for', async () => {
    const email = newEmail();
    await setUp(email, desk);
    const again = await people.invite(email.toUpperCase(), desk, { role: 'admin' });
    expect(again).toMatchObject({ email, isNew: false, signsInBy: 'password', link: null, expiresAt: null });
    expect(await canSignIn(email)).toBe(true);
    const fresh = await people.invite(email, desk, { newLink: true });
    expect(await stateOf(people.secretOf(fresh))).toBe('open');
    // Until it is used, the forgotten password is as good as before.
    expect(await canSignIn(email)).toBe(true);
    const wanted = 'another four words here';
    await welcome(people.means, { secret: people.secretOf(fresh), password: wanted, browser: 'Firefox' });
    expect([await canSignIn(email), await canSignIn(email, wanted)]).toEqual([false, true]);
  });

  it('by two at once makes one person, and one link that works', async () => {
    const email = newEmail();
    const both = await Promise.all([people.invite(email, desk), people.invite(email, other)]);
    expect(new Set(both.map(({ userId }) => userId)).size).toBe(1);
    const states = await Promise.all(both.map((one) => stateOf(people.secretOf(one))));
    expect(states.toSorted()).toEqual(['open', 'unknown']);
  });
});

describe('an admin', () => {
  it('invites nobody who is in another workspace: the link would open that one too', async () => {
    const email = newEmail();
    await people.invite(email, other);
    await expect(people.invite(email, desk, admin)).rejects.toThrow('elsewhere');
    const settled = newEmail();
    await setUp(settled, other);
    await expect(people.invite(settled, desk, admin)).rejects.toThrow('elsewhere');
    expect(await people.invite(settled, desk)).toMatchObject({ isNew: true, elsewhere: 1, link: null });
  });

  it('makes no link for a member of theirs who is in another workspace too, and may still change the role', async () => {
    const settled = newEmail();
    await setUp(settled, other);
    await people.invite(settled, desk);
    await expect(people.invite(settled, desk, { ...admin, newLink: true })).rejects.toThrow('elsewhere');
    expect(await people.invite(settled, desk, { ...admin, role: 'admin' })).toMatchObject({ isNew: false, link: null });
    const pending = newEmail();
    await people.invite(pending, other);
    await people.invite(pending, desk);
    expect(await people.invite(pending, desk, admin)).toMatchObject({ isNew: false, signsInBy: null, link: null });
  });

  it('loses a link that was made before another workspace trusted the person too', async () => {
    const email = newEmail();
    await setUp(email, desk);
    const left = people.secretOf(await people.invite(email, desk, { ...admin, newLink: true }));
    await people.invite(email, desk, { role: 'admin' });
    expect(await stateOf(left)).toBe('open');
    await people.invite(email, other);
    expect(await stateOf(left)).toBe('unknown');
    expect(await canSignIn(email)).toBe(true);
  });

  it.each([
    ['removed', (id: string) => store.db.transaction((trx) => removeMember(trx, desk, id))],
    [
      'demoted',
      (id: string) => store.db.transaction((trx) => setRole(trx, { workspaceId: desk, userId: id, role: 'member' })),
    ],
  ])('who is %s cannot use a link that they kept, for an account that is new or old', async (_what, end) => {
    const leaving = await adminOf(desk);
    const [fresh, settled] = [newEmail(), newEmail()];
    await setUp(settled, desk);
    const links = [
      await people.invite(fresh, desk, { ...leaving, role: 'admin' }),
      await people.invite(settled, desk, { ...leaving, newLink: true }),
    ].map(people.secretOf);
    expect(await Promise.all(links.map(stateOf))).toEqual(['open', 'open']);
    await end(leaving.madeBy);
    // Being an admin elsewhere is no reason to get in here.
    await people.invite((await findPerson(store.db, leaving.madeBy))?.email ?? '', other, { role: 'admin' });
    expect(await Promise.all(links.map(stateOf))).toEqual(['lapsed', 'lapsed']);
    for (const secret of links) {
      const done = await welcome(people.means, { secret, password: 'their own four words', browser: 'Firefox' });
      expect(done.kind).toBe('spent');
      expect(
        await store.db.transaction((trx) => takeLink(trx, linkDigest(secret) ?? Buffer.of(), people.means.now())),
      ).toBeNull();
    }
    expect([await canSignIn(settled), await canSignIn(settled, 'their own four words')]).toEqual([true, false]);
    const again = await people.invite(fresh, desk, admin);
    expect(await stateOf(people.secretOf(again))).toBe('open');
  });

  it('cannot keep a person’s account by having set it up: in no workspace, it starts anew', async () => {
    const email = newEmail();
    const secret = people.secretOf(await people.invite(email, desk, admin));
    const mine = await welcome(people.means, { secret, password: goodPassword, browser: 'Firefox' });
    expect(mine.kind).toBe('signed-in');
    const left = people.secretOf(await people.invite(email, desk, { ...admin, newLink: true }));
    const person = await findPersonByEmail(store.db, email);
    await store.db.transaction((trx) => removeMember(trx, desk, person?.user_id ?? ''));
    const invited = await people.invite(email, other, await adminOf(other));
    expect(invited).toMatchObject({ isNew: true, signsInBy: null });
    expect(await canSignIn(email)).toBe(false);
    expect(await stateOf(left)).toBe('unknown');
    const { rows } = await store.db.raw('select 1 from browser_session where user_id = ?', [invited.userId]);
    expect(rows).toEqual([]);
    expect(await stateOf(people.secretOf(invited))).toBe('open');
  });
});

describe('an identity of the provider', () => {
  const issuer = 'https://login.example.com';
  const sign = (subject: string, email: string | null, isEmailVerified = true) =>
    signInWithIdentity(people.means, { issuer, subject, email, isEmailVerified, authTime: null }, 'Firefox');

  it('is tied once to the invited person of its verified address, and is that person from then on', async () => {
    const email = newEmail();
    await people.invite(email, desk);
    expect((await sign('s1', email.toUpperCase())).kind).toBe('signed-in');
    expect((await sign('s1', null)).kind).toBe('signed-in');
    expect((await sign('s1', 'renamed@example.com', false)).kind).toBe('signed-in');
    expect(await sign('s2', email)).toEqual({ kind: 'tied-elsewhere' });
    expect(await people.invite(email, desk)).toMatchObject({ signsInBy: 'provider', link: null });
  });

  it('that nobody invited does not get in, nor one whose address is not verified or only looks alike', async () => {
    const email = 'kim@example.com';
    await people.invite(email, desk);
    const refused = [
      await sign('x1', 'unknown@example.com'),
      await sign('x2', email, false),
      await sign('x3', null),
      await sign('x4', '\u212Aim@example.com'),
      await sign('x5', 'kim@example.com\u0000'),
      await sign('x6', 'kim@example.com '),
      await sign('x7', ''),
    ];
    expect(refused).toEqual(refused.map(() => ({ kind: 'not-invited' })));
    expect((await findPersonByEmail(store.db, email))?.subject).toBe(null);
  });

  it('ends what was set up for its address before: a password, its sessions, and links', async () => {
    const email = newEmail();
    await setUp(email, desk);
    const link = people.secretOf(await people.invite(email, desk, { newLink: true }));
    const done = await sign('s3', email);
    expect(done.kind).toBe('signed-in');
    expect(await canSignIn(email)).toBe(false);
    expect(await stateOf(link)).toBe('unknown');
    const { rows } = await store.db.raw(
      'select 1 from browser_session s join user_account u on u.user_id = s.user_id where u.email = ?',
      [email],
    );
    expect(rows).toHaveLength(1);
  });

  it('of two that come at once for one person, ties one', async () => {
    const email = newEmail();
    await people.invite(email, desk);
    const kinds = (await Promise.all(['r1', 'r2', 'r3', 'r4'].map((subject) => sign(subject, email)))).map(
      ({ kind }) => kind,
    );
    expect(kinds.filter((kind) => kind === 'signed-in')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'tied-elsewhere')).toHaveLength(3);
  });
});
