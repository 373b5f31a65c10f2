// Commands that withdraw research: from now on, or from every cutoff for legal reasons.
import { RefusedInput, faultLine } from '../../ingest/files/faults.ts';
import { removeLegally, type RemovalReport } from '../../ingest/withdrawal/remove-legally.ts';
import { withdraw, type WithdrawReport } from '../../ingest/withdrawal/withdraw.ts';
import { normaliseText } from '../../measures/text.ts';
import { type Arguments, type Command, type CommandContext, type CommandResult, UsageError } from '../command.ts';

const reason_max = 600;
const oneRecord = { name: 'ID', min: 1, max: 1, areFiles: false };

export const withdrawCommands: readonly Command[] = [
  {
    name: 'withdraw',
    about:
      'Takes a belief, source, piece of evidence, citation, claim, condition, target or note back, at once, as a release of its own, with all that rests on it alone. Cutoffs before it still show what was known then.',
    usage: 'ID --reason R',
    positionals: oneRecord,
    options: { reason: `why, as readers will be told, in at most ${reason_max} characters` },
    required: ['reason'],
    flags: ['dry-run', 'preview'],
    examples: [
      'withdraw bel_0123456789abcdef0123456789abcdef --reason "the author never said this"',
      'withdraw evd_0123456789abcdef0123456789abcdef --reason "the letter was forged" --dry-run',
      'withdraw src_0123456789abcdef0123456789abcdef --reason "the publisher asked"',
    ],
    run: runWithdraw,
  },
  {
    name: 'remove-legally',
    about:
      'Removes a record from every cutoff at once because the law says so, and deletes its words from the store: its id answers 451, also at earlier cutoffs. Use withdraw for anything else.',
    usage: 'ID --reason R',
    positionals: oneRecord,
    options: { reason: `the legal ground, as readers will be told, in at most ${reason_max} characters` },
    required: ['reason'],
    flags: ['dry-run', 'preview'],
    examples: [
      'remove-legally evd_0123456789abcdef0123456789abcdef --reason "court order 12 O 34/26" --dry-run',
      'remove-legally bel_0123456789abcdef0123456789abcdef --reason "erasure under GDPR Art. 17"',
    ],
    run: runRemoval,
  },
];

type Counts = WithdrawReport['withdrawn'];

function countLines(title: string, counts: Counts): string[] {
  const told = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  return told.length === 0 ? [] : [`  ${title}: ${told.join(', ')}`];
}

function request({ positionals, values, collection, dryRun }: Arguments) {
  return { collection, id: positionals[0] ?? '', reason: reasonOf(values['reason'] ?? ''), dryRun };
}

/** Readers see the stored reason, permanently, in every answer about the id. */
function reasonOf(said: string): string {
  const reason = normaliseText(said).text.trim();
  if (!/[^\p{C}\s\p{Default_Ignorable_Code_Point}]/u.test(reason) || [...reason].length > reason_max)
    throw new UsageError(`--reason must say why in 1 to ${reason_max} characters`);
  return reason;
}

async function runWithdraw({ store }: CommandContext, args: Arguments): Promise<CommandResult> {
  return orRefused(async () => {
    const report = await withdraw(store.db, request(args));
    return { exit: 0, report, lines: withdrawLines(report) };
  });
}

async function orRefused(work: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RefusedInput)) throw error;
    const report = { refused: true, fault_count: error.total, faults: error.faults };
    return { exit: 1, report, lines: [...error.faults.map(faultLine), 'refused: nothing was changed'] };
  }
}

function withdrawLines(report: WithdrawReport): string[] {
  const { id, collection, version, effective_at: at } = report;
  const done = report.dry_run
    ? `dry run, nothing was changed: ${id} would be withdrawn as release ${version} of ${collection}`
    : `withdrawn: ${id}, release ${version} of ${collection}, effective ${at}`;
  return [done, ...countLines('withdrawn', report.withdrawn), ...countLines('told anew', report.retold)];
}

async function runRemoval({ store }: CommandContext, args: Arguments): Promise<CommandResult> {
  return orRefused(async () => {
    const report = await removeLegally(store.db, request(args));
    if (!report.dry_run) await store.afterImport();
    return { exit: 0, report, lines: removalLines(report) };
  });
}

function removalLines(report: RemovalReport): string[] {
  const { id, collection, removed_at: at, withdrawal } = report;
  const done = report.dry_run
    ? `dry run, nothing was changed: ${id} would be removed from every cutoff of ${collection}`
    : `removed: ${id}, from every cutoff of ${collection}, at ${at}`;
  return [
    done,
    ...countLines('removed', report.removed),
    ...countLines('shortened', report.shortened),
    ...(withdrawal === null ? [] : countLines('told anew from now on', withdrawal.retold)),
    `  delivered documents deleted: ${report.kept_bodies}`,
    '  the files it was loaded from, backups and exports are not touched: remove it there too',
  ];
}
