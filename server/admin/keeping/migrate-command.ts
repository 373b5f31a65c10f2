// The command that copies the whole store into an empty PostgreSQL database, without a file in between.
import { contractVersion } from '../../contract/description.ts';
import { openStore, type Store } from '../../store/engine/engine.ts';
import { exported, withSnapshot } from '../../store/keeping/export.ts';
import { ExportRefusal, StoreNotEmpty } from '../../store/keeping/export-format.ts';
import { StoreUnavailable, isDiskFull } from '../../store/engine/failures.ts';
import { restore } from '../../store/keeping/restore.ts';
import { type Arguments, type Command, type CommandContext, type CommandResult, UsageError } from '../command.ts';
import { notEmpty, refusedExport, restoredResult } from './restored-report.ts';

export const migrateCommand: Command = {
  name: 'migrate-to',
  about:
    'Copies the whole store into an empty PostgreSQL database, with the checks of restore, and leaves this one as it is. Stop the server first: what it is asked to keep from then on would stay behind. --dry-run leaves the empty tables there that it tries on.',
  usage: 'DATABASE_URL',
  positionals: { name: 'DATABASE_URL', min: 1, max: 1, areFiles: false },
  options: {},
  flags: ['dry-run'],
  examples: ['migrate-to postgres://user:password@db:5432/research'],
  run: migrateTo,
};

async function migrateTo(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { store, onProgress } = context;
  const [address = ''] = args.positionals;
  const place = placeOf(address);
  const target = await openTarget(address);
  try {
    const restored = await withSnapshot(store.db, (trx) => {
      const lines = exported(trx, { engine: store.engine, contractVersion: contractVersion() });
      const onShare = (share: number): void => onProgress(place, 'migrate', share);
      return restore(target.db, lines, { dryRun: args.dryRun, onShare });
    });
    if (!args.dryRun) await target.afterImport();
    const { exit, report, lines } = restoredResult(place, restored, args.dryRun);
    const next = `it is in ${place} now: start the servers with DATABASE_URL on it. What the old store is asked to keep after ${restored.header.taken_at} stays there`;
    const tried = `but the empty tables that it was tried on: they stay in ${place}`;
    return { exit, report: { ...report, to: place }, lines: [...lines, args.dryRun ? tried : next] };
  } catch (error) {
    if (error instanceof StoreNotEmpty) return notEmpty(error.rows, 'another database');
    if (error instanceof ExportRefusal) throw refusedExport('this store', error);
    throw error;
  } finally {
    await target.close();
  }
}

/** Without its user and its password: it is printed. */
function placeOf(address: string): string {
  if (!/^postgres(ql)?:\/\//.test(address) || !URL.canParse(address))
    throw new UsageError(
      'DATABASE_URL must be the address of a PostgreSQL database: postgres://user:password@host:5432/name',
    );
  const { host, pathname } = new URL(address);
  return `${host}${pathname}`;
}

async function openTarget(databaseUrl: string): Promise<Store> {
  try {
    return await openStore({ databaseUrl, statementTimeoutMs: 0 });
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || isDiskFull(error)) throw error;
    const words = 'the database to move to cannot be reached: check its host, its name and the login';
    throw new StoreUnavailable(words, { cause: error });
  }
}
