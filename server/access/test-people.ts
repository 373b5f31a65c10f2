/** Support for tests of people: workspaces, invitations, and a clock that stands where the test puts it. */
import { randomBytes } from 'node:crypto';
import type { Store } from '../store/engine.ts';
import { insertWorkspace, type Role } from '../store/workspaces.ts';
import { type Invited, invite } from './invitations.ts';
import { createPasswords } from './passwords.ts';
import type { SignInMeans } from './sign-in.ts';

export const start = '2029-01-20T12:00:00.000Z';
export const goodPassword = 'gravel harbour violet nine';

export type People = {
  means: SignInMeans;
  /** Moves the clock on. */
  pass(seconds: number): void;
  makeWorkspace(name?: string): Promise<string>;
  /** Invites as the operator, unless `madeBy` says otherwise; throws where that is refused. */
  invite(
    email: string,
    workspaceId: string,
    more?: { role?: Role; madeBy?: string; newLink?: boolean },
  ): Promise<Invited>;
  /** The secret of an invitation's link. */
  secretOf(invited: Invited): string;
};

export function testPeople(store: Store, baseUrl = 'https://research.test'): People {
  let at = Date.parse(start);
  const now = (): string => new Date(at).toISOString();
  const means = { db: store.db, passwords: createPasswords(), now, randomBytes };
  return {
    means,
    pass: (seconds) => void (at += seconds * 1_000),
    async makeWorkspace(name = 'Desk') {
      const workspaceId = `ws_${randomBytes(12).toString('hex')}`;
      await store.db.transaction((trx) => insertWorkspace(trx, { workspaceId, name, practice: false, now: now() }));
      return workspaceId;
    },
    async invite(email, workspaceId, { role = 'member', madeBy, newLink = false } = {}) {
      const asked = { email, workspaceId, role, madeBy: madeBy ?? null, newLink, now: now(), randomBytes, baseUrl };
      const done = await invite(store.db, asked);
      if (done.kind !== 'invited') throw new Error(`the invitation was refused: ${done.kind}`);
      return done;
    },
    secretOf({ link }) {
      const token = link === null ? null : new URL(link).searchParams.get('token');
      if (token === null) throw new Error('the invitation has no link');
      return token;
    },
  };
}
