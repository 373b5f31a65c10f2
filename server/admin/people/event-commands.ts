// The command that shows the audit trail.
import { type EventRow, listEvents } from '../../store/people/admin-events.ts';
import { findUser } from '../../store/people/user-data.ts';
import { type Command, UsageError } from '../command.ts';

const limit_default = 100;
const limit_max = 10_000;

function limitOf(text: string | undefined): number {
  const limit = Number(text ?? limit_default);
  if (Number.isInteger(limit) && limit >= 1 && limit <= limit_max) return limit;
  throw new UsageError(`--limit ${text} is not a whole number from 1 to ${limit_max}`);
}

function lineOf(event: EventRow): string {
  const { recorded_at: at, actor, actor_email: email, action, workspace_id: workspaceId, subject, detail } = event;
  const details = Object.entries(detail).map(([name, value]) => `${name} ${value}`);
  const where = workspaceId === null || workspaceId === subject ? [] : [`in ${workspaceId}`];
  const what = [action, ...(subject === null ? [] : [subject]), ...where, ...details].join('  ');
  return `${at}  ${actor}${email === null ? '' : ` (${email})`}  ${what}`;
}

export const eventCommands: readonly Command[] = [
  {
    name: 'events',
    about:
      'Lists who changed what of research, users, workspaces, keys and money, the newest first. The trail is append-only: users who were forgotten stand in it by their id alone.',
    usage: '[--workspace W] [--user USER] [--since T] [--limit N]',
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: {
      workspace: 'of this workspace alone, by its id',
      user: 'by or about this user alone, by address or id',
      since: 'from this instant on',
      limit: `how many at most; ${limit_default} by default`,
    },
    instants: ['since'],
    flags: [],
    examples: ['events', 'events --workspace ws_0123456789abcdef01234567 --since 2026-10-01T00:00:00Z'],
    run: async ({ store }, { values }) => {
      const { workspace: workspaceId, user, since } = values;
      const limit = limitOf(values['limit']);
      const userId = user === undefined ? undefined : ((await findUser(store.db, user.trim()))?.user_id ?? user.trim());
      const events = await listEvents(store.db, { workspaceId, userId, since, limit });
      return { exit: 0, report: { events }, lines: events.length === 0 ? ['no events'] : events.map(lineOf) };
    },
  },
];
