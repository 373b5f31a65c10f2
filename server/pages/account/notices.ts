/** Notices after a form, chosen by a word in the address: only fixed sentences, never text from the address. */
import { type Html, html } from '../shell/html.ts';

/** The section in which a notice appears. */
export type Part = 'api-keys' | 'connections' | 'members' | 'invitations' | 'sessions' | 'credit' | 'subscribe';

type Notice = { part: Part; tone: 'good' | 'bad'; text: string };

const good = (part: Part, text: string): Notice => ({ part, tone: 'good', text });
const bad = (part: Part, text: string): Notice => ({ part, tone: 'bad', text });

const notices = {
  'key-revoked': good('api-keys', 'The key is revoked. The next request with it is refused.'),
  'key-not-active': bad('api-keys', 'There is no such active key in this workspace; it may have been revoked already.'),
  'key-name': bad('api-keys', 'No key was made: a name has 1 to 48 characters, none of them invisible.'),
  'key-form-used': bad(
    'api-keys',
    'This form has made its key already, and the key is shown only once. If you did not save it, revoke it and make another.',
  ),
  'key-limited': good('api-keys', 'The limits of the key are set. They hold within ten seconds.'),
  'key-expiry': bad('api-keys', 'Nothing was changed: choose how long the key works.'),
  'key-minute': bad(
    'api-keys',
    'Nothing was changed: the requests a minute are a whole number from 1 to 1,000,000,000, or empty.',
  ),
  'key-operations': bad('api-keys', 'Nothing was changed: choose at least one thing that the key may ask for.'),
  'key-operations-unclear': bad(
    'api-keys',
    'Nothing was changed: “Everything” is chosen, and not every box below it is ticked. Choose “Only these” for the ticked ones, or tick all of them.',
  ),
  'keys-full': bad('api-keys', 'No key was made: the workspace has 50 active keys. Revoke one that is no longer used.'),
  'connection-ended': good('connections', 'The connection has ended. The next request of that chat is refused.'),
  'no-such-connection': bad('connections', 'There is no such connection that you can end; it may have ended already.'),
  'email-invalid': bad('members', 'Nobody was invited: the address must look like ada@example.com.'),
  invited: good(
    'members',
    'The invitation is made and goes to the address by mail. Whoever proves that the address is theirs can accept it.',
  ),
  'invited-unmailed': good(
    'members',
    'The invitation is made. No mail is sent here: whoever has proved that the address is theirs finds it on their account page. For a person without an account, ask the operator of this service to invite them.',
  ),
  'already-member': bad('members', 'This person is a member already. Change the role in the list.'),
  'invitations-full': bad(
    'members',
    'Nobody was invited: the workspace has 100 open invitations. Withdraw those that are not needed.',
  ),
  'invitation-withdrawn': good('members', 'The invitation is withdrawn.'),
  'no-such-invitation': bad('members', 'There is no such invitation any more; it may have been accepted.'),
  joined: good('invitations', 'You are in the workspace now.'),
  declined: good('invitations', 'The invitation is declined.'),
  'invitation-over': bad(
    'invitations',
    'The invitation stands no more: it was withdrawn, has expired, or its maker is no admin any more.',
  ),
  'role-changed': good('members', 'The role is changed.'),
  'member-removed': good(
    'members',
    'The person is no longer in this workspace. Keys that they made stay; revoke those you do not trust.',
  ),
  'no-such-member': bad('members', 'Nothing was changed: there is no such person in this workspace any more.'),
  'last-admin': bad(
    'members',
    'Nothing was changed: a workspace needs at least one admin. Make somebody else an admin first.',
  ),
  'session-ended': good('sessions', 'The session has ended. That browser has to sign in again.'),
  'sessions-ended': good('sessions', 'All your other sessions have ended.'),
  'no-such-session': bad('sessions', 'There is no such session any more.'),
  'limit-set': good('credit', 'The spend limit is set.'),
  'limit-removed': good('credit', 'There is no spend limit any more.'),
  'limit-invalid': bad(
    'credit',
    'Nothing was changed: a spend limit is a whole number from 0 to 1,000,000,000, or empty for none.',
  ),
  'no-such-item': bad('subscribe', 'Nothing was begun: there is no such plan or refill.'),
  'needs-subscription': bad('subscribe', 'Nothing was begun: refills need a paid subscription.'),
  'renews-already': bad('subscribe', 'Nothing was begun: this workspace has a subscription that renews by itself.'),
  'is-unlimited': bad('subscribe', 'Nothing was begun: this workspace has a plan without a limit.'),
  'not-practice': bad(
    'subscribe',
    'Nothing was granted: the practice checkout works only for a workspace that is marked for practice.',
  ),
  'no-payments': bad('subscribe', 'Nothing was begun: nothing can be paid for on this service.'),
  'no-customer': bad('subscribe', 'This workspace has no subscription to manage.'),
} as const satisfies Record<string, Notice>;

export type NoticeName = keyof typeof notices;

export const partOf = (name: NoticeName): Part => notices[name].part;

/** The notice named in an address, if it belongs to this part of the page. */
export function noticeOf(query: URLSearchParams, part: Part): Html | null {
  const name = query.get('notice') ?? '';
  if (!Object.hasOwn(notices, name)) return null;
  const notice = notices[name as NoticeName];
  if (notice.part !== part) return null;
  const role = notice.tone === 'bad' ? 'alert' : 'status';
  return html`<div class="note ${notice.tone}" id="notice" role="${role}"><p>${notice.text}</p></div>`;
}
