// Streaming replica of a running PostgreSQL, made without pg_basebackup: copied files, then its write-ahead log.
import { type Stats, lchownSync } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { isGone } from '../../../stage/living-files.ts';
import { type Crashable, administer, launch } from '../../../stage/postgres-process.ts';
import type { Runner } from '../../../stage/postgres-binaries.ts';

export type Standby = Crashable & {
  /** Its name as `synchronous_standby_names` knows it. */
  name: string;
  /** Resolves when it accepts writes as an independent primary. */
  promote(): Promise<void>;
};

const NAME = 'replica';

/** Made anew by every server: the primary's own process, its log, and what lives in memory. */
const notCopied = new Set([
  'postmaster.pid',
  'postmaster.opts',
  // Settings that belong to the primary: a promoted standby that waited for itself would never acknowledge anything.
  'postgresql.auto.conf',
  'standby.signal',
]);
/** Folders that have to be there, empty. */
const emptied = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '),
);

/** `link`: the way on which it follows the primary, which a test may cut; by default the primary's own address. */
export async function startStandby(primary: Crashable, link = primary.url): Promise<Standby> {
  const { place } = primary;
  const data = join(place.folder, NAME);
  const backup = new pg.Client({ connectionString: primary.url });
  await backup.connect();
  try {
    // The slot keeps the log, so that changes during the copy are replayed from it.
    await backup.query('select pg_create_physical_replication_slot($1, true)', [NAME]);
    await backup.query(`select pg_backup_start($1, true)`, [NAME]);
    await copyData(place.data, data, place.as);
    const { rows } = await backup.query<{ labelfile: string; spcmapfile: string }>(
      'select * from pg_backup_stop(false)',
    );
    const [{ labelfile, spcmapfile } = { labelfile: '', spcmapfile: '' }] = rows;
    const { hostname, port, username, password } = new URL(link);
    const following = `host=${hostname} port=${port} user=${username} password=${password} application_name=${NAME}`;
    const files = {
      backup_label: labelfile,
      ...(spcmapfile.trim() !== '' && { tablespace_map: spcmapfile }),
      'standby.signal': '',
      'postgresql.auto.conf': `primary_conninfo = '${following}'\nprimary_slot_name = '${NAME}'\n`,
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(data, name), text, { mode: 0o600 });
      own(join(data, name), place.as);
    }
  } finally {
    await backup.end();
  }
  const clean = (): void => void rm(data, { recursive: true, force: true }).catch(() => undefined);
  const standby = await launch({ ...place, data, settings: {}, clean });
  return {
    ...standby,
    name: NAME,
    promote: () => administer(standby.url, ['select pg_promote(true, 60)']),
  };
}

/** From now on a commit of the primary is acknowledged once the standby has it on disk; resolves when that holds. */
export async function waitForStandby(primary: Crashable, { name }: Standby): Promise<void> {
  await administer(primary.url, [`alter system set synchronous_standby_names = '${name}'`, 'select pg_reload_conf()']);
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query(`select 1 from pg_stat_replication where sync_state = 'sync'`);
      if (rows.length === 1) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await client.end();
  }
}

/** A file may go while it is listed or read: what it held is in the log. */
async function copyData(from: string, to: string, as: Runner): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  await chmod(to, 0o700);
  own(to, as);
  for (const name of await readdir(from)) {
    if (notCopied.has(name)) continue;
    if (emptied.has(name)) await emptyFolder(join(to, name), as);
    else await copyTree(join(from, name), join(to, name), as);
  }
  await emptyFolder(join(to, 'pg_wal', 'archive_status'), as);
}

async function emptyFolder(path: string, as: Runner): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  own(path, as);
}

async function copyTree(from: string, to: string, as: Runner): Promise<void> {
  const stat = await unlessGone<Stats>(lstat(from));
  if (stat === null) return;
  if (!stat.isDirectory()) {
    if ((await unlessGone(copyFile(from, to))) !== null) own(to, as);
    return;
  }
  await emptyFolder(to, as);
  for (const name of (await unlessGone(readdir(from))) ?? [])
    if (!name.startsWith('pgsql_tmp')) await copyTree(join(from, name), join(to, name), as);
}

async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

function own(path: string, as: Runner): void {
  if ('uid' in as) lchownSync(path, as.uid, as.gid);
}
