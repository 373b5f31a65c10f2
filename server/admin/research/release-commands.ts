// The command that publishes what is staged.
import { release } from '../../ingest/release/release.ts';
import type { ReleaseReport } from '../../ingest/release/release-report.ts';
import { foldTicker } from '../../terms/ticker.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../command.ts';

export const releaseCommands: readonly Command[] = [
  {
    name: 'release',
    about:
      'Publishes everything staged as one numbered release, whole or not at all. Prices whose ticker has no listing stay staged and are named. By default readers know it from now on; --effective-at dates it in the past, which is how history enters a new store: before the first record, once.',
    usage: '[--effective-at T] [--new-listing T …]',
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: {
      'effective-at': 'when the service is to have said it first, after everything that is settled',
      'new-listing':
        'a ticker whose prices are published although no listing of it is loaded; may be given several times',
    },
    repeated: ['new-listing'],
    instants: ['effective-at'],
    flags: ['preview'],
    examples: ['release', 'release --effective-at 2013-01-01T00:00:00Z', 'release --preview --json'],
    run: runRelease,
  },
];

async function runRelease({ store }: CommandContext, { collection, values, lists }: Arguments): Promise<CommandResult> {
  const effectiveAt = values['effective-at'];
  const newListings = (lists['new-listing'] ?? []).map(foldTicker);
  const report = await release(store.db, {
    collection,
    newListings,
    ...(effectiveAt !== undefined && { effectiveAt }),
  });
  if (report.version !== null) await store.afterImport();
  return { exit: 0, report, lines: releaseLines(report) };
}

function releaseLines(report: ReleaseReport): string[] {
  if (report.version === null) return report.warnings;
  const { statements, prices } = report;
  const counts = Object.entries(report.records).map(([kind, count]) => `  ${kind}: ${count}`);
  const beliefs = `  beliefs from statements: ${statements.beliefs_opened} opened, ${statements.beliefs_revised} revised, ${statements.beliefs_reversed} reversed, ${statements.beliefs_closed} closed`;
  const grouped = `  ${statements.grouped} revisions rest on several statements of one instant or date`;
  const series = `  prices: ${prices.rows} rows; series ${prices.vintages_opened} opened, ${prices.vintages_appended} appended, ${prices.vintages_restated} restated`;
  const ranked = `  series with another provider rank: ${prices.series_ranked}`;
  return [
    `release ${report.version} of ${report.collection}, effective ${report.effective_at ?? ''}`,
    ...counts,
    ...(report.records['statement'] === undefined ? [] : [beliefs]),
    ...(statements.grouped === 0 ? [] : [grouped]),
    ...(prices.rows === 0 ? [] : [series]),
    ...(prices.series_ranked === 0 ? [] : [ranked]),
    ...report.warnings.map((warning) => `  warning: ${warning}`),
    ...statements.late_record_ids.map((id) => `    late: ${id}`),
  ];
}
