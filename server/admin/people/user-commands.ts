// Commands for the rights of a user: export of their data, and erasure.
import { type ForgottenUser, forgetUser } from '../../access/people/erasure.ts';
import { triedOrDone } from '../../store/known/tried.ts';
import { OPERATOR, recordEvent } from '../../store/people/admin-events.ts';
import { retrying } from '../../store/known/clock.ts';
import { type FoundUser, type UserNames, findUser, reportOfUser } from '../../store/people/user-data.ts';
import type { Command, CommandResult } from '../command.ts';

const oneUser = { name: 'USER', min: 1, max: 1, areFiles: false } as const;

/** An address without an account may stand in an invitation or a mail. */
function namesOf(typed: string, user: FoundUser | null): UserNames {
  return user === null ? { userId: '', email: typed } : { userId: user.user_id, email: user.email };
}

function nothingKept(typed: string): CommandResult {
  return {
    exit: 1,
    report: { refused: true, user: typed },
    lines: [`nothing is kept of ${typed}: write the address of a user, or an id such as usr_0123456789abcdef01234567`],
  };
}

const countsOf = (counts: { readonly [table: string]: number }): string =>
  Object.entries(counts)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ');

function forgottenLines({ user_id: id, erased, workspaces_without_admin: left }: ForgottenUser, dryRun: boolean) {
  const who = id ?? 'the address';
  return [
    dryRun ? `dry run, nothing was changed: ${who} would be forgotten` : `forgotten: ${who}`,
    `  erased: ${countsOf(erased)}`,
    ...left.map((workspaceId) => `  ${workspaceId} has no admin any more: invite one with --role admin`),
    '  kept under the id alone: money entries, receipts, events; and the names that the user gave to keys',
    '  not touched: logs, exports, backups, the payment provider and the identity provider',
  ];
}

export const userCommands: readonly Command[] = [
  {
    name: 'user-report',
    about: 'Prints all that is kept of a user, for the user who asks. Secrets are kept as hashes and not printed.',
    usage: 'USER',
    positionals: oneUser,
    options: {},
    flags: [],
    examples: ['user-report ada@example.com --json', 'user-report usr_0123456789abcdef01234567'],
    run: async ({ store, now, actor = OPERATOR }, { positionals }) => {
      const typed = (positionals[0] ?? '').trim();
      const report = await retrying(store.db, async (trx) => {
        const user = await findUser(trx, typed);
        const found = await reportOfUser(trx, namesOf(typed, user));
        if (Object.values(found).every((rows) => rows.length === 0)) return null;
        await recordEvent(trx, { action: 'user-reported', actor, subject: user?.user_id ?? null });
        return { reported_at: now(), user_id: user?.user_id ?? null, ...found };
      });
      if (report === null) return nothingKept(typed);
      return { exit: 0, report, lines: JSON.stringify(report, null, 2).split('\n') };
    },
  },
  {
    name: 'forget-user',
    about:
      'Erases a user: address, password, identity, memberships, sessions, known browsers and chats. Money entries, receipts and events stay under an id that leads to nobody. Keys that the user made stay, as the workspace’s.',
    usage: 'USER [--dry-run]',
    positionals: oneUser,
    options: {},
    flags: ['dry-run'],
    examples: ['forget-user ada@example.com --dry-run', 'forget-user usr_0123456789abcdef01234567'],
    run: async ({ store, actor = OPERATOR }, { positionals, dryRun }) => {
      const typed = (positionals[0] ?? '').trim();
      const done = await triedOrDone(store.db, dryRun, async (trx) =>
        forgetUser(trx, namesOf(typed, await findUser(trx, typed)), actor),
      );
      if (Object.keys(done.erased).length === 0) return nothingKept(typed);
      return { exit: 0, report: { ...done, dry_run: dryRun }, lines: forgottenLines(done, dryRun) };
    },
  },
];
