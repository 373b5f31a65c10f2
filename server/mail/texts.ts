// Texts of mails: plain text, one link, the person who caused it, and advice for an unexpected mail.
import type { Letter } from '../access/people/letters.ts';
import { LINK_HOURS } from '../store/engine/lifetimes.ts';
import type { Message } from './transport.ts';

export function messageOf(letter: Letter, baseUrl: string): Message {
  const { host } = new URL(baseUrl);
  const { subject, lines } = wordsOf(letter, { baseUrl, host });
  return {
    to: letter.email,
    subject: `${subject} (${host})`,
    text: `${lines.filter((line) => line !== null).join('\n\n')}\n`,
  };
}

type Words = { subject: string; lines: (string | null)[] };
type Site = { baseUrl: string; host: string };

function wordsOf(letter: Letter, site: Site): Words {
  if (letter.invitation !== null) return invitationWords(letter, site);
  const { link, signsInBy } = letter;
  const ignore = 'If it was not you, ignore this mail: nothing was changed.';
  if (link === null) {
    return {
      subject: 'How you sign in',
      lines: [
        `Somebody, probably you, asked for a link to sign in at ${site.host} with this address.`,
        `You sign in with your identity provider there, so there is no password to choose:`,
        `${site.baseUrl}/sign-in`,
        ignore,
      ],
    };
  }
  const isKnown = signsInBy !== null;
  const asked = isKnown
    ? `Somebody, probably you, asked for a new password at ${site.host} for this address.`
    : `Somebody, probably you, asked for an account at ${site.host} with this address.`;
  return {
    subject: isKnown ? 'Choose a new password' : 'Choose a password',
    lines: [asked, 'Choose a password here:', ...linkLines(link.address), ignore],
  };
}

function invitationWords({ invitation, link }: Letter, { baseUrl, host }: Site): Words {
  const maker = invitation?.invited_by === null ? 'The operator' : (invitation?.invited_by_email ?? 'An admin');
  const lines = [
    `${maker} invites you to the workspace "${plainName(invitation?.workspace_name ?? '')}" at ${host}, as ${invitation?.role === 'admin' ? 'an admin' : 'a member'}.`,
    ...(link === null
      ? ['Sign in to accept or decline:', `${baseUrl}/account`]
      : ['Choose a password first; then you can accept or decline:', ...linkLines(link.address)]),
    'If you do not know the workspace, ignore this mail: nothing happens without you.',
  ];
  return { subject: 'An invitation', lines };
}

function linkLines(address: string): string[] {
  return [
    address,
    `The link works once, within ${LINK_HOURS} hours. Open it in the browser that you want to sign in with.`,
  ];
}

/** A name chosen by a person must not become a link in a mail. */
export function plainName(name: string): string {
  return name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}"<>\\/@:]/gu, ' ')
    .replaceAll(/\.(?=\S)/g, '. ')
    .replaceAll(/ +/g, ' ')
    .trim();
}
