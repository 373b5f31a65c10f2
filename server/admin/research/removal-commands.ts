// Commands that list legal removals, and repeat them in a store that is older than they are.
import { type NamedRemoval, repeatRemovals, type RepeatReport } from '../../ingest/withdrawal/repeat-removals.ts';
import { listRemovals, type LegalRemoval } from '../../store/published/removals.ts';
import { OPERATOR } from '../../store/people/admin-events.ts';
import type { Command, CommandContext } from '../command.ts';
import { readRegister } from './removal-register.ts';

export const removalCommands: readonly Command[] = [
  {
    name: 'list-removals',
    about:
      'Lists the legal removals of both collections, the oldest first. Its --json is the register that a restore of an older backup needs: keep it with the backups. It has ids and reasons, and nothing of what was removed.',
    usage: '',
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: {},
    flags: [],
    examples: ['list-removals', 'list-removals --json'],
    run: async ({ store }) => {
      const removals = await listRemovals(store.db);
      const lines = removals.length === 0 ? ['no legal removals'] : removals.map(lineOf);
      return { exit: 0, report: { removals }, lines };
    },
  },
  {
    name: 'repeat-removals',
    about:
      'Does the legal removals of a register again that this store lacks, such as after a restore of an older backup. What it never released is noted, and a later load of it is refused.',
    usage: 'FILE',
    positionals: { name: 'FILE', min: 1, max: 1, areFiles: true },
    options: {},
    flags: ['dry-run'],
    examples: ['repeat-removals removals.json --dry-run', 'repeat-removals removals.json'],
    run: async (context, { positionals, dryRun }) => {
      const report = await repeated(context, await readRegister(positionals[0] ?? ''), dryRun);
      return { exit: 0, report, lines: repeatLines(report) };
    },
  },
];

/** Afterwards the rows that were deleted are freed, so that their words leave the files of the embedded store too. */
export async function repeated(
  { store, actor = OPERATOR }: CommandContext,
  removals: readonly NamedRemoval[],
  dryRun: boolean,
): Promise<RepeatReport> {
  const report = await repeatRemovals(store.db, removals, { dryRun, actor });
  if (!dryRun) await store.afterImport();
  return report;
}

const lineOf = ({ removed_at: at, collection, id, reason, records }: LegalRemoval): string =>
  `${at}  ${collection}  ${id}  ${records.length} ${records.length === 1 ? 'record' : 'records'}  ${reason}`;

export function repeatLines({ dry_run: dryRun, removed, noted, known }: RepeatReport): string[] {
  return [
    ...removed.map((id) => `${dryRun ? 'would be removed' : 'removed'} from every cutoff: ${id}`),
    ...noted.map((id) => `never released here, so that a later load of it is refused: ${id}`),
    ...(known.length === 0 ? [] : [`removed before: ${known.length}`]),
    ...(dryRun ? ['dry run: nothing was kept'] : []),
  ];
}
