/** The command that puts a person into a workspace, and prints the link with which they set their password. */
import { type Invited, invite } from '../access/invitations.ts';
import { isAddress } from '../access/sign-in.ts';
import { LINK_HOURS } from '../store/lifetimes.ts';
import { workspaceExists } from '../store/workspaces.ts';
import { type Command, type CommandResult, UsageError } from './command.ts';

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
  about: `Puts a person into a workspace, or changes their role there. Prints a link with which a new person sets a password: once, within ${LINK_HOURS} hours.`,
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
  run: async ({ store, now, randomBytes, baseUrl }, { positionals, values, newLink }) => {
    const { role, workspace: workspaceId = '' } = values;
    const email = (positionals[0] ?? '').trim();
    if (role !== 'admin' && role !== 'member') throw new UsageError(`--role ${role} is neither admin nor member`);
    if (!isAddress(email)) throw new UsageError(`EMAIL must be an address such as ada@example.com`);
    if (!(await workspaceExists(store.db, workspaceId))) return noSuchWorkspace(workspaceId);
    const who = { email, workspaceId, role, madeBy: null, newLink } as const;
    const done = await invite(store.db, { ...who, now: now(), randomBytes, baseUrl });
    if (done.kind === 'elsewhere') throw new Error('the operator may invite anyone');
    return {
      exit: 0,
      report: {
        user_id: done.userId,
        email: done.email,
        workspace_id: workspaceId,
        role,
        is_new: done.isNew,
        signs_in_by: done.signsInBy,
        other_workspaces: done.elsewhere,
        link: done.link,
        link_expires_at: done.expiresAt,
      },
      lines: [`${done.email} is ${done.isNew ? 'now' : 'from now on'} ${role} of ${workspaceId}`, ...linkLines(done)],
    };
  },
};

const signInWords = { password: 'their password', provider: 'the identity provider' } as const;

function linkLines({ link, expiresAt, signsInBy, elsewhere }: Invited): string[] {
  const others = elsewhere === 1 ? 'another workspace' : `${elsewhere} other workspaces`;
  const shared = elsewhere > 0 ? [`they are in ${others} too: the account is the same one there`] : [];
  if (link === null && signsInBy !== null) {
    return [`they sign in with ${signInWords[signsInBy]} already; --new-link makes a fresh link`, ...shared];
  }
  return [
    `link: ${link}`,
    `it sets their password, once, until ${expiresAt}; hand it to them and nobody else: it is not shown again`,
    ...shared,
  ];
}
