// The commands that keep the whole store in a file, and put it back into an empty one.
import { contractVersion } from '../../contract/description.ts';
import { withLine } from '../../ingest/files/faults.ts';
import { inputLimits } from '../../ingest/files/input-limits.ts';
import { readBytes } from '../../ingest/files/read-bytes.ts';
import { exported, withSnapshot, type ExportResult } from '../../store/keeping/export.ts';
import { ExportRefusal, StoreNotEmpty } from '../../store/keeping/export-format.ts';
import { restore } from '../../store/keeping/restore.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../command.ts';
import { repeatLines, repeated } from '../research/removal-commands.ts';
import { readRegister } from '../research/removal-register.ts';
import { writeExportFile } from './export-file.ts';
import { migrateCommand } from './migrate-command.ts';
import { notEmpty, refusedExport, restoredResult, told, totalOf } from './restored-report.ts';

/** A backup is as large as the store was, and repeats itself as much: it was made here. */
const ofOurOwn = { ...inputLimits, file_bytes_max: Infinity, expansion_max: Infinity };

const laterRemovals = 'legal removals after it are not in it: repeat-removals does those of a register again';

const file = { name: 'FILE', min: 1, max: 1, areFiles: true };

export const backupCommands: readonly Command[] = [
  {
    name: 'export',
    about:
      'Writes one moment of the whole store into one file: research, releases, balances and their entries, keys (hashed), grants, receipts with the bytes that were delivered, cursor keys. Whoever has the file can forge cursors and read all research: keep it as you keep the store. On the embedded store readers wait meanwhile.',
    usage: 'FILE',
    positionals: file,
    options: {},
    flags: ['force'],
    examples: ['export backup.ndjson.gz', 'export backup.ndjson.gz --force --json'],
    run: exportInto,
  },
  {
    name: 'restore',
    about:
      'Fills an empty store of either engine with an export, in one transaction. A file that is broken off, changed or from a newer version is refused, and so is one whose balances do not follow from its entries: the store then stays empty. An older export is brought up to date.',
    usage: 'FILE [--removals FILE]',
    positionals: file,
    options: {
      removals: 'the register of legal removals, from list-removals --json: those after the export are repeated',
    },
    fileIn: (option, value) => (option === 'removals' ? value : null),
    flags: ['dry-run'],
    examples: [
      'restore backup.ndjson.gz --dry-run',
      'restore backup.ndjson.gz',
      'restore backup.ndjson.gz --removals removals.json',
    ],
    run: restoreFrom,
  },
  migrateCommand,
];

async function exportInto({ store, onProgress }: CommandContext, args: Arguments): Promise<CommandResult> {
  const [path = ''] = args.positionals;
  const written: { exported?: ExportResult } = {};
  const bytes = await withSnapshot(store.db, (trx) => {
    const onShare = (share: number): void => onProgress(path, 'export', share);
    const about = { engine: store.engine, contractVersion: contractVersion(), onShare };
    async function* lines(): AsyncGenerator<Buffer> {
      written.exported = yield* exported(trx, about);
    }
    return writeExportFile({ path, force: args.force }, lines());
  });
  if (written.exported === undefined) throw new Error('an export ended before its last line');
  const { header, sha256 } = written.exported;
  return {
    exit: 0,
    report: { file: path, bytes, sha256, ...told(header) },
    lines: [
      `${path}: ${totalOf(header.rows)} rows of ${Object.keys(header.rows).length} tables as of ${header.taken_at}, ${bytes} bytes`,
      ...Object.entries(header.left_out).map(([table, why]) => `left out: ${table} (${why})`),
      'it holds the keys that sign cursors, and all research: keep it as you keep the store',
    ],
  };
}

async function restoreFrom(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { removals: register } = args.values;
  const removals = register === undefined ? null : await readRegister(register);
  const restored = await restoredFrom(context, args);
  if (args.dryRun || restored.exit !== 0) return restored;
  if (removals === null) return { ...restored, lines: [...restored.lines, laterRemovals] };
  const again = await repeated(context, removals, false);
  return {
    exit: 0,
    report: { ...restored.report, removals: again },
    lines: [...restored.lines, ...repeatLines(again)],
  };
}

async function restoredFrom({ store, onProgress }: CommandContext, args: Arguments): Promise<CommandResult> {
  const [path = ''] = args.positionals;
  const { dryRun } = args;
  let reading: number | null = null;
  try {
    const restored = await restore(store.db, readBytes(path, undefined, ofOurOwn), {
      dryRun,
      onShare: (share) => onProgress(path, dryRun ? 'check' : 'restore', share),
      onLine: (line) => void (reading = line),
    });
    if (!dryRun) await store.afterImport();
    return restoredResult(path, restored, dryRun);
  } catch (error) {
    if (error instanceof StoreNotEmpty) return notEmpty(error.rows, 'another DATA_DIR, or another database');
    if (error instanceof ExportRefusal) throw refusedExport(path, error);
    throw withLine(error, reading);
  }
}
