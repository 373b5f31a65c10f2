// The command that publishes what is staged.
import { release } from '../../ingest/release/release.ts';
import type { ReleaseReport } from '../../ingest/release/release-report.ts';
import { foldTicker } from '../../terms/ticker.ts';
import { OPERATOR } from '../../store/people/admin-events.ts';
import { dryRunRelease, type DryRunReport, type DryRunRequest } from '../../ingest/review/dry-run.ts';
import { refuseUnapproved } from '../../ingest/review/approvals.ts';
import { stagedDigest } from '../../store/staged/staged-digest.ts';
import { seenLines } from './seen-lines.ts';
import { touchedLines } from './touched-lines.ts';
import { UsageError, type Arguments, type Command, type CommandContext, type CommandResult } from '../command.ts';

export const releaseCommands: readonly Command[] = [
  {
    name: 'release',
    about:
      'Publishes everything staged as one numbered release, whole or not at all. Prices whose ticker has no listing stay staged and are named. By default readers know it from now on; --effective-at dates it in the past, which is how history enters a new store: before the first record, once. --dry-run does all of it in a transaction, prints what readers would see otherwise, ticker by ticker, and rolls back; readers of the embedded engine wait meanwhile.',
    usage: '[--dry-run [--ticker T …]] [--digest D] [--effective-at T] [--new-listing T …]',
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: {
      'effective-at': 'when the service is to have said it first, after everything that is settled',
      'new-listing':
        'a ticker whose prices are published although no listing of it is loaded; may be given several times',
      digest: 'the digest of the staged set, as staged prints it: refused if the set has changed since',
      ticker: 'with --dry-run: a ticker to compare instead of those that are touched; may be given several times',
    },
    repeated: ['new-listing', 'ticker'],
    instants: ['effective-at'],
    flags: ['dry-run', 'preview'],
    examples: [
      'release --dry-run',
      'release',
      'release --effective-at 2013-01-01T00:00:00Z',
      'release --preview --json',
    ],
    run: runRelease,
  },
];

async function runRelease(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { store, actor = OPERATOR } = context;
  const { collection, values, lists, dryRun } = args;
  const { digest, 'effective-at': effectiveAt } = values;
  const request: DryRunRequest = {
    collection,
    newListings: (lists['new-listing'] ?? []).map(foldTicker),
    ...(effectiveAt !== undefined && { effectiveAt }),
    ...(digest !== undefined && { digest }),
  };
  if (dryRun) return runDryRun(context, request, (lists['ticker'] ?? []).map(foldTicker));
  if (lists['ticker'] !== undefined) throw new UsageError('--ticker belongs to --dry-run');
  if (context.approvals === 'two') {
    request.digest ??= await stagedDigest(store.db, collection);
    await refuseUnapproved(store.db, { collection, digest: request.digest });
  }
  const report = await release(store.db, { ...request, actor });
  if (report.version !== null) await store.afterImport();
  return { exit: 0, report, lines: releaseLines(report) };
}

async function runDryRun(
  { store }: CommandContext,
  request: DryRunRequest,
  tickers: readonly string[],
): Promise<CommandResult> {
  const report = await dryRunRelease(store.db, { ...request, ...(tickers.length > 0 && { tickers }) });
  return { exit: 0, report, lines: dryRunLines(report) };
}

function dryRunLines({ digest, release: tried, seen }: DryRunReport): string[] {
  if (tried.version === null) return tried.warnings;
  return [
    `dry run, nothing was changed: this would be ${releaseLines(tried).join('\n')}`,
    ...seenLines(seen),
    `digest: ${digest}`,
  ];
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
    ...(statements.reviews === 0 ? [] : [`  reviews of views: ${statements.reviews}`]),
    ...(prices.rows === 0 ? [] : [series]),
    ...(prices.series_ranked === 0 ? [] : [ranked]),
    ...(report.touched === null ? [] : touchedLines(report.touched)),
    ...restatedLines(report),
    ...report.warnings.map((warning) => `  warning: ${warning}`),
    ...statements.late_record_ids.map((id) => `    late: ${id}`),
    report.summary,
  ];
}

const restatedLines = ({ restated }: ReleaseReport): string[] =>
  restated.map(
    ({ import_id: id, records, reason }) => `  stated again by import ${id}: ${records} records (${reason})`,
  );
