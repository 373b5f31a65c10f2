// Removes words from the revisions that hold them, in every version; the words of other statements stay.
import type { Collection, Trx } from '../engine/db.ts';
import { groupedBy } from '../engine/grouped.ts';
import { fullRevision } from './publish-corrections.ts';
import { columnsOf, idArray, rowsOf, run, unnest, type Row } from './publish-rows.ts';
import { withoutWords, type VersionedRevision, type WordsOf } from './words-removed.ts';
import { revisionTable } from './publish-tables.ts';
import type { RevisionKey } from './withdraw.ts';

type Ids = { collection: Collection; ids: readonly string[] };

/** Takes the words of these citations from the revisions that hold them. */
export async function eraseRevisions(trx: Trx, { collection, ids }: Ids, found: readonly RevisionKey[]): Promise<void> {
  if (found.length === 0) return;
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
}

/** Takes the assessments of these reviews from the steps that they assessed, in every version; returns the words that went. */
export async function eraseAssessments(
  trx: Trx,
  { collection, ids }: Ids,
): Promise<{ belief_id: string; words: string }[]> {
  const gone = await rowsOf<{ belief_id: string; blockers: readonly string[] }>(
    trx,
    `select belief_id, body -> 'blockers' as blockers from revision
      where collection = ? and body ->> 'assessed_by' = any(?::text[])`,
    [collection, ids],
  );
  if (gone.length === 0) return [];
  await run(
    trx,
    `update revision set validity = 'unknown', external_state = 'unknown',
            body = body - 'assessed_by' || jsonb_build_object('blockers', '[]'::jsonb)
      where collection = ? and body ->> 'assessed_by' = any(?::text[])`,
    [collection, ids],
  );
  return gone.flatMap(({ belief_id, blockers }) => blockers.map((words) => ({ belief_id, words })));
}

/** Which of these revisions no version has any more. */
export async function goneRevisions(
  trx: Trx,
  collection: Collection,
  found: readonly RevisionKey[],
): Promise<RevisionKey[]> {
  if (found.length === 0) return [];
  const asked = unnest(
    'belief_id text, revision integer',
    found.map((row) => [row.belief_id, row.revision]),
  );
  return rowsOf<RevisionKey>(
    trx,
    `select distinct r.belief_id, r.revision from ${asked.sql}
      where not exists (select 1 from revision t
                         where t.collection = ? and t.belief_id = r.belief_id and t.revision = r.revision)`,
    [...asked.bindings, collection],
  );
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

const keyColumns = columnsOf('belief_id text, revision integer, from_version integer');
const sameRow = keyColumns.map(([name]) => `t.${name} = r.${name}`).join(' and ');
type RowKey = RevisionKey & { from_version: number };
const keyCells = (row: RowKey): Row => [row.belief_id, row.revision, row.from_version];
const changedCells = (row: VersionedRevision): Row => [
  row.record_key,
  row.person_name,
  row.person_handle,
  row.summary,
  row.source_citation_id,
  row.said,
  row.said_citation_id,
  idArray(row.also_cites ?? []),
  JSON.stringify(row.body),
];

async function deleteRows(trx: Trx, collection: Collection, rows: readonly RowKey[]): Promise<void> {
  if (rows.length === 0) return;
  const asked = unnest(keyColumns, rows.map(keyCells));
  await run(trx, `delete from revision t using ${asked.sql} where t.collection = ? and ${sameRow}`, [
    ...asked.bindings,
    collection,
  ]);
}

async function rewriteRows(trx: Trx, collection: Collection, rows: readonly VersionedRevision[]): Promise<void> {
  if (rows.length === 0) return;
  const columns: [string, string][] = [
    'record_key',
    'name',
    'handle',
    'summary',
    'source',
    'said',
    'said_citation',
    'also_cites',
    'body',
  ].map((name) => [name, 'text']);
  const asked = unnest(
    [...keyColumns, ...columns],
    rows.map((row) => [...keyCells(row), ...changedCells(row)]),
  );
  await run(
    trx,
    `update revision t
        set record_key = r.record_key, person_name = r.name, person_handle = r.handle, summary = r.summary, source_citation_id = r.source, said = r.said, said_citation_id = r.said_citation,
            also_cites = r.also_cites::text[], body = r.body::jsonb
       from ${asked.sql} where t.collection = ? and ${sameRow}`,
    [...asked.bindings, collection],
  );
}

/** An instant may outlive its words, but no direction holds since before its belief begins, in any version. */
export async function clampDirections(trx: Trx, collection: Collection, ids: readonly string[]): Promise<void> {
  const iso = `to_char(coalesce(b.observed_as, b.observed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`;
  const clamped = await rowsOf<{ belief_id: string; revision: number; from_version: number; body: string }>(
    trx,
    `select s.belief_id, s.revision, s.from_version,
            (case when s.body ->> 'direction_since' collate "C" < s.since
                  then s.body - 'direction_since_day' || jsonb_build_object('direction_since', s.since)
                       || case when s.is_day then '{"direction_since_day": true}'::jsonb else '{}' end
                  else s.body end
             || jsonb_build_object('direction_stated_at',
                  greatest(s.body ->> 'direction_stated_at' collate "C", s.since)))::text as body
       from (select v.belief_id, v.revision, v.from_version, v.body, max(${iso}) as since,
                    bool_and(b.observed_as is not null) as is_day
               from revision v
               join belief b on b.collection = v.collection and b.belief_id = v.belief_id
                            and b.from_version < v.to_version and b.to_version > v.from_version
              where v.collection = ? and v.belief_id = any(?::text[])
              group by v.belief_id, v.revision, v.from_version, v.body) s
      where s.body ->> 'direction_since' collate "C" < s.since or s.body ->> 'direction_stated_at' collate "C" < s.since`,
    [collection, ids],
  );
  // Separate: a cluster writes no value that such functions make of a row.
  await run(
    trx,
    `update revision r set body = f.body::jsonb
       from unnest(?::text[], ?::integer[], ?::integer[], ?::text[]) as f(belief_id, revision, from_version, body)
      where r.collection = ? and r.belief_id = f.belief_id and r.revision = f.revision and r.from_version = f.from_version`,
    [
      clamped.map((row) => row.belief_id),
      clamped.map((row) => row.revision),
      clamped.map((row) => row.from_version),
      clamped.map((row) => row.body),
      collection,
    ],
  );
}

export type Versions = { from_version: number; to_version: number };

/** Limits revisions to these versions: no other version shows their belief. */
export async function keepWithin(
  trx: Trx,
  collection: Collection,
  { belief_id, spans }: { belief_id: string; spans: readonly Versions[] },
): Promise<void> {
  const rows = await rowsOf<RowKey & Versions>(
    trx,
    'select belief_id, revision, from_version, to_version from revision where collection = ? and belief_id = ?',
    [collection, belief_id],
  );
  for (const row of rows) {
    const pieces = within(row, spans);
    const [first, ...more] = pieces;
    if (first?.from_version === row.from_version && first.to_version === row.to_version) continue;
    for (const piece of first?.from_version === row.from_version ? more : pieces)
      await copyRow(trx, collection, { row, piece });
    if (first?.from_version !== row.from_version) await deleteRows(trx, collection, [row]);
    else await endRow(trx, collection, { row, at: first.to_version });
  }
}

/** The parts of a row that lie in these spans, which follow one another; those that touch are one. */
function within(row: Versions, spans: readonly Versions[]): Versions[] {
  const pieces: Versions[] = [];
  for (const span of spans) {
    const from_version = Math.max(row.from_version, span.from_version);
    const to_version = Math.min(row.to_version, span.to_version);
    const last = pieces.at(-1);
    if (from_version >= to_version) continue;
    if (last?.to_version === from_version) last.to_version = to_version;
    else pieces.push({ from_version, to_version });
  }
  return pieces;
}

async function copyRow(
  trx: Trx,
  collection: Collection,
  { row, piece }: { row: RowKey; piece: Versions },
): Promise<void> {
  const columns = revisionTable.columns.map(([name]) => name).join(', ');
  await run(
    trx,
    `insert into revision (collection, ${columns}, from_version, to_version)
     select collection, ${columns}, ?::integer, ?::integer from revision
      where collection = ? and belief_id = ? and revision = ? and from_version = ?`,
    [piece.from_version, piece.to_version, collection, ...keyCells(row)],
  );
}

async function endRow(trx: Trx, collection: Collection, { row, at }: { row: RowKey; at: number }): Promise<void> {
  await run(
    trx,
    'update revision set to_version = ? where collection = ? and belief_id = ? and revision = ? and from_version = ?',
    [at, collection, ...keyCells(row)],
  );
}
