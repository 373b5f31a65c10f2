// Releases of a range of versions: their moves, and the listings with own research that each touched.
import type { Db, Instant } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { rowsOf } from './publish-rows.ts';
import { changedBeliefs, moveCounts, type Moves, type VersionRange } from './version-moves.ts';

export type TouchingRelease = Moves & {
  version: number;
  effective_at: Instant;
  kind: 'release' | 'withdrawal';
  /** Under the names of their time, in no order. */
  tickers: string[];
  /** Entities without a ticker that it touched. */
  unlisted_count: number;
  /** Tickers whose prices it published; null in a release from before this was recorded. */
  priced_count: number | null;
};

/** Rows of a table that a version opened, with that version; and closed, if `ends` says so. */
const stated = (table: string, { collection, from, to }: VersionRange, ends: readonly string[]): Fragment => {
  const each = ends.map((end) => {
    const column = raw(`g.${end}`);
    return sql`select ${column} as version, g.entity_id from ${raw(table)} g
                where g.collection = ${collection} and ${column} between ${from} and ${to}`;
  });
  return { sql: each.map((one) => one.sql).join(' union '), bindings: each.flatMap((one) => one.bindings) };
};

/** Citations that a version corrected or closed, by themselves or by their evidence. */
const corrected = ({ collection, from, to }: VersionRange): Fragment => sql`
  select g.to_version as version, g.citation_id from citation g
   where g.collection = ${collection} and g.to_version between ${from} and ${to}
  union select g.to_version, c.citation_id from evidence g
    join citation c on c.collection = g.collection and c.evidence_id = g.evidence_id
   where g.collection = ${collection} and g.to_version between ${from} and ${to}`;

/** Entities whose brief a version may have changed by other means than their prices. */
const touched = (range: VersionRange): Fragment => sql`
  select c.version, c.entity_id from changed c
  union ${stated('entity', range, ['from_version'])}
  union ${stated('split', range, ['from_version', 'to_version'])}
  union ${stated('industry', range, ['from_version', 'to_version'])}
  union select g.from_version, b.entity_id from person g
    join belief b on b.collection = g.collection and b.person_id = g.person_id
     and b.from_version <= g.from_version and b.to_version >= g.from_version
   where g.collection = ${range.collection} and g.from_version between ${range.from} and ${range.to}
  union select k.version, r.entity_id from corrected k
    join revision r on r.collection = ${range.collection} and r.source_citation_id = k.citation_id
     and r.from_version <= k.version and r.to_version >= k.version
  union select k.version, r.entity_id from corrected k
    join revision r on r.collection = ${range.collection} and r.also_cites && array[k.citation_id]
     and r.from_version <= k.version and r.to_version >= k.version`;

/**
 * The newest first. Rows alone decide, not the report of the release: a legal removal deletes rows, and its words must
 * not survive in a list. Only an entity with research at the version or directly before it is counted.
 */
export async function touchingReleases(db: Db, range: VersionRange): Promise<TouchingRelease[]> {
  const { collection, from, to } = range;
  return rowsOf<TouchingRelease>(
    db,
    sql`with changed as materialized (select c.* from ${changedBeliefs(range)} c),
             corrected as materialized (${corrected(range)}),
             touched as (${touched(range)}),
             moved as (select c.version, ${moveCounts} from changed c group by c.version),
             named as (select t.version, count(*) filter (where e.ticker is null)::integer as unlisted_count,
                              array_agg(distinct e.ticker) filter (where e.ticker is not null) as tickers
                         from touched t
                         join lateral (select x.ticker from entity x where x.collection = ${collection}
                                          and x.entity_id = t.entity_id and x.from_version <= t.version
                                        order by x.from_version desc limit 1) e on true
                        where exists (select 1 from belief b where b.collection = ${collection} and b.entity_id = t.entity_id
                                         and b.from_version <= t.version and b.to_version >= t.version)
                        group by t.version)
        select l.version, l.effective_at, l.kind,
               coalesce(m.opened, 0) as opened, coalesce(m.revised, 0) as revised, coalesce(m.reversed, 0) as reversed,
               coalesce(m.closed, 0) as closed, coalesce(m.unmoved, 0) as unmoved,
               coalesce(m.rewritten, 0) as rewritten, coalesce(m.withdrawn, 0) as withdrawn,
               coalesce(n.tickers, array[]::text[]) as tickers, coalesce(n.unlisted_count, 0) as unlisted_count,
               (l.report #>> '{touched,priced,count}')::integer as priced_count
          from release l left join moved m on m.version = l.version left join named n on n.version = l.version
         where l.collection = ${collection} and l.version between ${from} and ${to}
         order by l.version desc`,
  );
}
