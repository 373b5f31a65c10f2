// V6, V7, V8: who somebody is, for how long, and what they may do.
import { type Row, documented, gap, reason, test, testBut } from './row.ts';

const signIn = 'server/access/sign-in/sign-in.store.test.ts';
const attack = 'server/pages/sign-in/guessing-attack.store.test.ts';
const passwords = 'server/access/sign-in/passwords.test.ts';
const known = 'scripts/security/known-passwords.test.ts';
const pages = 'server/pages/sign-in/sign-in-pages.store.test.ts';
const password = 'server/pages/shell/signed-in.store.test.ts';
const upstream = 'server/pages/sign-in/upstream.store.test.ts';
const upstreamToken = [upstream, 'is refused when it is not signed by it'] as const;
const changed = [password, 'to change the password ends the other sessions'] as const;
const otherFactors =
  'There is one factor here, and none of this kind: no lookup secrets, one-time passwords or messages stand in for a sign-in.';
const userCode = 'A user code signs nobody in: it names a device login to an admin who is signed in already.';

export const authentication: readonly Row[] = [
  documented('6.1.1', 'what slows down guessing is written down, and how nobody is locked out', 'Signing in'),
  documented('6.1.2', 'words that no password may consist of are written down', 'Signing in'),
  documented('6.1.3', 'every way to sign in is written down', 'Signing in'),
  test('6.2.1', 'at least eight characters', [passwords, 'is refused when it is short']),
  test('6.2.2', 'people can change their password', changed),
  test('6.2.3', 'which takes the current one', changed, [signIn, 'is guessed at no more often than a sign-in']),
  test(
    '6.2.4',
    'the 3,000 commonest passwords are refused',
    [known, 'is refused, each of the 44,150 commonest that are long enough'],
    [passwords, 'is refused when it is short'],
  ),
  test('6.2.5', 'any characters, in any composition', [passwords, 'is otherwise anything at all']),
  test('6.2.6', 'fields for passwords are masked', [
    pages,
    'masks passwords, and lets managers and clipboards fill them',
  ]),
  test('6.2.7', 'pasting and password managers work', [
    pages,
    'masks passwords, and lets managers and clipboards fill them',
  ]),
  testBut(
    '6.2.8',
    'a password is verified as it was typed',
    'It is brought into the normal form NFKC first, because keyboards compose letters differently; nothing is cut off or folded.',
    [passwords, 'is the same however a keyboard composes its letters'],
    [passwords, 'counts to its last character'],
  ),
  test('6.2.9', 'at least 64 characters are allowed', [passwords, 'counts to its last character']),
  reason(
    '6.2.10',
    'no password has to be changed from time to time',
    'Nothing ages a password: there is no date beside it to do so by.',
  ),
  test(
    '6.2.11',
    'those words are refused',
    [passwords, 'is refused when it is short'],
    [passwords, 'is none that is made of the name of the service'],
  ),
  testBut(
    '6.2.12',
    'passwords of known breaches are refused',
    'The list comes with the service and is as old as its release: it asks nobody else about a password.',
    [known, 'is refused, each of the 44,150 commonest that are long enough'],
  ),
  test(
    '6.3.1',
    'guessing is slowed down as written',
    [signIn, 'is one of five in a quarter of an hour'],
    [signIn, 'is counted before the password is looked at'],
    [signIn, 'is one of twenty in an hour'],
    [attack, 'the admin signs in with the right one from a new browser'],
    [attack, 'the admin signs in from the browser of the last sign-in'],
    [attack, 'an admin with the right code approves their device'],
  ),
  test('6.3.2', 'no account is there from the start', [
    'scripts/security/source.test.ts',
    'makes no person and no password of its own',
  ]),
  gap(
    '6.3.3',
    'a second factor',
    'Passwords of the service are one factor. A second one is the identity provider’s (OIDC_ISSUER): an operator who needs it configures one. What a password opens is bounded: reading, and spending up to the limit of the workspace; there is nothing to withdraw.',
  ),
  test(
    '6.3.4',
    'there is no other way in',
    ['server/access/matrix.store.test.ts', '$operation, $kind: $expected'],
    [upstream, 'without a provider there is no such way'],
    ['server/pages/mount.store.test.ts', 'serves every browser and agent address'],
  ),
  test(
    '6.4.1',
    'first secrets are random, short-lived and used once',
    [signIn, 'sets a password once'],
    [signIn, 'works to the last millisecond of its day'],
    ['server/access/people/invitations.store.test.ts', 'gives a new person a link'],
  ),
  reason(
    '6.4.2',
    'no hints, no secret questions',
    'There are none: the account of a user has an address, a password hash and an identity (server/store/README.md).',
  ),
  test(
    '6.4.3',
    'a forgotten password is replaced safely',
    ['server/mail/sender.store.test.ts', 'is mailed a link that is made as it is sent'],
    ['server/mail/sender.store.test.ts', 'of nobody, and of whom nobody invited'],
    ['server/acceptance/pre-registration.store.test.ts', 'with an account from before: sees no invitation'],
    ['server/pages/sign-in/welcome.store.test.ts', 'says whose it is to a browser'],
  ),
  reason('6.4.4', 'a lost second factor', 'There is no second factor here; losing the provider’s is the provider’s.'),
  reason('6.5.1', 'codes of a second factor work once', otherFactors),
  reason('6.5.2', 'how they are kept', otherFactors),
  testBut('6.5.3', 'codes are drawn by a generator for secrets', userCode, [
    'server/access/devices/device-codes.test.ts',
    'takes every letter for as many byte values',
  ]),
  testBut('6.5.4', 'codes have at least 20 bits', userCode, [
    'server/access/devices/device-codes.test.ts',
    'has the shape RI-XXXX-XXXX-XXXX',
  ]),
  reason(
    '6.5.5',
    'codes of a second factor live ten minutes at most',
    `${otherFactors} A device login lives fifteen minutes (RFC 8628).`,
  ),
  reason('6.6.1', 'telephones', 'No telephone is used.'),
  testBut(
    '6.6.2',
    'a code belongs to the request it was made for',
    userCode,
    ['server/access/devices/device-grant.test.ts', 'is made once, and only in time'],
    ['server/pages/cli-auth/cli-auth-pages.store.test.ts', 'shows the code, who asks'],
  ),
  testBut(
    '6.6.3',
    'guessing codes is slowed down',
    userCode,
    ['server/access/devices/device-codes.test.ts', 'leaves an account at most 2^-32'],
    ['server/access/devices/device-races.postgresql.test.ts', 'of thirty wrong codes of an account'],
  ),
  test(
    '6.8.1',
    'an identity is that of its provider',
    ['server/access/sign-in/identities.store.test.ts', 'is tied once to the invited person'],
    [upstream, 'is the same person when they come again'],
  ),
  test('6.8.2', 'assertions are signed', upstreamToken),
  reason('6.8.3', 'SAML', 'There is no SAML.'),
  documented('6.8.4', 'how strong the provider’s sign-in is taken to be', 'Signing in'),
];

const ending = 'server/pages/sign-in/end-sessions.store.test.ts';

export const sessions: readonly Row[] = [
  documented('7.1.1', 'how long a session lasts is written down', 'Sessions'),
  documented('7.1.2', 'how many sessions a person may have is written down', 'Sessions'),
  documented('7.1.3', 'how sessions here and at a provider go together is written down', 'Sessions'),
  test(
    '7.2.1',
    'the server verifies sessions',
    [signIn, 'shows whose it is'],
    ['server/store/ledger/session-payer.store.test.ts', 'pays nothing with a session that is unknown'],
  ),
  test('7.2.2', 'a session has a secret of its own', [signIn, 'has a new secret each time']),
  test('7.2.3', 'of 256 random bits', ['server/access/secrets.test.ts', 'are a prefix, 43 base62 characters']),
  test('7.2.4', 'a new one at each sign-in, and the old one ends', [pages, 'makes a new session each time']),
  test('7.3.1', 'a session ends when it lies idle', [signIn, 'ends twelve hours after']),
  test('7.3.2', 'and after thirty days', [signIn, 'ends twelve hours after']),
  test('7.4.1', 'a session that ended is worth nothing', [password, 'ends by signing out']),
  testBut(
    '7.4.2',
    'a person who is removed loses everything',
    'A session is not deleted with the membership: it shows a person in no workspace, who reads and pays for nothing. `end-sessions` deletes it.',
    ['server/store/ledger/session-payer.store.test.ts', 'pays nothing with a session that is unknown'],
    ['server/access/people/invitations.store.test.ts', 'of one who is %s stands no more'],
    ['server/admin/people/session-commands.store.test.ts', 'ends every session of a person'],
  ),
  test('7.4.3', 'a changed password ends the other sessions', [signIn, 'ends every other session']),
  test('7.4.4', 'signing out is on every page', [pages, 'offers to sign out on every page of a person']),
  test(
    '7.4.5',
    'the operator can end the sessions of one or of all',
    ['server/admin/people/session-commands.store.test.ts', 'ends every session of a person'],
    ['server/admin/people/session-commands.store.test.ts', 'ends those of everybody'],
  ),
  testBut(
    '7.5.1',
    'what signs somebody in is changed with the password only',
    'The address cannot be changed by anyone.',
    [signIn, 'is guessed at no more often than a sign-in'],
    changed,
  ),
  testBut(
    '7.5.2',
    'sessions are seen, and ended after signing in again',
    'Who signs in by the provider alone signs in there once more. Where the provider does not say when that was (`auth_time`), they end their own session alone, and the operator ends the others.',
    [ending, 'sees their own sessions'],
    [ending, 'ends none without it'],
    [ending, 'guesses at it no more often'],
    [ending, 'ends sessions after signing in there once more'],
    [ending, 'ends none when the provider'],
  ),
  documented('7.6.1', 'how long a provider’s sign-in counts', 'Sessions'),
  test('7.6.2', 'no session begins unasked', foreignSignIn()),
];

function foreignSignIn() {
  return ['server/pages/shell/form.store.test.ts', 'of another site is refused'] as const;
}

const matrix = 'server/access/matrix.store.test.ts';
const adminForms = ['server/pages/account-forms.store.test.ts', 'changes something for an admin'] as const;

export const authorization: readonly Row[] = [
  documented('8.1.1', 'who may do what is written down', 'Who may do what'),
  documented('8.1.2', 'and which fields are whose', 'Who may do what'),
  test(
    '8.2.1',
    'operations are for whom they are for',
    [matrix, '$operation, $kind: $expected'],
    ['server/access/key-limits.store.test.ts', 'is refused everything else with 403'],
    adminForms,
    ['server/pages/account-forms.store.test.ts', 'is in this table'],
  ),
  test(
    '8.2.2',
    'records are for whose they are',
    ['server/metering/meter.store.test.ts', 'names what was charged and delivered'],
    ['server/pages/account-pages.store.test.ts', 'are found by request id or its beginning'],
    ['server/pages/subscribe/subscribe-pages.store.test.ts', 'shows nobody the checkout of another workspace'],
  ),
  test(
    '8.2.3',
    'fields are for whom they are for',
    ['server/contract/fixtures.test.ts', 'reach every closed object'],
    ['server/pages/account-pages.store.test.ts', 'sees keys and receipts'],
  ),
  test('8.3.1', 'the server decides', adminForms, [
    'server/access/matrix.store.test.ts',
    'has a row with as many cells as there are kinds',
  ]),
  test(
    '8.4.1',
    'workspaces are apart',
    ['server/pages/account-pages.store.test.ts', 'chooses one; another one than their own'],
    ['server/acceptance/pre-registration.store.test.ts', 'gets no link for the address'],
    ['scripts/proof/journeys/hostile/hostile-neighbour.ts', 'sends none of its forms'],
    ['server/store/ledger/charge.store.test.ts', 'charges the same id to two workspaces'],
  ),
];
