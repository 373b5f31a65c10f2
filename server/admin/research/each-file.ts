// Files of a loading command: each is a separate load, with its report or its refusal.
import { RefusedInput, faultLine } from '../../ingest/files/faults.ts';
import type { ImportOptions, LoadReport } from '../../ingest/files/loading.ts';
import type { Pool } from '../../store/engine/db.ts';
import { retrying } from '../../store/known/clock.ts';
import { OPERATOR, recordEvent } from '../../store/people/admin-events.ts';
import { stagedSummary } from '../../store/staged/staging.ts';
import { reasonOf } from './reason.ts';
import type { Arguments, CommandContext, CommandResult } from '../command.ts';

/** The option of loads that bring withdrawn records back. */
export const restateOption = {
  restate:
    'state again the records of the file that were withdrawn by mistake, and why: they get their own ids back, from the release on',
} as const;

export type Loader<Report> = {
  /** Name of what is loaded, for the trail. */
  kind: string;
  load: (loading: ImportOptions, file: string) => Promise<Report>;
  lines: (report: Report) => string[];
};

/** A refused file does not stop the next ones, because each is a separate load. */
export async function eachFile<Report extends object>(
  { store, onProgress, actor = OPERATOR }: CommandContext,
  { positionals, collection, dryRun, strict, values }: Arguments,
  { kind, load, lines }: Loader<Report>,
): Promise<CommandResult> {
  const restate = values['restate'];
  const again = restate === undefined ? {} : { restate: reasonOf('restate', restate) };
  const loading: ImportOptions = { db: store.db, collection, dryRun, strict, onProgress, ...again };
  if (!dryRun) await noteLoad(store.db, actor, { kind, collection, files: positionals.length });
  const reports: object[] = [];
  const said: string[] = [];
  let refusedFiles = 0;
  for (const file of positionals) {
    try {
      const report = await load(loading, file);
      reports.push(report);
      said.push(...lines(report));
    } catch (error) {
      if (!(error instanceof RefusedInput)) throw error;
      refusedFiles += 1;
      reports.push({ file, ...refusal(error) });
      said.push(...refusalLines(error));
    }
  }
  if (refusedFiles < positionals.length) said.push(await closing(loading));
  return { exit: refusedFiles > 0 ? 1 : 0, report: { collection, dry_run: dryRun, files: reports }, lines: said };
}

/** Ahead of the load: an approval must know its loader from the first staged record on. */
async function noteLoad(
  db: Pool,
  actor: string,
  detail: { kind: string; collection: string; files: number },
): Promise<void> {
  await retrying(db, (trx) => recordEvent(trx, { action: 'files-loaded', actor, detail }));
}

export function refusal({ total, faults, partlyStaged }: RefusedInput): object {
  return { refused: true, fault_count: total, faults, ...(partlyStaged && { partly_staged: true }) };
}

export function refusalLines({ faults, total, partlyStaged }: RefusedInput): string[] {
  const more = total - faults.reduce((sum, { repeated }) => sum + 1 + (repeated?.count ?? 0), 0);
  return [
    ...faults.map(faultLine),
    ...(more > 0 ? [`and ${more} more`] : []),
    partlyStaged
      ? 'refused: the beginning of this file is staged, as it was checked'
      : 'refused: nothing of this file was kept',
  ];
}

async function closing({ db, collection, dryRun }: ImportOptions): Promise<string> {
  if (dryRun) return 'dry run: nothing was kept';
  const { records, priceRows, rankedSeries } = await stagedSummary(db, collection);
  if (Object.keys(records).length === 0 && priceRows + rankedSeries === 0)
    return `nothing new: nothing is staged for ${collection}`;
  return `staged for ${collection}; publish it with: npm run admin -- release${collection === 'preview' ? ' --preview' : ''}`;
}

export function recordLines({ file, records, notes, import_id: importId, summary }: LoadReport): string[] {
  const counts = Object.entries(records).map(
    ([kind, { read, new: added, same, replaced }]) =>
      `  ${kind}: ${read} read, ${added} new, ${same} unchanged, ${replaced} replaced`,
  );
  const number = importId === null ? '' : ` (import ${importId})`;
  return [file, ...counts, ...notes.map((note) => `  note: ${note}`), `  ${summary}${number}`];
}
