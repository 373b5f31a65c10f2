// The command that deletes a workspace.
import { type DeletedWorkspace, deleteWorkspace } from '../../access/people/erasure.ts';
import { triedOrDone } from '../../store/known/tried.ts';
import { OPERATOR } from '../../store/people/admin-events.ts';
import type { Command, CommandResult } from '../command.ts';
import { noSuchWorkspace } from './invite-command.ts';

function deletedLines(
  { workspace_id: id, erased, forgotten_users: users }: DeletedWorkspace,
  dryRun: boolean,
): string[] {
  const counts = Object.entries(erased).map(([table, count]) => `${table} ${count}`);
  return [
    dryRun ? `dry run, nothing was changed: ${id} would be deleted` : `deleted: ${id}`,
    `  deleted or emptied: ${counts.join(', ')}`,
    `  users in no other workspace, forgotten: ${users.length}`,
    '  kept under the id alone: money entries, receipts and events, so that the audit still adds up',
    '  not touched: logs, exports, backups and the payment provider',
  ];
}

function renewsStill(workspaceId: string, subscription: string): CommandResult {
  return {
    exit: 1,
    report: { refused: true, workspace_id: workspaceId, subscription },
    lines: [
      `${workspaceId} is renewed by the subscription ${subscription}: end it at the payment provider first, or it goes on billing`,
      'with --abandon-subscription it is deleted all the same',
      'refused: nothing was changed',
    ],
  };
}

export const deleteWorkspaceCommand: Command = {
  name: 'delete-workspace',
  about:
    'Deletes a workspace: its name, members, keys, connections and device logins, and the users who are in no other. Money entries, receipts and events stay under its id. Unused requests are lost.',
  usage: 'WORKSPACE [--dry-run] [--abandon-subscription]',
  positionals: { name: 'WORKSPACE', min: 1, max: 1, areFiles: false },
  options: {},
  flags: ['dry-run', 'abandon-subscription'],
  examples: ['delete-workspace ws_0123456789abcdef01234567 --dry-run', 'delete-workspace ws_0123456789abcdef01234567'],
  run: async ({ store, actor = OPERATOR }, { positionals, dryRun, abandonSubscription }) => {
    const workspaceId = (positionals[0] ?? '').trim();
    const done = await triedOrDone(store.db, dryRun, (trx) =>
      deleteWorkspace(trx, workspaceId, { actor, abandonSubscription }),
    );
    if ('refused' in done)
      return done.refused === 'subscription'
        ? renewsStill(workspaceId, done.subscription)
        : noSuchWorkspace(workspaceId);
    return { exit: 0, report: { ...done, dry_run: dryRun }, lines: deletedLines(done, dryRun) };
  },
};
