// Heads of the log: its size and root after each release and each legal removal.
import { RightEdge, TILE_WIDTH, leafHash, levelSizes } from '../../log/merkle.ts';
import type { LogRow } from '../../log/rows.ts';
import type { Db, Instant, Trx } from '../engine/db.ts';
import { sql } from '../engine/fragment.ts';
import { rowsOf } from '../published/publish-rows.ts';

export type LogHead = {
  size: number;
  release: number;
  act: 'released' | 'removed';
  root: Buffer;
  appended_at: Instant;
  /** Leaves of rows; the leaf of the release or of the removal follows them. */
  row_leaves: number;
  /** Openings that a legal removal destroyed. */
  destroyed: number;
};

/** Null for a log without leaves. */
export async function newestHead(db: Db): Promise<LogHead | null> {
  const [head] = await rowsOf<LogHead>(db, sql`select * from log_head order by size desc limit 1`);
  return head ?? null;
}

/** The root of the log when it had this size at the end of a release or a removal; null if it never had. */
export async function rootOf(db: Db, size: number): Promise<Buffer | null> {
  const [head] = await rowsOf<{ root: Buffer }>(db, sql`select root from log_head where size = ${size}`);
  return head?.root ?? null;
}

/** The head at the end of a release; null if the log does not have it. */
export async function headOfRelease(db: Db, release: number): Promise<LogHead | null> {
  const [head] = await rowsOf<LogHead>(
    db,
    sql`select * from log_head where release = ${release} and act = 'released' limit 1`,
  );
  return head ?? null;
}

/** The head at the end of the newest live release at a cutoff, and the times of its effect and of the next one's. */
export type HeadAtCutoff = Pick<LogHead, 'size' | 'root' | 'release'> & { from: Instant; until: Instant | null };

/** Null if the log does not have that release. */
export async function headAt(db: Db, asOf: Instant): Promise<HeadAtCutoff | null> {
  const [head] = await rowsOf<HeadAtCutoff>(
    db,
    sql`select h.size, h.root, h.release, r.effective_at as "from",
               (select min(n.effective_at) from release n
                 where n.collection = 'live' and n.effective_at > ${asOf}) as until
          from (select version, effective_at from release
                 where collection = 'live' and effective_at <= ${asOf} order by version desc limit 1) r
          join log_head h on h.act = 'released' and h.release = r.version`,
  );
  return head ?? null;
}

/** The newest release that the log has; 0 for none. */
export async function loggedRelease(db: Db): Promise<number> {
  const [newest] = await rowsOf<{ release: number }>(
    db,
    `select coalesce(max(release), 0) as release from log_head where act = 'released'`,
  );
  return newest?.release ?? 0;
}

/** The right edge of the tree: at most 255 hashes a level. */
export async function readEdge(trx: Trx): Promise<RightEdge> {
  const size = (await newestHead(trx))?.size ?? 0;
  const levels: Buffer[][] = [];
  for (const [level, count] of levelSizes(size).entries())
    levels.push(await readHashes(trx, level, { start: count - (count % TILE_WIDTH), end: count }));
  return new RightEdge(size, levels);
}

/** Hashes of a level of tiles, from the place `start` up to, and without, `end`. */
export async function readHashes(
  db: Db,
  level: number,
  { start, end }: { start: number; end: number },
): Promise<Buffer[]> {
  if (level === 0) return (await readEntries(db, { start, end })).map(leafHash);
  const rows = await rowsOf<{ hash: Buffer }>(
    db,
    sql`select hash from log_node where level = ${level} and place >= ${start} and place < ${end} order by place`,
  );
  return rows.map(({ hash }) => hash);
}

export async function readEntries(db: Db, { start, end }: { start: number; end: number }): Promise<Buffer[]> {
  const rows = await rowsOf<{ entry: Buffer }>(
    db,
    sql`select entry from log_leaf where leaf_index >= ${start} and leaf_index < ${end} order by leaf_index`,
  );
  return rows.map(({ entry }) => entry);
}

type ReleaseFacts = { kind: string; effective_at: Instant; recorded_at: Instant };

/** The row of the leaf that ends a release or a legal removal. */
export function lastRowOf(head: Omit<LogHead, 'root' | 'size'>, release: ReleaseFacts): LogRow {
  if (head.act === 'removed')
    return {
      act: 'removed',
      kind: 'removal',
      release: head.release,
      values: { removed_at: head.appended_at, destroyed: head.destroyed },
    };
  const { kind, effective_at, recorded_at } = release;
  const values = { kind, effective_at, recorded_at, leaves: head.row_leaves };
  return { act: 'released', kind: 'release', release: head.release, values };
}

export async function releaseFacts(db: Db, version: number): Promise<ReleaseFacts | null> {
  const [facts] = await rowsOf<ReleaseFacts>(
    db,
    sql`select kind, effective_at, recorded_at from release where collection = 'live' and version = ${version}`,
  );
  return facts ?? null;
}
