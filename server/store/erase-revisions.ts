// Removes words from the revisions that tell them, in every version; what other statements carry stays.
import type { Collection, Trx } from './db.ts';
import { groupedBy } from './grouped.ts';
import { fullRevision } from './publish-corrections.ts';
import { idArray, rowsOf, run, unnest, type Row } from './publish-rows.ts';
import { withoutWords, type VersionedRevision, type WordsOf } from './words-removed.ts';
import type { RevisionKey } from './withdraw.ts';

type Ids = { collection: Collection; ids: readonly string[] };

/** Takes the words of these citations from the revisions that tell them; the keys of revisions of which no row is left. */
export async function eraseRevisions(
  trx: Trx,
  { collection, ids }: Ids,
  found: readonly RevisionKey[],
): Promise<RevisionKey[]> {
  if (found.length === 0) return [];
  const beliefIds = [...new Set(found.map((row) => row.belief_id))];
  const rows = await rowsOf<VersionedRevision>(
    trx,
    `select ${fullRevision('r')}, r.from_version, r.to_version from revision r
      where r.collection = ? and r.belief_id = any(?::text[])`,
    [collection, beliefIds],
  );
  const gone = new Set(ids);
  const wordsOf = await capturesOf(trx, collection, rows);
  const after = [...groupedBy(rows, (row) => row.belief_id).values()].flatMap((course) => [
    ...withoutWords(course, { gone, wordsOf }),
  ]);
  await deleteRows(
    trx,
    collection,
    after.flatMap(([row, left]) => (left === null ? [row] : [])),
  );
  await rewriteRows(
    trx,
    collection,
    after.flatMap(([row, left]) => (left !== null && isChanged(row, left) ? [left] : [])),
  );
  const standing = new Set(after.flatMap(([, left]) => (left === null ? [] : [`${left.belief_id} ${left.revision}`])));
  const keys = new Map(found.map(({ belief_id, revision }) => [`${belief_id} ${revision}`, { belief_id, revision }]));
  return [...keys].flatMap(([key, one]) => (standing.has(key) ? [] : [one]));
}

/** The words of the statements of groups: those that are left may have to stand where the removed ones stood. */
async function capturesOf(trx: Trx, collection: Collection, rows: readonly VersionedRevision[]): Promise<WordsOf> {
  const ids = new Set(
    rows.flatMap(({ also_cites: also, source_citation_id: source }) => (also === null ? [] : [source, ...also])),
  );
  const found = await rowsOf<{ citation_id: string; capture: string }>(
    trx,
    `select distinct on (c.citation_id) c.citation_id, v.capture
       from citation c join evidence v on v.collection = c.collection and v.evidence_id = c.evidence_id
      where c.collection = ? and c.citation_id = any(?::text[])
      order by c.citation_id, v.from_version desc`,
    [collection, [...ids]],
  );
  const captures = new Map(found.map((row) => [row.citation_id, row.capture]));
  return (id) => captures.get(id) ?? null;
}

function isChanged(row: VersionedRevision, left: VersionedRevision): boolean {
  return JSON.stringify(changedCells(row)) !== JSON.stringify(changedCells(left));
}

const keyColumns: [string, string][] = [
  ['belief_id', 'text'],
  ['revision', 'integer'],
  ['from_version', 'integer'],
];
const sameRow = keyColumns.map(([name]) => `t.${name} = r.${name}`).join(' and ');
const keyCells = (row: VersionedRevision): Row => [row.belief_id, row.revision, row.from_version];
const changedCells = (row: VersionedRevision): Row => [
  row.summary,
  row.source_citation_id,
  row.said,
  row.said_citation_id,
  idArray(row.also_cites ?? []),
  JSON.stringify(row.body),
];

async function deleteRows(trx: Trx, collection: Collection, rows: readonly VersionedRevision[]): Promise<void> {
  if (rows.length === 0) return;
  const asked = unnest(keyColumns, rows.map(keyCells));
  await run(trx, `delete from revision t using ${asked.sql} where t.collection = ? and ${sameRow}`, [
    ...asked.bindings,
    collection,
  ]);
}

async function rewriteRows(trx: Trx, collection: Collection, rows: readonly VersionedRevision[]): Promise<void> {
  if (rows.length === 0) return;
  const columns: [string, string][] = ['summary', 'source', 'said', 'said_citation', 'also_cites', 'body'].map(
    (name) => [name, 'text'],
  );
  const asked = unnest(
    [...keyColumns, ...columns],
    rows.map((row) => [...keyCells(row), ...changedCells(row)]),
  );
  await run(
    trx,
    `update revision t
        set summary = r.summary, source_citation_id = r.source, said = r.said, said_citation_id = r.said_citation,
            also_cites = r.also_cites::text[], body = r.body::jsonb
       from ${asked.sql} where t.collection = ? and ${sameRow}`,
    [...asked.bindings, collection],
  );
}

/** An instant may outlive its words, but no direction holds since before its belief begins, in any version. */
export async function clampDirections(trx: Trx, collection: Collection, ids: readonly string[]): Promise<void> {
  const iso = `to_char(coalesce(b.observed_as, b.observed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`;
  await run(
    trx,
    `update revision r
        set body = case when r.body ->> 'direction_since' collate "C" < f.since
                        then r.body - 'direction_since_day' || jsonb_build_object('direction_since', f.since)
                             || case when f.is_day then '{"direction_since_day": true}'::jsonb else '{}' end
                        else r.body end
                   || jsonb_build_object('direction_stated_at',
                        greatest(r.body ->> 'direction_stated_at' collate "C", f.since))
       from (select v.belief_id, v.revision, v.from_version, max(${iso}) as since, bool_and(b.observed_as is not null) as is_day
               from revision v
               join belief b on b.collection = v.collection and b.belief_id = v.belief_id
                            and b.from_version < v.to_version and b.to_version > v.from_version
              where v.collection = ? and v.belief_id = any(?::text[])
              group by v.belief_id, v.revision, v.from_version) f
      where r.collection = ? and r.belief_id = f.belief_id and r.revision = f.revision and r.from_version = f.from_version
        and (r.body ->> 'direction_since' collate "C" < f.since or r.body ->> 'direction_stated_at' collate "C" < f.since)`,
    [collection, ids, collection],
  );
}
