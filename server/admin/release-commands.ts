// The commands that publish what is staged, and take a belief back.
import { release, type ReleaseReport } from '../ingest/release.ts';
import { databaseNow } from '../store/clock.ts';
import { derivedId } from '../store/ids.ts';
import { withdrawBelief } from '../store/withdraw.ts';
import type { Arguments, Command, CommandContext, CommandResult } from './command.ts';

export const releaseCommands: readonly Command[] = [
  {
    name: 'release',
    about:
      'Publishes everything staged as one numbered release, whole or not at all. By default readers know it from now on; --effective-at dates it in the past, which is how history enters a new store: before the first record, once.',
    usage: '[--effective-at T]',
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: { 'effective-at': 'when the service is to have said it first, after everything that is settled' },
    instants: ['effective-at'],
    flags: ['preview'],
    examples: ['release', 'release --effective-at 2013-01-01T00:00:00Z', 'release --preview --json'],
    run: runRelease,
  },
  {
    name: 'withdraw',
    about: 'Takes a belief back, at once, as a release of its own. Cutoffs before it still show what was known then.',
    usage: 'ID --reason R',
    positionals: { name: 'ID', min: 1, max: 1, areFiles: false },
    options: { reason: 'why, as readers will be told' },
    required: ['reason'],
    flags: ['preview'],
    examples: ['withdraw bel_0123456789abcdef0123456789abcdef --reason "the author never said this"'],
    run: runWithdraw,
  },
];

async function runRelease({ store }: CommandContext, { collection, values }: Arguments): Promise<CommandResult> {
  const effectiveAt = values['effective-at'];
  const report = await release(store.db, { collection, ...(effectiveAt !== undefined && { effectiveAt }) });
  if (report.version !== null) await store.afterImport();
  return { exit: 0, report, lines: releaseLines(report) };
}

function releaseLines(report: ReleaseReport): string[] {
  if (report.version === null) return report.warnings;
  const { statements, prices } = report;
  const counts = Object.entries(report.records).map(([kind, count]) => `  ${kind}: ${count}`);
  const beliefs = `  beliefs from statements: ${statements.beliefs_opened} opened, ${statements.beliefs_revised} revised, ${statements.beliefs_reversed} reversed`;
  const series = `  prices: ${prices.rows} rows; series ${prices.vintages_opened} opened, ${prices.vintages_appended} appended, ${prices.vintages_restated} restated`;
  return [
    `release ${report.version} of ${report.collection}, effective ${report.effective_at ?? ''}`,
    ...counts,
    ...(report.records['statement'] === undefined ? [] : [beliefs]),
    ...(prices.rows === 0 ? [] : [series]),
    ...report.warnings.map((warning) => `  warning: ${warning}`),
    ...statements.late_record_ids.map((id) => `    late: ${id}`),
  ];
}

async function runWithdraw(
  { store }: CommandContext,
  { collection, positionals, values }: Arguments,
): Promise<CommandResult> {
  const given = positionals[0] ?? '';
  // The source's own id of the belief, or of the statement that opened it, does as well.
  const id = given.startsWith('bel_') ? given : derivedId('belief', given);
  const done = await withdrawBelief(store.db, {
    collection,
    id,
    reason: values['reason'] ?? '',
    now: await databaseNow(store.db),
  });
  if (done === null) {
    return {
      exit: 1,
      report: { refused: true, belief_id: id },
      lines: [`there is no belief ${id} to withdraw in ${collection}`],
    };
  }
  return {
    exit: 0,
    report: { collection, belief_id: id, version: done.version, effective_at: done.effectiveAt },
    lines: [`withdrawn: ${id}, release ${done.version} of ${collection}, effective ${done.effectiveAt}`],
  };
}
