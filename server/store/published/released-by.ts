// Research that a release published as new and that no later one has closed, and what of it stays in force.
import type { Db } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { rowsOf, type Release } from './publish-rows.ts';
import type { PartRef, RevisionRef } from './rests-on.ts';

const open = raw(String(OPEN_VERSION));

/** Open rows of the release whose key had no row in force before it. */
const isNew = ({ collection, version }: Release, table: string, keys: readonly string[]): Fragment => sql`
  t.collection = ${collection} and t.from_version = ${version} and t.to_version = ${open}
  and not exists (select 1 from ${raw(table)} x where x.collection = t.collection
    and ${raw(keys.map((key) => `x.${key} = t.${key}`).join(' and '))} and x.to_version = t.from_version)`;

async function newIds(db: Db, release: Release, table: 'evidence' | 'citation'): Promise<string[]> {
  const key = raw(`${table}_id`);
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select t.${key} as id from ${raw(table)} t where ${isNew(release, table, [key.sql])} order by 1`,
  );
  return rows.map(({ id }) => id);
}

export type ReleasedResearch = {
  evidence: string[];
  citations: string[];
  /** Of bundles; those of statements follow from their evidence. */
  revisions: RevisionRef[];
  parts: PartRef[];
};

export async function researchOf(db: Db, release: Release): Promise<ReleasedResearch> {
  const fromBundle = sql`(select min(b.origin) from belief b where b.collection = t.collection and b.belief_id = t.belief_id) = 'bundle'`;
  return {
    evidence: await newIds(db, release, 'evidence'),
    citations: await newIds(db, release, 'citation'),
    revisions: await rowsOf<RevisionRef>(
      db,
      sql`select t.belief_id, t.revision, t.person_id, t.entity_id, 'bundle' as origin from revision t
        where ${isNew(release, 'revision', ['belief_id', 'revision'])} and ${fromBundle} order by 1, 2`,
    ),
    parts: await rowsOf<PartRef>(
      db,
      sql`select t.belief_id, t.kind, t.part_id, t.revision, t.from_version from belief_part t
        where ${isNew(release, 'belief_part', ['belief_id', 'kind', 'part_id', 'revision'])} and ${fromBundle} order by 1, 2, 3, 4`,
    ),
  };
}

/** Records of the release that a withdrawal leaves in force, by kind: names, codes, sessions, splits, sources, corrections and prices. */
export async function staysOf(db: Db, { collection, version }: Release): Promise<{ [kind: string]: number }> {
  const rows = await rowsOf<{ kind: string; count: number }>(
    db,
    sql`select kind, count(*)::integer as count from (
          select case when exists (select 1 from record x where x.collection = q.collection and x.kind = q.kind and x.key = q.key
                                      and x.content_hash <> q.content_hash
                                      and x.from_version < q.from_version) then 'corrected ' || q.kind else q.kind end as kind
            from record q where q.collection = ${collection} and q.from_version = ${version} and q.to_version = ${open}) r
         where kind in ('person', 'entity', 'industry', 'split', 'session', 'source') or kind like 'corrected %'
         group by kind
        union all
        select 'price series', count(*)::integer from price_vintage v
         where v.collection = ${collection} and v.from_version = ${version} having count(*) > 0
         order by 1`,
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** Null if the collection has no release of this number. */
export async function releaseKind(db: Db, { collection, version }: Release): Promise<'release' | 'withdrawal' | null> {
  const [row] = await rowsOf<{ kind: 'release' | 'withdrawal' }>(
    db,
    sql`select kind from release where collection = ${collection} and version = ${version}`,
  );
  return row?.kind ?? null;
}
