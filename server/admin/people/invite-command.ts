/** The command that invites a person to a workspace, and prints a link if no mail is sent. */
import { isAddress } from '../../access/people/addresses.ts';
import { type OperatorInvitation, inviteAsOperator, invitations_max } from '../../access/people/invitations.ts';
import { OPERATOR } from '../../store/people/admin-events.ts';
import { INVITATION_DAYS, LINK_HOURS } from '../../store/engine/lifetimes.ts';
import { workspaceExists } from '../../store/people/workspaces.ts';
import { type Command, type CommandResult, UsageError } from '../command.ts';

const example = 'ws_0123456789abcdef01234567';

export function noSuchWorkspace(workspaceId: string): CommandResult {
  return {
    exit: 1,
    report: { refused: true, workspace_id: workspaceId },
    lines: [`there is no workspace ${workspaceId}; list-workspaces lists them, create-workspace makes one`],
  };
}

export const inviteCommand: Command = {
  name: 'invite',
  about: `Invites a person into a workspace, or changes a member's role. They accept on their account page, within ${INVITATION_DAYS} days. With SMTP_URL they get a mail; without it, a link is printed for a person who cannot sign in yet: to choose a password, once, within ${LINK_HOURS} hours.`,
  usage: 'EMAIL --workspace W --role admin|member [--new-link]',
  positionals: { name: 'EMAIL', min: 1, max: 1, areFiles: false },
  options: {
    workspace: 'the workspace, by its id (list-workspaces)',
    role: 'admin (makes keys, approves devices, pays) or member (sees)',
  },
  required: ['workspace', 'role'],
  flags: ['new-link'],
  examples: [
    `invite ada@example.com --workspace ${example} --role admin`,
    `invite ada@example.com --workspace ${example} --role admin --new-link`,
  ],
  run: async (
    { store, now, randomBytes, baseUrl, mails = false, actor = OPERATOR },
    { positionals, values, newLink },
  ) => {
    const { role, workspace: workspaceId = '' } = values;
    const email = (positionals[0] ?? '').trim();
    if (role !== 'admin' && role !== 'member') throw new UsageError(`--role ${role} is neither admin nor member`);
    if (!isAddress(email)) throw new UsageError(`EMAIL must be an address such as ada@example.com`);
    if (!(await workspaceExists(store.db, workspaceId))) return noSuchWorkspace(workspaceId);
    const asked = { email, workspaceId, role, newLink, mails, actor, now: now(), randomBytes, baseUrl } as const;
    const done = await inviteAsOperator(store.db, asked);
    if (done.kind === 'full') return tooMany(workspaceId);
    return {
      exit: 0,
      report: {
        user_id: done.userId,
        email: done.email,
        workspace_id: workspaceId,
        role,
        is_member: done.kind === 'role-set',
        invitation_id: done.invitationId,
        signs_in_by: done.signsInBy,
        is_mailed: done.isMailed,
        link: done.link?.address ?? null,
        link_expires_at: done.link?.expiresAt ?? null,
      },
      lines: [
        done.kind === 'role-set'
          ? `${done.email} is from now on ${role} of ${workspaceId}`
          : `${done.email} is invited to ${workspaceId} as ${role}, and accepts on the account page`,
        ...wayIn(done),
      ],
    };
  },
};

function tooMany(workspaceId: string): CommandResult {
  return {
    exit: 1,
    report: { refused: true, workspace_id: workspaceId },
    lines: [`${workspaceId} has ${invitations_max} open invitations; its admins withdraw those that are not needed`],
  };
}

const signInWords = { password: 'their password', provider: 'the identity provider' } as const;

function wayIn({ kind, link, signsInBy, isMailed }: OperatorInvitation): string[] {
  if (link !== null) {
    return [
      `link: ${link.address}`,
      `it proves their address and sets their password, once, until ${link.expiresAt}; hand it to them and nobody else: it is not shown again`,
      ...(signsInBy === null ? [] : ['their password and sessions from before end when it is used']),
    ];
  }
  if (isMailed) return ['a mail is on its way; --new-link prints a link instead'];
  if (signsInBy !== null)
    return [`they sign in with ${signInWords[signsInBy]} already; --new-link prints a fresh link`];
  return kind === 'role-set' ? ['they choose a password by a mail: "Forgotten password" on the sign-in page'] : [];
}
