// Withdrawal of research: a separate release closes the rows at once. Earlier cutoffs still show what was known then.
import type { Collection, Db, Instant, Trx } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { OPEN_VERSION as openVersion } from '../migrations/001-020/001-research.ts';
import { dropOpened } from './drop-opened.ts';
import { replaceRows, rowsOf, run, type Release } from './publish-rows.ts';
import { beliefTable } from './publish-tables.ts';

/** The tables whose rows are named by a public id, and the column that names them. */
const named = {
  source: 'source_id',
  evidence: 'evidence_id',
  citation: 'citation_id',
  belief: 'belief_id',
  belief_part: 'part_id',
} as const;

export type NamedTable = keyof typeof named;

export async function isOpen(
  db: Db,
  collection: Collection,
  { table, id }: { table: NamedTable; id: string },
): Promise<boolean> {
  const rows = await rowsOf(
    db,
    `select 1 from ${table} where collection = ? and ${named[table]} = ? and to_version = ${openVersion} limit 1`,
    [collection, id],
  );
  return rows.length > 0;
}

/** The release that closed the last row with this id, and why if a reason was given; null when there never was one. */
export async function closedBy(
  db: Db,
  collection: Collection,
  { table, id }: { table: NamedTable; id: string },
): Promise<{ version: number; reason: string | null } | null> {
  const reason = table === 'citation' || table === 'belief_part' ? 'null::text' : 'withdrawn_reason';
  const [row] = await rowsOf<{ version: number; reason: string | null }>(
    db,
    `select to_version as version, ${reason} as reason from ${table}
      where collection = ? and ${named[table]} = ? order by to_version desc limit 1`,
    [collection, id],
  );
  return row ?? null;
}

/** True if this id was released and is so no longer, because it was withdrawn or removed. */
export function goneSql(table: NamedTable, id: string, collection: Collection): Fragment {
  const of = raw(`${table} t where t.${named[table]} = ${id}`);
  return sql`(not exists (select 1 from ${of} and t.collection = ${collection} and t.to_version = ${openVersion})
    and (exists (select 1 from ${of} and t.collection = ${collection})
         or exists (select 1 from removal x where x.collection = ${collection} and x.record_id = ${raw(id)})))`;
}

/** Those of the ids that were released and are released no longer. */
export async function goneIds(
  db: Db,
  collection: Collection,
  { table, ids }: { table: NamedTable; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select g.id from unnest(${ids}::text[]) as g(id) where ${goneSql(table, 'g.id', collection)}`,
  );
  return new Set(rows.map((row) => row.id));
}

export type Closure = { ids: readonly string[]; reason: string };

/** Closes sources or pieces of evidence and keeps the reason; how many there were. */
export async function closeNamed(
  trx: Trx,
  { collection, version }: Release,
  { table, ids, reason }: Closure & { table: 'source' | 'evidence' | 'belief' },
): Promise<number> {
  return run(
    trx,
    `update ${table} t set to_version = ?, withdrawn_reason = ? from unnest(?::text[]) as g(id)
      where t.collection = ? and t.${named[table]} = g.id and t.to_version = ${openVersion}`,
    [version, reason, ids, collection],
  );
}

export async function closeCitations(
  trx: Trx,
  { collection, version }: Release,
  ids: readonly string[],
): Promise<number> {
  return run(
    trx,
    `update citation t set to_version = ? from unnest(?::text[]) as g(id)
      where t.collection = ? and t.citation_id = g.id and t.to_version = ${openVersion}`,
    [version, ids, collection],
  );
}

export type RevisionKey = { belief_id: string; revision: number };

/** Closes these revisions; those that an earlier statement of the same release has replaced are open anew and stay. */
export async function closeRevisions(
  trx: Trx,
  { collection, version }: Release,
  keys: readonly RevisionKey[],
): Promise<number> {
  return run(
    trx,
    `update revision t set to_version = ? from unnest(?::text[], ?::integer[]) as g(belief_id, revision)
      where t.collection = ? and t.belief_id = g.belief_id and t.revision = g.revision
        and t.to_version = ${openVersion} and t.from_version < ?`,
    [version, keys.map((key) => key.belief_id), keys.map((key) => key.revision), collection, version],
  );
}

export type PartKey = { belief_id: string; kind: string; part_id: string; revision: number };

/** The parts of these revisions: parts go with their revision. */
export async function partsOfRevisions(
  trx: Trx,
  collection: Collection,
  keys: readonly RevisionKey[],
): Promise<PartKey[]> {
  return rowsOf<PartKey>(
    trx,
    `select p.belief_id, p.kind, p.part_id, p.revision
       from unnest(?::text[], ?::integer[]) as g(belief_id, revision)
       join belief_part p on p.collection = ? and p.belief_id = g.belief_id and p.revision = g.revision
                         and p.to_version = ${openVersion}`,
    [keys.map((key) => key.belief_id), keys.map((key) => key.revision), collection],
  );
}

export async function closeParts(trx: Trx, { collection, version }: Release, keys: readonly PartKey[]): Promise<void> {
  await run(
    trx,
    `update belief_part t set to_version = ?
       from unnest(?::text[], ?::text[], ?::text[], ?::integer[]) as g(belief_id, kind, part_id, revision)
      where t.collection = ? and t.belief_id = g.belief_id and t.kind = g.kind and t.part_id = g.part_id
        and t.revision = g.revision and t.to_version = ${openVersion} and t.from_version < ?`,
    [
      version,
      keys.map((key) => key.belief_id),
      keys.map((key) => key.kind),
      keys.map((key) => key.part_id),
      keys.map((key) => key.revision),
      collection,
      version,
    ],
  );
}

/** Withdrawn rows by kind: `claim`, `revision`, `belief` … */
export type Tally = Map<string, number>;

export function add(tally: Tally, kind: string, count: number): void {
  if (count > 0) tally.set(kind, (tally.get(kind) ?? 0) + count);
}

/** Closes beliefs with all that they say. One statement a table: clusters refuse to change two in one. */
export async function closeBeliefs(trx: Trx, release: Release, { ids, reason }: Closure): Promise<Tally> {
  const tally: Tally = new Map();
  if (ids.length === 0) return tally;
  const { collection, version } = release;
  const open = `where collection = ? and belief_id = any(?::text[]) and to_version = ${openVersion}`;
  const parts = await rowsOf<{ kind: string; count: number }>(
    trx,
    `select kind, count(*)::integer as count from belief_part ${open} group by kind order by kind`,
    [collection, ids],
  );
  add(tally, 'belief', await closeNamed(trx, release, { table: 'belief', ids, reason }));
  const revisions = await run(trx, `update revision set to_version = ? ${open}`, [version, collection, ids]);
  add(tally, 'revision', revisions);
  await run(trx, `update belief_part set to_version = ? ${open}`, [version, collection, ids]);
  for (const { kind, count } of parts) add(tally, kind, count);
  return tally;
}

/** A belief that has ended, or has only late statements left, has no one who holds it. */
export const endings = ['reversed', 'resolved', 'abandoned'];

export type StandingBelief = {
  belief_id: string;
  entity_id: string;
  person_id: string;
  origin: string;
  observed_at: Instant;
  observed_as: Instant | null;
  /** From when the first open revision that states the view counts; null when none does. */
  since: Instant | null;
  /** That instant as loaded, where it is known to the day. */
  since_as: Instant | null;
};

const isMoved = (one: StandingBelief): boolean =>
  one.since !== null && (one.since !== one.observed_at || one.since_as !== one.observed_as);

async function standingBeliefs(trx: Trx, collection: Collection, ids: readonly string[]): Promise<StandingBelief[]> {
  return rowsOf<StandingBelief>(
    trx,
    `select b.belief_id, b.entity_id, b.person_id, b.origin, b.observed_at, b.observed_as, f.observed_at as since, f.observed_as as since_as
       from belief b
       left join lateral (
            select r.observed_at, r.observed_as from revision r
             where r.collection = b.collection and r.belief_id = b.belief_id and r.to_version = ${openVersion}
               and not r.late and r.status <> all(?::text[])
             order by r.observed_at, r.revision limit 1) f on true
      where b.collection = ? and b.belief_id = any(?::text[]) and b.to_version = ${openVersion}
      order by b.belief_id`,
    [endings, collection, ids],
  );
}

/** After some of their revisions went: beliefs without a revision go too, the others begin with their first one. */
export async function settleBeliefs(
  trx: Trx,
  release: Release,
  { ids, reason }: Closure,
): Promise<{ withdrawn: Tally; moved: number }> {
  const standing = await standingBeliefs(trx, release.collection, ids);
  const untold = standing.filter(({ since }) => since === null).map(({ belief_id: id }) => id);
  const moved = standing.filter(isMoved);
  await replaceRows(
    trx,
    release,
    beliefTable,
    moved.map((b) => [b.belief_id, b.entity_id, b.person_id, b.origin, b.since, b.since_as]),
  );
  return { withdrawn: await closeBeliefs(trx, release, { ids: untold, reason }), moved: moved.length };
}

/** Those of the ids that are released now. */
export async function openIds(
  db: Db,
  collection: Collection,
  { table, ids }: { table: NamedTable; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await rowsOf<{ id: string }>(
    db,
    `select distinct t.${named[table]} as id from ${table} t
      where t.collection = ? and t.${named[table]} = any(?::text[]) and t.to_version = ${openVersion}`,
    [collection, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Of beliefs that lost revisions before they were published: nothing is left that this release opened without one. */
export async function dropUntold(trx: Trx, release: Release, ids: readonly string[]): Promise<void> {
  const standing = await standingBeliefs(trx, release.collection, ids);
  const untold = standing.filter(({ since }) => since === null).map(({ belief_id: id }) => id);
  await dropOpened(trx, release, untold);
  const moved = standing.filter(isMoved);
  await replaceRows(
    trx,
    release,
    beliefTable,
    moved.map((b) => [b.belief_id, b.entity_id, b.person_id, b.origin, b.since, b.since_as]),
  );
}
