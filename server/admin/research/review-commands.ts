// Commands that show and discard what is staged, and list releases.
import { movesInWords } from '../../../client/words/releases.ts';
import { discardImports } from '../../ingest/review/discard.ts';
import { stagedReport, type StagedReport } from '../../ingest/review/staged.ts';
import { faultLine } from '../../ingest/files/faults.ts';
import { listReleases, type ReleaseRow } from '../../store/published/release-list.ts';
import type { StagedImport } from '../../store/staged/staged-imports.ts';
import { UsageError, type Arguments, type Command, type CommandContext, type CommandResult } from '../command.ts';
import { touchedLines } from './touched-lines.ts';

const limit_default = 20;
const limit_max = 1_000;

export const reviewCommands: readonly Command[] = [
  {
    name: 'staged',
    about:
      'Lists what is staged: each import by its number, and by ticker and by person what a release would open, revise, reverse, close or leave unmoved. The digest names the set: any change of the set changes it. The release is tried and rolled back; readers of the embedded engine wait for it.',
    usage: '',
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: {},
    flags: ['preview'],
    examples: ['staged', 'staged --json'],
    run: async ({ store }, { collection }) => {
      const report = await stagedReport(store.db, collection);
      return { exit: 0, report, lines: stagedLines(report) };
    },
  },
  {
    name: 'discard',
    about:
      'Takes staged imports back before their release. A record that another import has too stays staged. Later imports that may rest on a discarded one are judged again; if one cannot stand without it, nothing is discarded and the imports are named.',
    usage: 'IMPORT…',
    positionals: { name: 'IMPORT', min: 1, max: 1_000, areFiles: false },
    options: {},
    flags: ['preview'],
    examples: ['discard 17', 'discard 17 18'],
    run: runDiscard,
  },
  {
    name: 'releases',
    about: 'Lists the releases and withdrawals with what each did, the newest first.',
    usage: '[--limit N]',
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: { limit: `how many at most; ${limit_default} by default` },
    flags: ['preview'],
    examples: ['releases', 'releases --limit 100 --json'],
    run: async ({ store }, { collection, values }) => {
      const releases = await listReleases(store.db, collection, limitOf(values['limit']));
      const lines = releases.length === 0 ? [`nothing was ever released to ${collection}`] : releases.map(releaseLine);
      return { exit: 0, report: { collection, releases }, lines };
    },
  },
];

function limitOf(text: string | undefined): number {
  const limit = Number(text ?? limit_default);
  if (Number.isInteger(limit) && limit >= 1 && limit <= limit_max) return limit;
  throw new UsageError(`--limit ${text} is not a whole number from 1 to ${limit_max}`);
}

async function runDiscard(context: CommandContext, { collection, positionals }: Arguments): Promise<CommandResult> {
  const imports = positionals.map(importNumber);
  const report = await discardImports(context.store.db, {
    collection,
    imports,
    ...(context.actor !== undefined && { actor: context.actor }),
  });
  const again = report.judged_again.length === 0 ? [] : [`judged again: ${report.judged_again.join(', ')}`];
  const lines = [
    ...report.discarded.map((one) => `discarded ${importLine(one)}`),
    ...again,
    `digest: ${report.digest}`,
  ];
  return { exit: 0, report, lines };
}

function importNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`${text} is not the number of an import: npm run admin -- staged lists them`);
}

function importLine({ importId, origin, records, series, priceRows, stagedAt }: StagedImport): string {
  const counts = Object.entries(records).map(([kind, count]) => `${kind} ${count}`);
  const prices = series === 0 ? [] : [`prices ${priceRows} in ${series} series`];
  const parts = [...counts, ...prices];
  const whole = stagedAt === null && importId !== 0 ? ' (broke off: load the file again)' : '';
  return `import ${importId}: ${origin}: ${parts.length === 0 ? 'nothing of its own' : parts.join(', ')}${whole}`;
}

function stagedLines({ collection, digest, imports, release, refused }: StagedReport): string[] {
  if (imports.length === 0) return [`nothing is staged for ${collection}`];
  return [
    `staged for ${collection}:`,
    ...imports.map((one) => {
      const moves = release?.imports.find(({ import_id: id }) => id === one.importId)?.moves ?? null;
      const moved = moves === null ? null : movesInWords(moves);
      return `  ${importLine(one)}${moved === null ? '' : `: a release ${moved}`}`;
    }),
    ...(release?.touched == null ? [] : touchedLines(release.touched)),
    ...(release?.warnings ?? []).map((warning) => `  warning: ${warning}`),
    ...refused.map((fault) => `  a release would be refused: ${faultLine(fault)}`),
    `digest: ${digest}`,
  ];
}

type ListedReport = { summary?: string; reason?: string; id?: string; restated?: readonly { reason: string }[] };

function releaseLine({ version, effective_at: at, kind, report }: ReleaseRow): string {
  const { summary, reason, id, restated = [] } = report as ListedReport;
  const again = [...new Set(restated.map((one) => one.reason))].map((one) => `stated again: ${one}`);
  const reasons = reason === undefined ? again : [reason];
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  return `${version}  ${at}  ${kind}  ${summary ?? id ?? 'no report'}${why}`;
}
