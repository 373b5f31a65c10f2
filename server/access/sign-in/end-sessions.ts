// Ending sessions from another one, which a session alone does not allow.

// A stranger at an open browser could otherwise sign its person out everywhere else, and stay.
// 1. A person with a password proves it each time. A wrong one counts against the session.
// 2. A person without one signs in at the identity provider again. The new session records the time, and may end others
// for a few minutes from then on.
import { retrying } from '../../store/known/clock.ts';
import type { Db } from '../../store/engine/db.ts';
import { findPerson, lockPerson } from '../../store/people/people.ts';
import { endOtherSessions, endSession, sessionProvedAt } from '../../store/people/sessions.ts';
import { secondsFrom } from './sessions.ts';
import type { TryResult } from './sign-in-limits.ts';
import { type SignInMeans, checkPassword } from './sign-in.ts';

export const proof_seconds = 300;

/** The proof still required: the password, nothing, or a sign-in at the provider. */
export type RequiredProof = 'password' | 'nothing' | 'sign-in';
export type Ending = { userId: string; sessionId: string };

export async function owedFor(
  { db, now }: Pick<SignInMeans, 'db' | 'now'>,
  { userId, sessionId }: Ending,
): Promise<RequiredProof> {
  const person = await findPerson(db, userId);
  if (person !== null && person.password_hash !== null) return 'password';
  return (await isProved(db, sessionId, now())) ? 'nothing' : 'sign-in';
}

async function isProved(db: Db, sessionId: string, now: string): Promise<boolean> {
  const provedAt = await sessionProvedAt(db, sessionId);
  return provedAt !== null && provedAt > secondsFrom(now, -proof_seconds);
}

export type EndResult = { kind: 'ended' | 'none' | 'wrong' | 'sign-in' } | TryResult;

/** `which` is the id of one of the person's other sessions, or all of them. */
export async function endElsewhere(
  means: SignInMeans,
  { userId, sessionId }: Ending,
  { which, password }: { which: string | 'others'; password: string },
): Promise<EndResult> {
  const { db } = means;
  const person = await findPerson(db, userId);
  const hash = person?.password_hash ?? null;
  if (person !== null && hash !== null) {
    const checked = await checkPassword(means, person, { password, sessionId });
    if (checked.kind !== 'right') return checked;
  }
  return retrying(db, async (trx): Promise<EndResult> => {
    // A concurrent change of the password has ended this session, unless this person made it.
    const held = await lockPerson(trx, userId);
    if ((held?.password_hash ?? null) !== hash) return { kind: 'wrong' };
    if (hash === null && !(await isProved(trx, sessionId, means.now()))) return { kind: 'sign-in' };
    if (which === 'others') await endOtherSessions(trx, userId, sessionId);
    else if (which === sessionId || !(await endSession(trx, userId, which))) return { kind: 'none' };
    return { kind: 'ended' };
  });
}
