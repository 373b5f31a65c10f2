// Ending other sessions while the password changes.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPersonByEmail, setPassword } from '../../store/people/people.ts';
import type { Store } from '../../store/engine/engine.ts';
import { listSessions } from '../../store/people/sessions.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { endElsewhere } from './end-sessions.ts';
import { welcome } from '../people/links.ts';
import { signInWithPassword } from './sign-in.ts';
import { goodPassword, testPeople } from '../testing/people.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

it('a password that is replaced while it is looked at ends no session any more', async () => {
  const people = testPeople(store);
  const email = 'ada@example.com';
  const secret = people.secretOf(await people.invite(email, await people.makeWorkspace()));
  await welcome(people.means, { secret, password: goodPassword, browser: 'Firefox' });
  await signInWithPassword(people.means, { email, password: goodPassword, address: '198.51.100.1', browser: 'Edge' });
  const person = await findPersonByEmail(store.db, email);
  const userId = person?.user_id ?? '';
  const ofPerson = { userId, now: people.means.now(), seenAfter: '2000-01-01T00:00:00.000Z' };
  const [own, other] = await listSessions(store.db, ofPerson);
  const { passwords } = people.means;
  const passwordHash = await passwords.hash('another four words here');
  const changing: typeof passwords = {
    ...passwords,
    verify: async (...asked) => {
      const isRight = await passwords.verify(...asked);
      await store.db.transaction((trx) => setPassword(trx, { userId, passwordHash, keep: other?.session_id ?? '' }));
      return isRight;
    },
  };
  const done = await endElsewhere(
    { ...people.means, passwords: changing },
    { userId, sessionId: own?.session_id ?? '' },
    { which: 'others', password: goodPassword },
  );
  expect(done).toEqual({ kind: 'wrong' });
  expect((await listSessions(store.db, ofPerson)).map(({ session_id: id }) => id)).toEqual([other?.session_id]);
});
