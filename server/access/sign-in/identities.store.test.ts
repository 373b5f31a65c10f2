// Identities of the provider: a verified address is proved, and admits only its own person.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { findPersonByEmail } from '../../store/people/people.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { roleOf } from '../../store/people/workspaces.ts';
import { signInWithIdentity } from './identities.ts';
import { linkState } from '../people/links.ts';
import { signInWithPassword } from './sign-in.ts';
import { type People, goodPassword, testPeople } from '../testing/people.ts';

let store: Store;
let people: People;
let desk: string;
let count = 0;
beforeAll(async () => {
  store = await openTestStore();
  people = testPeople(store);
  desk = await people.makeWorkspace('Desk');
});
afterAll(() => store.close());

/** A new address. */
const newEmail = (): string => `identity${(count += 1)}@example.com`;
const stateOf = async (secret: string): Promise<string> => (await linkState(people.means, secret)).kind;

async function canSignIn(email: string): Promise<boolean> {
  const attempt = { email, password: goodPassword, address: email, browser: 'Firefox' };
  return (await signInWithPassword(people.means, attempt)).kind === 'signed-in';
}

describe('an identity of the provider', () => {
  const issuer = 'https://login.example.com';
  const sign = (subject: string, email: string | null, isEmailVerified = true, isSignUpOpen = false) =>
    signInWithIdentity(
      { ...people.means, isSignUpOpen },
      { issuer, subject, email, isEmailVerified, authTime: null },
      'Firefox',
    );

  it('is tied once to the invited person of its verified address, and is that person from then on', async () => {
    const email = newEmail();
    await people.invite(email, desk);
    expect((await sign('s1', email.toUpperCase())).kind).toBe('signed-in');
    expect((await sign('s1', null)).kind).toBe('signed-in');
    expect((await sign('s1', 'renamed@example.com', false)).kind).toBe('signed-in');
    expect(await sign('s2', email)).toEqual({ kind: 'tied-elsewhere' });
    expect(await people.accept(email, desk)).toBe(true);
    expect(await people.invite(email, desk)).toMatchObject({ kind: 'role-set', signsInBy: 'provider', link: null });
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
    expect(await findPersonByEmail(store.db, email)).toBe(null);
  });

  it('makes an account that nobody invited where sign-up is open', async () => {
    const email = newEmail();
    expect((await sign('o1', email, true, true)).kind).toBe('signed-in');
    expect(await findPersonByEmail(store.db, email)).toMatchObject({ subject: 'o1', password_hash: null });
    expect((await sign('o2', newEmail(), false, true)).kind).toBe('not-invited');
  });

  it('takes the place of a password, its sessions and links, and keeps what the proved person had', async () => {
    const email = newEmail();
    const userId = await people.join(email, desk);
    const link = people.secretOf(await people.invite(email, desk, { newLink: true }));
    expect((await sign('s3', email)).kind).toBe('signed-in');
    expect(await canSignIn(email)).toBe(false);
    expect(await stateOf(link)).toBe('unknown');
    expect(await roleOf(store.db, desk, userId)).toBe('member');
    const { rows } = await store.db.raw('select 1 from browser_session where user_id = ?', [userId]);
    expect(rows).toHaveLength(1);
    // A mailed password would be a way around the provider.
    expect(await people.mailedLink(email)).toBe(null);
  });

  it('of several that come at once for one person, ties one', async () => {
    const email = newEmail();
    await people.invite(email, desk);
    const kinds = (await Promise.all(['r1', 'r2', 'r3', 'r4'].map((subject) => sign(subject, email)))).map(
      ({ kind }) => kind,
    );
    expect(kinds.filter((kind) => kind === 'signed-in')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'tied-elsewhere')).toHaveLength(3);
  });
});
