/** Support for tests of people: workspaces, invitations, mails, and a clock that stands where the test puts it. */
import { randomBytes } from 'node:crypto';
import type { Store } from '../../store/engine/engine.ts';
import { findInvitationTo } from '../../store/people/invitations.ts';
import type { MailKind } from '../../store/people/outbox.ts';
import { findPersonByEmail } from '../../store/people/people.ts';
import { insertWorkspace, type Role } from '../../store/people/workspaces.ts';
import { type OperatorInvitation, answerInvitation, invite, inviteAsOperator } from '../people/invitations.ts';
import { letterFor } from '../people/letters.ts';
import { type MadeLink, welcome } from '../people/links.ts';
import { createPasswords } from '../sign-in/passwords.ts';
import type { SignInMeans } from '../sign-in/sign-in.ts';

export const start = '2029-01-20T12:00:00.000Z';
export const goodPassword = 'gravel harbour violet nine';

type InviteMore = { role?: Role; newLink?: boolean; mails?: boolean };

export type People = {
  means: SignInMeans;
  /** Moves the clock on. */
  pass(seconds: number): void;
  makeWorkspace(name?: string): Promise<string>;
  /** Invites as the operator. */
  invite(email: string, workspaceId: string, more?: InviteMore): Promise<OperatorInvitation>;
  /** Invites as an admin of the workspace; returns the invitation's id, or null for too many. */
  inviteBy(admin: string, email: string, workspaceId: string, role?: Role): Promise<string | null>;
  /** The link in a mail to the address; null if none would be sent. */
  mailedLink(
    email: string,
    more?: { kind?: MailKind; workspaceId?: string; isSignUpOpen?: boolean },
  ): Promise<string | null>;
  /** Sets a password with the secret of a link; returns the account. */
  choose(secret: string, password?: string): Promise<{ userId: string; session: string }>;
  /** Accepts the standing invitation of the address to the workspace. */
  accept(email: string, workspaceId: string): Promise<boolean>;
  /** The secret of an invitation's link. */
  secretOf(invited: Pick<OperatorInvitation, 'link'>): string;
  /** A new person in the workspace, as the operator lets them in. */
  join(email: string, workspaceId: string, role?: Role): Promise<string>;
};

/** The secret of a link. */
export function secretOf(link: Pick<MadeLink, 'address'> | null): string {
  const token = link === null ? null : new URL(link.address).searchParams.get('token');
  if (token === null) throw new Error('there is no link');
  return token;
}

export function testPeople(store: Store, baseUrl = 'https://research.test'): People {
  let at = Date.parse(start);
  const now = (): string => new Date(at).toISOString();
  const means = { db: store.db, passwords: createPasswords(), now, randomBytes };
  const people: People = {
    means,
    pass: (seconds) => void (at += seconds * 1_000),
    async makeWorkspace(name = 'Desk') {
      const workspaceId = `ws_${randomBytes(12).toString('hex')}`;
      await store.db.transaction((trx) => insertWorkspace(trx, { workspaceId, name, practice: false, now: now() }));
      return workspaceId;
    },
    async invite(email, workspaceId, { role = 'member', newLink = false, mails = false } = {}) {
      const asked = { email, workspaceId, role, newLink, mails, now: now(), randomBytes, baseUrl };
      const done = await inviteAsOperator(store.db, asked);
      if (done.kind === 'full') throw new Error('the workspace has too many invitations');
      return done;
    },
    async inviteBy(invitedBy, email, workspaceId, role = 'member') {
      const asked = { email, workspaceId, role, invitedBy, mails: true, now: now(), randomBytes };
      return (await store.db.transaction((trx) => invite(trx, asked)))?.invitationId ?? null;
    },
    async mailedLink(email, { kind = 'password', workspaceId, isSignUpOpen = false } = {}) {
      const queued = {
        mail_id: 'mail_test',
        kind,
        email,
        workspace_id: workspaceId ?? null,
        attempts: 1,
        created_at: now(),
      };
      const letter = await letterFor({ db: store.db, now: now(), randomBytes, baseUrl, isSignUpOpen }, queued);
      return letter === null || letter.link === null ? null : secretOf(letter.link);
    },
    async choose(secret, password = goodPassword) {
      const done = await welcome(means, { secret, password, browser: 'Firefox on Linux' });
      if (done.kind !== 'signed-in') throw new Error(`the link was refused: ${done.kind}`);
      return { userId: done.userId, session: done.secret };
    },
    async accept(email, workspaceId) {
      const invitation = await findInvitationTo(store.db, { email, workspaceId, now: now() });
      const person = await findPersonByEmail(store.db, email);
      if (invitation === null || person === null) return false;
      const asked = {
        userId: person.user_id,
        invitationId: invitation.invitation_id,
        answer: 'accept',
        now: now(),
      } as const;
      return (await answerInvitation(store.db, asked)) !== null;
    },
    secretOf: ({ link }) => secretOf(link),
    async join(email, workspaceId, role = 'member') {
      const { link } = await people.invite(email, workspaceId, { role, newLink: true });
      const { userId } = await people.choose(secretOf(link));
      if (!(await people.accept(email, workspaceId))) throw new Error(`${email} could not accept`);
      return userId;
    },
  };
  return people;
}
