// Signing in: one answer for every wrong try, exact limits, links that work once, and sessions that end when they should.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../../contract/problems.ts';
import type { Store } from '../../store/engine/engine.ts';
import { findSession, forgetSessions, listSessions } from '../../store/people/sessions.ts';
import { forgetLinks } from '../../store/people/links.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { sha256 } from '../secrets.ts';
import { secondsFrom, session_idle_seconds, session_seconds_max } from './sessions.ts';
import { tries } from './sign-in-limits.ts';
import { linkState, welcome } from '../people/links.ts';
import { changePassword, signInWithPassword } from './sign-in.ts';
import { type People, goodPassword, start, testPeople } from '../testing/people.ts';

let store: Store;
let people: People;
let desk: string;
let count = 0;
beforeAll(async () => {
  store = await openTestStore();
});
beforeEach(async () => {
  people = testPeople(store);
  desk = await people.makeWorkspace('Desk');
});
afterAll(() => store.close());

/** A person with a password, and the session in which it was set. */
async function makePerson() {
  const email = `person${(count += 1)}@example.com`;
  const invited = await people.invite(email, desk);
  const began = await welcome(people.means, {
    secret: people.secretOf(invited),
    password: goodPassword,
    browser: 'Firefox on Linux',
  });
  if (began.kind !== 'signed-in') throw new Error(began.kind);
  await people.accept(email, desk);
  return { email, userId: began.userId, secret: began.secret };
}

const signIn = (email: string, password = goodPassword, address = `198.51.100.${count}`) =>
  signInWithPassword(people.means, { email, password, address, browser: 'Firefox on Linux' });

const found = (secret: string) => {
  const now = people.means.now();
  return findSession(store.db, { digest: sha256(secret), now, seenAfter: secondsFrom(now, -session_idle_seconds) });
};

describe('a try', () => {
  it('is told the same whether the address is unknown, has no password yet, or has another one', async () => {
    const { email } = await makePerson();
    const pending = `pending${count}@example.com`;
    await people.invite(pending, desk);
    const wrong = [
      await signIn(email, 'not this one at all'),
      await signIn(pending),
      await signIn('nobody@example.com'),
      await signIn('no address'),
      await signIn('nul\u0000@example.com'),
      await signIn(`${'a'.repeat(300)}@example.com`),
      await signIn(''),
    ];
    // The user is for the log alone.
    const told = wrong.map((outcome) => ({ ...outcome, userId: undefined }));
    expect(told).toEqual(wrong.map(() => ({ kind: 'wrong', isAlarm: false })));
    const isKnown = wrong.map((outcome) => 'userId' in outcome && outcome.userId !== null);
    expect(isKnown).toEqual([true, false, false, false, false, false, false]);
    expect(await signIn(` ${email.toUpperCase()} `)).toMatchObject({ kind: 'signed-in' });
  });

  it('is one of five in a quarter of an hour for an account from one address, known or not', async () => {
    const { email } = await makePerson();
    const address = `203.0.113.${count}`;
    for (const one of [email, `nobody${count}@example.com`]) {
      const kinds = [];
      for (let time = 0; time < 7; time += 1) {
        const written = time % 2 === 0 ? one : ` ${one.toUpperCase()}`;
        kinds.push((await signIn(written, 'not this one at all', address)).kind);
      }
      expect(kinds).toEqual([...Array.from({ length: 5 }, () => 'wrong'), 'limited', 'limited']);
    }
    // Nor does the right password help there then: a guesser would have it.
    const last = await signIn(email, goodPassword, address);
    expect(last).toEqual({ kind: 'limited', retryAfter: expect.any(Number) as number });
    expect(last.kind === 'limited' && last.retryAfter <= tries.account.seconds).toBe(true);
    // A refusal for one account takes nothing from the others.
    const others = [];
    for (let time = 0; time < 11; time += 1)
      others.push((await signIn(`other${count}-${time}@example.com`, 'wrong', address)).kind);
    expect(others).toEqual([...Array.from({ length: 10 }, () => 'wrong'), 'limited']);
  });

  it('is one of twenty in an hour for an address, whoever is tried', async () => {
    const address = `192.0.2.${(count += 1)}`;
    const kinds = [];
    for (let one = 0; one < 22; one += 1)
      kinds.push((await signIn(`n${count}-${one}@example.com`, 'wrong', address)).kind);
    expect(kinds).toEqual([...Array.from({ length: 20 }, () => 'wrong'), 'limited', 'limited']);
  });

  it('that is good counts for nothing: an office behind one address signs in all day', async () => {
    const { email } = await makePerson();
    const address = `192.0.2.${(count += 1)}`;
    for (let one = 0; one < 22; one += 1) expect((await signIn(email, goodPassword, address)).kind).toBe('signed-in');
    const kinds = [];
    for (let one = 0; one < 6; one += 1) kinds.push((await signIn(email, 'wrong', address)).kind);
    expect(kinds).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'limited']);
  });

  it('that nobody had the time to look at counts for nothing', async () => {
    const { email, userId } = await makePerson();
    const busy = { ...people.means.passwords, verify: () => Promise.reject(new ProblemError('unavailable')) };
    const means = { ...people.means, passwords: busy };
    const who = { password: goodPassword, address: `192.0.2.${(count += 1)}` };
    for (let one = 0; one < tries.account.quota; one += 1) {
      await expect(signInWithPassword(means, { email, ...who, browser: 'Firefox' })).rejects.toThrow(ProblemError);
      const change = { userId, sessionId: '', current: goodPassword, wanted: 'another four words here', ...who };
      await expect(changePassword(means, change)).rejects.toThrow(ProblemError);
    }
    expect((await signIn(email, goodPassword, who.address)).kind).toBe('signed-in');
  });

  it('is counted before the password is looked at: twenty at once get five answers', async () => {
    const { email } = await makePerson();
    const at = Array.from({ length: 20 }, () => signIn(email, 'not this one at all', `198.20.0.${count}`));
    const kinds = (await Promise.all(at)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'wrong')).toHaveLength(5);
    expect(kinds.filter((kind) => kind === 'limited')).toHaveLength(15);
  });
});

describe('a link', () => {
  const use = (secret: string, password = goodPassword) =>
    welcome(people.means, { secret, password, browser: 'Firefox on Linux' });

  it('sets a password once, and then says when', async () => {
    const secret = people.secretOf(await people.invite(`link${(count += 1)}@example.com`, desk));
    expect(await use(secret, 'short')).toEqual({ kind: 'refused', fault: 'short' });
    expect((await use(secret)).kind).toBe('signed-in');
    expect(await use(secret, 'a second try of words')).toEqual({ kind: 'spent' });
    expect(await linkState(people.means, secret)).toEqual({ kind: 'used', usedAt: start });
  });

  it('is used by one of eight who come at once', async () => {
    const email = `link${(count += 1)}@example.com`;
    const secret = people.secretOf(await people.invite(email, desk));
    const words = Array.from({ length: 8 }, (_, one) => `gravel harbour number ${one}`);
    const kinds = (await Promise.all(words.map((password) => use(secret, password)))).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'signed-in')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'spent')).toHaveLength(7);
    expect((await signIn(email, words[kinds.indexOf('signed-in')])).kind).toBe('signed-in');
  });

  it('works to the last millisecond of its day, and not in the next', async () => {
    const [one, two] = [`link${(count += 1)}@example.com`, `link${(count += 1)}@example.com`];
    const secrets = [people.secretOf(await people.invite(one, desk)), people.secretOf(await people.invite(two, desk))];
    people.pass(86_399.999);
    expect((await use(secrets[0] ?? '')).kind).toBe('signed-in');
    people.pass(0.001);
    expect(await use(secrets[1] ?? '')).toEqual({ kind: 'spent' });
    expect(await linkState(people.means, secrets[1] ?? '')).toEqual({
      kind: 'expired',
      expiresAt: '2029-01-21T12:00:00.000Z',
    });
    for (const secret of ['', 'x', 'ri_link_x', sha256('x').toString('hex')]) {
      expect([await linkState(people.means, secret), await use(secret)]).toEqual([
        { kind: 'unknown' },
        { kind: 'spent' },
      ]);
    }
  });
});

describe('a session', () => {
  it('shows whose it is and which workspaces they are in now', async () => {
    const { email, userId, secret } = await makePerson();
    const second = await people.makeWorkspace('Another');
    await people.invite(email, second, { role: 'admin' });
    await people.accept(email, second);
    expect(await found(secret)).toEqual({
      userId,
      email,
      sessionId: expect.stringMatching(/^ses_/) as string,
      seenAt: start,
      memberships: [
        { workspaceId: second, workspaceName: 'Another', role: 'admin', practice: false },
        { workspaceId: desk, workspaceName: 'Desk', role: 'member', practice: false },
      ],
    });
    await store.db.raw('delete from membership where user_id = ?', [userId]);
    expect((await found(secret))?.memberships).toEqual([]);
  });

  it('ends twelve hours after it was last seen, and after thirty days in any case', async () => {
    const { email, secret } = await makePerson();
    people.pass(session_idle_seconds - 1);
    expect((await found(secret))?.email).toBe(email);
    people.pass(1);
    expect(await found(secret)).toBe(null);
    await store.db.raw('update browser_session set seen_at = ?', [secondsFrom(start, session_seconds_max)]);
    people.pass(session_seconds_max - session_idle_seconds - 1);
    expect((await found(secret))?.email).toBe(email);
    people.pass(1);
    expect(await found(secret)).toBe(null);
  });

  it('has a new secret each time, and only digests at rest', async () => {
    const { email, secret } = await makePerson();
    const again = await signIn(email);
    expect(again.kind === 'signed-in' && again.secret !== secret).toBe(true);
    const { rows } = await store.db.raw('select row_to_json(s)::text as row from browser_session s');
    const all = (rows as { row: string }[]).map(({ row }) => row).join('\n');
    expect(all).toContain(sha256(secret).toString('hex'));
    expect(all).not.toContain(secret.slice(8, 30));
  });

  it('is listed while it lasts, the last used first, and swept when it is over', async () => {
    const { email, userId } = await makePerson();
    people.pass(60);
    await signIn(email);
    const listed = () =>
      listSessions(store.db, {
        userId,
        now: people.means.now(),
        seenAfter: secondsFrom(people.means.now(), -session_idle_seconds),
      });
    expect((await listed()).map(({ seen_at, browser }) => [seen_at, browser])).toEqual([
      [secondsFrom(start, 60), 'Firefox on Linux'],
      [start, 'Firefox on Linux'],
    ]);
    people.pass(session_idle_seconds - 30);
    expect(await listed()).toHaveLength(1);
    const sweep = { now: people.means.now(), seenAfter: secondsFrom(people.means.now(), -session_idle_seconds) };
    expect(await forgetSessions(store.db, sweep)).toBeGreaterThanOrEqual(1);
    expect(await listed()).toHaveLength(1);
    expect(await forgetSessions(store.db, sweep)).toBe(0);
  });
});

describe('a changed password', () => {
  const change = async (person: { userId: string; secret: string }, current: string, wanted: string) => {
    const sessionId = (await found(person.secret))?.sessionId ?? '';
    return changePassword(people.means, { userId: person.userId, sessionId, current, wanted });
  };

  it('ends every other session, and keeps the one it was changed in', async () => {
    const person = await makePerson();
    const other = await signIn(person.email);
    expect(await change(person, 'not this one at all', 'another four words here')).toEqual({ kind: 'wrong' });
    expect(await change(person, goodPassword, 'short')).toEqual({ kind: 'refused', fault: 'short' });
    expect(await change(person, goodPassword, 'another four words here')).toEqual({ kind: 'changed' });
    expect((await found(person.secret))?.email).toBe(person.email);
    expect(other.kind === 'signed-in' && (await found(other.secret))).toBe(null);
    expect((await signIn(person.email)).kind).toBe('wrong');
    expect((await signIn(person.email, 'another four words here')).kind).toBe('signed-in');
  });

  it('leaves no link that sets another one', async () => {
    const person = await makePerson();
    const link = people.secretOf(await people.invite(person.email, desk, { newLink: true }));
    expect(await change(person, goodPassword, 'another four words here')).toEqual({ kind: 'changed' });
    expect((await linkState(people.means, link)).kind).toBe('unknown');
  });

  it('is guessed at no more often than a sign-in', async () => {
    const person = await makePerson();
    const kinds = [];
    for (let one = 0; one < 6; one += 1)
      kinds.push((await change(person, 'not this one at all', 'four other good words')).kind);
    expect(kinds).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'limited']);
  });

  it('lets no session begin on the old one in the same moment', async () => {
    const person = await makePerson();
    const sessionId = (await found(person.secret))?.sessionId ?? '';
    const entered = Array.from({ length: 3 }, (_, from) =>
      signIn(person.email, goodPassword, `198.19.${count}.${from}`),
    );
    const wanted = 'another four words here';
    const changed = changePassword(people.means, { ...person, sessionId, current: goodPassword, wanted });
    await Promise.all([...entered, changed]);
    const { rows } = await store.db.raw('select session_id from browser_session where user_id = ?', [person.userId]);
    expect([await changed, rows]).toEqual([{ kind: 'changed' }, [{ session_id: sessionId }]]);
  });
});

it('forgets links long after they expired', async () => {
  await people.invite(`old${(count += 1)}@example.com`, desk);
  expect(await forgetLinks(store.db, start)).toBe(0);
  expect(await forgetLinks(store.db, '2029-01-21T12:00:00.000Z')).toBeGreaterThan(0);
});
