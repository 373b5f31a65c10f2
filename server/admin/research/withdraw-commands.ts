// Commands that withdraw research: from now on, or from every cutoff for legal reasons.
import { readFile } from 'node:fs/promises';
import { OPERATOR } from '../../store/people/admin-events.ts';
import { reasonOf, reason_max } from './reason.ts';
import { touchedLines } from './touched-lines.ts';
import { RefusedInput, faultLine } from '../../ingest/files/faults.ts';
import { removeLegally, type RemovalReport } from '../../ingest/withdrawal/remove-legally.ts';
import { withdrawSet, type WithdrawReport, type WithdrawSet } from '../../ingest/withdrawal/withdraw.ts';
import { type Arguments, type Command, type CommandContext, type CommandResult, UsageError } from '../command.ts';

const ids_max = 10_000;
const oneRecord = { name: 'ID', min: 1, max: 1, areFiles: false };

export const withdrawCommands: readonly Command[] = [
  {
    name: 'withdraw',
    about:
      'Takes beliefs, sources, evidence, citations, claims, conditions, targets or notes back, at once, as one release of its own, with all that rests on them alone. --release takes back what a release published as new; names, prices and corrections stay, and are counted. Cutoffs before it still show what was known then.',
    usage: 'ID… | --release N | --ids FILE, with --reason R',
    positionals: { name: 'ID', min: 0, max: ids_max, areFiles: false },
    options: {
      reason: `why, as readers will be told, in at most ${reason_max} characters`,
      release: 'the number of a release: all the research that it published as new and that still stands',
      ids: 'a text file with an id on each line; empty lines and lines that begin with # are left out',
    },
    required: ['reason'],
    fileIn: (option, value) => (option === 'ids' ? value : null),
    flags: ['dry-run', 'preview'],
    examples: [
      'withdraw bel_0123456789abcdef0123456789abcdef --reason "the author never said this"',
      'withdraw evd_0123456789abcdef0123456789abcdef --reason "the letter was forged" --dry-run',
      'withdraw src_0123456789abcdef0123456789abcdef --reason "the publisher asked"',
      'withdraw --release 4 --reason "loaded from the wrong file" --dry-run',
      'withdraw --ids wrong.txt --reason "attributed to the wrong person"',
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

function request({ actor = OPERATOR }: CommandContext, { positionals, values, collection, dryRun }: Arguments) {
  return { collection, id: positionals[0] ?? '', reason: reasonOf('reason', values['reason'] ?? ''), dryRun, actor };
}

async function setRequest(context: CommandContext, args: Arguments): Promise<WithdrawSet> {
  const { positionals, values } = args;
  const { id: _, ...common } = request(context, args);
  const given = [positionals.length > 0, values['release'] !== undefined, values['ids'] !== undefined];
  if (given.filter(Boolean).length !== 1) throw new UsageError('withdraw needs one of ID, --release or --ids');
  if (values['release'] !== undefined) return { ...common, release: releaseNumber(values['release']) };
  return { ...common, ids: values['ids'] === undefined ? positionals : await idsIn(values['ids']) };
}

function releaseNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--release ${text} is not the number of a release: npm run admin -- releases lists them`);
}

async function idsIn(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--ids ${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  });
  const ids = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (ids.length > 0 && ids.length <= ids_max) return ids;
  throw new UsageError(`--ids ${file} has ${ids.length} ids: write 1 to ${ids_max}, one on a line`);
}

async function runWithdraw(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const asked = await setRequest(context, args);
  return orRefused(async () => {
    const report = await withdrawSet(context.store.db, asked);
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
  return [
    done,
    ...countLines('withdrawn', report.withdrawn),
    ...countLines('told anew', report.retold),
    ...countLines('stays in force', report.stays),
    ...touchedLines(report.touched),
    report.summary,
  ];
}

async function runRemoval(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { store } = context;
  return orRefused(async () => {
    const report = await removeLegally(store.db, request(context, args));
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
