// Commands for workspaces, their people, and their credit.
import { type Plan, periodEnd, planOf, plans } from '../../metering/credit/plans.ts';
import { type AdminEvent, OPERATOR, recordEvent } from '../../store/people/admin-events.ts';
import { type Entry, entryUnder, readBalance, record, type LedgerEntry } from '../../store/ledger/ledger.ts';
import { standingOf } from '../../metering/limits/standing.ts';
import { retrying } from '../../store/known/clock.ts';
import type { Trx } from '../../store/engine/db.ts';
import { holdWorkspace, insertWorkspace, listWorkspaces } from '../../store/people/workspaces.ts';
import { type Command, type CommandContext, type CommandResult, UsageError } from '../command.ts';
import { deleteWorkspaceCommand } from './delete-workspace-command.ts';
import { inviteCommand, noSuchWorkspace } from './invite-command.ts';
import { visibleName } from './visible-name.ts';

/** Entries that a command records: only a reversed payment takes back. */
type CreditEntry = Exclude<Parameters<typeof record>[2], { kind: 'take_back' }>;

const none = { name: 'argument', min: 0, max: 0, areFiles: false } as const;
const workspaceOption = 'the workspace, by its id (list-workspaces)';
const exampleWorkspace = 'ws_0123456789abcdef01234567';

function newId(prefix: string, { randomBytes }: CommandContext): string {
  return `${prefix}_${Buffer.from(randomBytes(12)).toString('hex')}`;
}

/** A whole number of requests as typed; `none` if the option permits it. */
function requestsOf(text: string, option: string, least: number): number {
  const value = Number(text);
  if (/^\d{1,15}$/.test(text) && value >= least) return value;
  throw new UsageError(`--${option} ${text} is not a whole number from ${least}`);
}

/** Writes one entry and shows the balance that follows from it. */
async function recorded(
  context: CommandContext,
  accountId: string,
  what: CreditEntry,
  { line, reference = null }: { line: string; reference?: string | null },
): Promise<CommandResult> {
  const { store, now, actor = OPERATOR } = context;
  const entry: Entry = { entryId: newId('led', context), accountId, origin: 'operator', reference, now: now() };
  const done = await retrying(store.db, async (trx) =>
    (await holdWorkspace(trx, accountId)) ? recordedCountably(trx, entry, { ...what, actor }) : 'no-such-workspace',
  ).catch(tooMuch);
  if (done === 'no-such-workspace') return noSuchWorkspace(accountId);
  if (done instanceof TooMuch) return refusedAsTooMuch(accountId);
  const before = done;
  const isNew = before === null;
  if (before !== null && !isSame(before, accountId, what)) return otherEntry(reference, before);
  const standing = standingOf(await readBalance(store.db, accountId));
  const left = standing.subscriptionRequestsRemaining ?? 'any number of';
  return {
    exit: 0,
    report: { workspace_id: accountId, entry_id: isNew ? entry.entryId : null, is_new: isNew, ...standing },
    lines: [
      isNew ? line : `recorded before: the reference ${reference} counts once`,
      `${accountId}: ${left} requests of its subscription and ${standing.prepaidRequestsRemaining} prepaid are left`,
    ],
  };
}

/** The sum would be no number that an answer can carry. */
class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** Thrown within the transaction, it rolls the grant back; the lock of the account excludes other grants meanwhile. */
async function recordedCountably(
  trx: Trx,
  entry: Entry,
  { actor, ...what }: CreditEntry & { actor: string },
): Promise<LedgerEntry | null> {
  if (!(await record(trx, entry, what))) return entryUnder(trx, entry);
  await recordEvent(trx, { ...eventOf(what), actor, workspaceId: entry.accountId, subject: entry.entryId });
  if (what.kind !== 'prepaid') return null;
  const balance = await readBalance(trx, entry.accountId);
  if (!Number.isSafeInteger(balance?.prepaid)) throw new TooMuch();
  return null;
}

function eventOf(what: CreditEntry): Pick<AdminEvent, 'action' | 'detail'> {
  switch (what.kind) {
    case 'prepaid':
      return { action: 'credit-granted', detail: { requests: what.units } };
    case 'period':
      return { action: 'plan-started', detail: { plan: what.plan, ends_at: what.endsAt } };
    case 'period_end':
      return { action: 'plan-ended' };
    case 'spend_limit':
      return { action: 'spend-limit-changed', detail: { requests: what.units } };
  }
}

function tooMuch(error: unknown): TooMuch {
  if (error instanceof TooMuch) return error;
  throw error;
}

function refusedAsTooMuch(workspaceId: string): CommandResult {
  return {
    exit: 1,
    report: { refused: true, workspace_id: workspaceId, prepaid_max: Number.MAX_SAFE_INTEGER },
    lines: [
      `${workspaceId} would have more than ${Number.MAX_SAFE_INTEGER} prepaid requests, the most that can be counted; grant fewer`,
      'refused: nothing was changed',
    ],
  };
}

function isSame(before: LedgerEntry, accountId: string, what: CreditEntry): boolean {
  const units = 'units' in what ? what.units : null;
  return before.account_id === accountId && before.kind === what.kind && before.units === units;
}

/** A reference of another entry: the operator would believe that this grant was recorded. */
function otherEntry(reference: string | null, { account_id: workspaceId, kind, units }: LedgerEntry): CommandResult {
  const counted = `${units} ${kind === 'prepaid' ? 'prepaid requests' : `units (${kind})`} for ${workspaceId}`;
  return {
    exit: 1,
    report: { refused: true, reference, recorded: { workspace_id: workspaceId, kind, units } },
    lines: [
      `the reference ${reference} was recorded before, for something else: ${counted}; give this one a reference of its own`,
      'refused: nothing was changed',
    ],
  };
}

/** A reference without a visible character is a mistake: an empty variable would make every later grant the same one. */
function referenceOf(text: string | undefined): string | null {
  if (text !== undefined && /^[\s\p{C}]*$/u.test(text))
    throw new UsageError('--reference is blank: name the payment or ticket, or leave it out');
  return text ?? null;
}

function planCalled(id: string): Plan | null {
  if (id === 'none') return null;
  const plan = planOf(id);
  if (plan === null)
    throw new UsageError(`--plan ${id} is unknown: it is ${plans.map((one) => one.id).join(', ')} or none`);
  return plan;
}

export const accountCommands: readonly Command[] = [
  {
    name: 'create-workspace',
    about: 'Makes a workspace: what keys belong to, and what pays for their requests.',
    usage: 'NAME [--practice]',
    positionals: { name: 'NAME', min: 1, max: 1, areFiles: false },
    options: {},
    flags: ['practice'],
    examples: ['create-workspace "Research desk"'],
    run: async (context, { positionals, practice }) => {
      const workspaceId = newId('ws', context);
      const { actor = OPERATOR } = context;
      const name = visibleName(positionals[0] ?? '', 'NAME', 120);
      const made = { workspaceId, name, practice, now: context.now() };
      await retrying(context.store.db, async (trx) => {
        await insertWorkspace(trx, made);
        await recordEvent(trx, { action: 'workspace-made', actor, workspaceId, subject: workspaceId });
      });
      return {
        exit: 0,
        report: { workspace_id: workspaceId, name, practice },
        lines: [`workspace: ${workspaceId} (${name}${practice ? ', for practice' : ''}); it has no credit yet`],
      };
    },
  },
  {
    name: 'list-workspaces',
    about: 'Lists the workspaces with their people, keys and what is left of their credit.',
    usage: '',
    positionals: none,
    options: {},
    flags: [],
    examples: ['list-workspaces'],
    run: async ({ store }) => {
      const found = await listWorkspaces(store.db);
      const workspaces = [];
      for (const row of found)
        workspaces.push({ ...row, ...standingOf(await readBalance(store.db, row.workspace_id)) });
      return {
        exit: 0,
        report: { workspaces },
        lines:
          workspaces.length === 0
            ? ['no workspaces']
            : workspaces.map(
                (w) =>
                  `${w.workspace_id}  ${w.name}${w.practice ? ' (practice)' : ''}  admins ${w.admins}, members ${w.members}, invited ${w.invitations}, keys ${w.active_keys}  ${w.status}: ${w.subscriptionPlan ?? 'no plan'} ${w.subscriptionRequestsRemaining ?? 'unlimited'} + ${w.prepaidRequestsRemaining} prepaid`,
              ),
      };
    },
  },
  deleteWorkspaceCommand,
  inviteCommand,
  {
    name: 'grant-credit',
    about:
      'Adds prepaid requests, which do not expire. The same --reference counts once, and only for the same workspace and number.',
    usage: '--workspace W --requests N [--reference R]',
    positionals: none,
    options: {
      workspace: workspaceOption,
      requests: 'how many',
      reference: 'a payment or ticket that this grant must count only once for',
    },
    required: ['workspace', 'requests'],
    flags: [],
    examples: [`grant-credit --workspace ${exampleWorkspace} --requests 100`],
    run: async (context, { values }) => {
      const { workspace = '', requests = '', reference } = values;
      const units = requestsOf(requests, 'requests', 1);
      return recorded(
        context,
        workspace,
        { kind: 'prepaid', units },
        {
          line: `granted: ${units} prepaid requests`,
          reference: referenceOf(reference),
        },
      );
    },
  },
  {
    name: 'set-plan',
    about: 'Starts a new period of a plan now, or ends the running one with --plan none. Prepaid requests stay.',
    usage: `--workspace W --plan ${plans.map(({ id }) => id).join('|')}|none [--until T]`,
    positionals: none,
    options: {
      workspace: workspaceOption,
      plan: 'the plan, or none',
      until: 'when the period ends; by default a month or a year from now, as the plan has it',
    },
    required: ['workspace', 'plan'],
    instants: ['until'],
    flags: [],
    examples: [`set-plan --workspace ${exampleWorkspace} --plan monthly`],
    run: async (context, { values }) => {
      const { workspace = '', plan: planId = '', until } = values;
      const plan = planCalled(planId);
      if (plan === null && until !== undefined) throw new UsageError('--plan none ends now: there is no end to set');
      if (plan === null)
        return recorded(context, workspace, { kind: 'period_end' }, { line: 'the subscription has ended' });
      const startsAt = context.now();
      const endsAt = until ?? periodEnd(plan, startsAt);
      if (endsAt !== null && endsAt <= startsAt) throw new UsageError(`--until ${endsAt} has passed`);
      const what = { kind: 'period', plan: plan.id, units: plan.requests, startsAt, endsAt } as const;
      const line = `${plan.name}: ${plan.requests ?? 'any number of'} requests ${endsAt === null ? 'without an end' : `until ${endsAt}`}`;
      return recorded(context, workspace, what, { line });
    },
  },
  {
    name: 'set-spend-limit',
    about: 'Limits how many prepaid requests a workspace may spend in one UTC month.',
    usage: '--workspace W --requests N|none',
    positionals: none,
    options: { workspace: workspaceOption, requests: 'how many a month, or none for no limit' },
    required: ['workspace', 'requests'],
    flags: [],
    examples: [`set-spend-limit --workspace ${exampleWorkspace} --requests 1000`],
    run: async (context, { values }) => {
      const { workspace = '', requests = '' } = values;
      const units = requests === 'none' ? null : requestsOf(requests, 'requests', 0);
      const line = units === null ? 'no spend limit' : `at most ${units} prepaid requests a month`;
      return recorded(context, workspace, { kind: 'spend_limit', units }, { line });
    },
  },
];
