// The commands for how fast a workspace may ask, and its share of the work.
import { limitsFor } from '../../metering/limits/account-limits.ts';
import { planOf } from '../../metering/credit/plans.ts';
import { OPERATOR, recordEvent } from '../../store/people/admin-events.ts';
import { retrying } from '../../store/known/clock.ts';
import {
  type LimitedWorkspace,
  type OwnLimits,
  holdLimits,
  readLimits,
  setLimits,
} from '../../store/ledger/workspace-limits.ts';
import { type Command, type CommandResult, UsageError } from '../command.ts';
import { noSuchWorkspace } from './invite-command.ts';

const none = { name: 'argument', min: 0, max: 0, areFiles: false } as const;
const workspaceOption = 'the workspace, by its id (list-workspaces)';
const example = 'ws_0123456789abcdef01234567';

/** For each option: the column, the maximum, and the unit. */
const limits = {
  burst: { column: 'burst_max', most: 1_000_000_000, what: 'requests a second' },
  minute: { column: 'minute_max', most: 1_000_000_000, what: 'requests a minute' },
  weight: {
    column: 'weight',
    most: 100,
    what: 'times the share of a workspace of weight 1 in the work of new answers',
  },
} as const;

type Option = keyof typeof limits;
const options = Object.keys(limits) as Option[];

export const limitCommands: readonly Command[] = [
  {
    name: 'limits',
    about: 'Shows how fast a workspace may ask over all of its keys and chats, and where that is from.',
    usage: '--workspace W',
    positionals: none,
    options: { workspace: workspaceOption },
    required: ['workspace'],
    flags: [],
    examples: [`limits --workspace ${example}`],
    run: async ({ store }, { values }) => {
      const workspaceId = values['workspace'] ?? '';
      const found = await readLimits(store.db, workspaceId);
      return found === null ? noSuchWorkspace(workspaceId) : shown(workspaceId, found);
    },
  },
  {
    name: 'set-limits',
    about:
      'Sets how fast a workspace may ask, over all of its keys and chats, instead of what its plan says. An option that is left out stays as it is. Every server follows within ten seconds.',
    usage: '--workspace W [--burst N|usual] [--minute N|usual] [--weight N|usual]',
    positionals: none,
    options: {
      workspace: workspaceOption,
      ...Object.fromEntries(options.map((name) => [name, `${limits[name].what}, or usual: as the plan says`])),
    },
    required: ['workspace'],
    flags: [],
    examples: [
      `set-limits --workspace ${example} --burst 50 --minute 600 --weight 2`,
      `set-limits --workspace ${example} --burst usual --minute usual --weight usual`,
    ],
    run: async ({ store, actor = OPERATOR }, { values }) => {
      const given = options.filter((name) => values[name] !== undefined);
      if (given.length === 0) throw new UsageError('set-limits needs --burst, --minute or --weight');
      const workspaceId = values['workspace'] ?? '';
      const changes = Object.fromEntries(
        given.map((name) => [limits[name].column, numberOf(name, values[name] ?? '')]),
      ) as Partial<OwnLimits>;
      const isSet = await retrying(store.db, async (trx) => {
        const before = await holdLimits(trx, workspaceId);
        if (before === null) return false;
        const { burst_max, minute_max, weight } = { ...before, ...changes };
        await setLimits(trx, workspaceId, { burst_max, minute_max, weight });
        const event = { action: 'limits-changed', actor, workspaceId, subject: workspaceId } as const;
        await recordEvent(trx, { ...event, detail: { burst: burst_max, minute: minute_max, weight } });
        return true;
      });
      const found = isSet ? await readLimits(store.db, workspaceId) : null;
      return found === null ? noSuchWorkspace(workspaceId) : shown(workspaceId, found);
    },
  },
];

function numberOf(name: Option, text: string): number | null {
  if (text === 'usual') return null;
  const { most } = limits[name];
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= 1 && value <= most) return value;
  throw new UsageError(`--${name} ${text} is not a whole number from 1 to ${most}, or usual`);
}

/** RATE_LIMITS belongs to the server: the resulting rates are not known here. */
function shown(workspaceId: string, found: LimitedWorkspace): CommandResult {
  const plan = found.plan === null ? null : planOf(found.plan);
  const from = found.plan === null ? 'a workspace without a plan' : `the plan ${found.plan}`;
  const { weight } = limitsFor(found, []);
  const factor = plan?.rate_factor ?? 1;
  const rate = (own: number | null, what: string): string =>
    own === null
      ? `${what}: ${factor === 1 ? 'as RATE_LIMITS says' : `${factor} times what RATE_LIMITS says`}, for ${from}`
      : `${what}: ${own}, set for this workspace`;
  return {
    exit: 0,
    report: { workspace_id: workspaceId, ...found, rate_factor: factor, weight_in_use: weight },
    lines: [
      `${workspaceId}:`,
      `  ${rate(found.burst_max, 'requests a second')}`,
      `  ${rate(found.minute_max, 'requests a minute')}`,
      `  share in the work of new answers: ${weight}, ${found.weight === null ? `for ${from}` : 'set for this workspace'}`,
    ],
  };
}
