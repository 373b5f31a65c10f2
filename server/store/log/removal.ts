// Legal removals in the log: openings of what is gone are destroyed, and rows that stay in part are logged anew.
import { type Salts, entryOf } from '../../log/rows.ts';
import { databaseNow } from '../known/clock.ts';
import type { Trx } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { rowsOf, run } from '../published/publish-rows.ts';
import { LogWriter, type LogLeaf, randomSalts } from './append.ts';
import { signNewestHead } from './checkpoints.ts';
import { loggedRelease, readEdge } from './heads.ts';
import { keyOfKind, type LoggedRow, logRowOf, removableKinds, rowsOfKind, tableNameOf } from './logged-rows.ts';

/** Every row that a legal removal can change, with a digest of it. */
const allRows = raw(
  removableKinds
    .map(
      (kind) =>
        `select '${kind}' as kind, ${keyOfKind(kind).sql} as row_key, t.from_version, t.to_version, md5(t::text) as digest
           from ${tableNameOf(kind).sql} t where t.collection = 'live'`,
    )
    .join(' union all '),
);

/**
 * Notes all rows before a removal changes some. Only rows that it changed are looked at afterwards: a row that was
 * changed by hand before stays a disagreement with the log.
 */
export async function noteRows(trx: Trx): Promise<void> {
  await rowsOf(
    trx,
    sql`create temporary table log_before (kind text, row_key text collate "C", from_version integer, to_version integer, digest text)
        on commit drop`,
  );
  await rowsOf(trx, sql`insert into log_before ${allRows}`);
}

type Leaf = {
  leaf_index: number;
  entry: Buffer;
  release: number;
  kind: string;
  act: 'opened' | 'closed';
  row_key: string;
  salt: Buffer;
};

/** After the rows are gone or changed, in the same transaction. */
export async function logRemoval(trx: Trx, salts: Salts = randomSalts): Promise<void> {
  const release = await loggedRelease(trx);
  if (release === 0) return;
  await rowsOf(
    trx,
    sql`create temporary table log_touched on commit drop as
        with now as materialized (${allRows})
        select distinct d.kind, d.row_key from (
          (select * from now except select * from log_before) union (select * from log_before except select * from now)) d`,
  );
  const touched = await rowsOf<Leaf>(
    trx,
    `select l.leaf_index, l.entry, l.release, l.kind, l.act, l.row_key, l.salt
       from log_leaf l join log_touched d on d.kind = l.kind and d.row_key = l.row_key order by l.leaf_index`,
  );
  const standing = await standingLeaves(trx, release);
  const gone = touched.filter((leaf) => !isOf(leaf, standing));
  await destroy(trx, gone);
  const writer = new LogWriter(trx, await readEdge(trx), salts);
  await writer.add([...standing.values()]);
  const at = await databaseNow(trx);
  await writer.end({ release, act: 'removed', appended_at: at, destroyed: gone.length });
  await signNewestHead(trx, at);
}

const nameOf = (kind: string, act: string, { release, row_key: key }: Pick<LoggedRow, 'release' | 'row_key'>): string =>
  `${kind} ${act} ${release} ${key}`;

/** Leaves of the touched rows as they are now. */
async function standingLeaves(trx: Trx, release: number): Promise<Map<string, LogLeaf>> {
  const leaves = new Map<string, LogLeaf>();
  for (const kind of removableKinds) {
    const touched: Fragment = sql`${keyOfKind(kind)} in (select d.row_key from log_touched d where d.kind = ${kind})`;
    for (const act of ['opened', 'closed'] as const) {
      const ended = act === 'opened' ? raw('t.from_version') : raw('t.to_version');
      const rows = rowsOfKind(kind, act, sql`${touched} and ${ended} <= ${release}`);
      for (const row of await rowsOf<LoggedRow>(trx, sql`${rows} order by 2, 1`))
        leaves.set(nameOf(kind, act, row), { row: logRowOf(kind, act, row), rowKey: row.row_key });
    }
  }
  return leaves;
}

/** True if the leaf still opens to a row, which then needs no new one. */
function isOf(leaf: Leaf, standing: Map<string, LogLeaf>): boolean {
  const name = nameOf(leaf.kind, leaf.act, leaf);
  const expected = standing.get(name);
  if (expected === undefined || !entryOf(leaf.salt, expected.row).equals(leaf.entry)) return false;
  standing.delete(name);
  return true;
}

async function destroy(trx: Trx, leaves: readonly Leaf[]): Promise<void> {
  await run(
    trx,
    `update log_leaf set kind = null, act = null, row_key = null, salt = null where leaf_index = any(?::bigint[])`,
    [leaves.map((leaf) => leaf.leaf_index)],
  );
}
