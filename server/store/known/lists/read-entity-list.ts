// Pages of the canonical entities that have released research at a cutoff, by entity_id.
import type { Cutoff, Db, Instant } from '../../engine/db.ts';
import { rawResult } from '../../engine/raw-result.ts';
import { eligible, inVersion } from '../eligible.ts';
import { nameAt } from '../entity-names.ts';
import { all, sql } from '../../engine/fragment.ts';
import { type IdentifierColumns, identifiersOf, newestObservation } from '../read-columns.ts';
import type { EntityKind } from '../read-entities.ts';

export type ListedEntity = IdentifierColumns & {
  entity_id: string;
  kind: EntityKind;
  ticker: string | null;
  name: string | null;
  released_record_count: number;
  latest_observation_at: Instant;
};

export type EntityListQuestion = { after: string | null; limit: number };

/**
 * Walks the index of beliefs from one entity to the next. A list of entities would include every security known only by
 * name, which can be a thousand times more.
 */
export async function listEntities(
  db: Db,
  cutoff: Cutoff,
  { after, limit }: EntityListQuestion,
): Promise<ListedEntity[]> {
  const first = all(eligible('b', cutoff), after === null ? null : sql`b.entity_id > ${after}::uuid`);
  const query = sql`
    with recursive walk as (
      (select b.entity_id, 1 as place from belief b where ${first} order by b.entity_id limit 1)
      union all
      select further.entity_id, walk.place + 1
        from walk
       cross join lateral (
         select b.entity_id from belief b where ${eligible('b', cutoff)} and b.entity_id > walk.entity_id
          order by b.entity_id limit 1) further
       where walk.place < ${limit})
    select e.entity_id, e.kind, e.ticker, ${nameAt('e', cutoff)} as name, ${identifiersOf('e')}, counted.released_record_count,
           ${newestObservation('e.entity_id', cutoff)} as latest_observation_at
      from walk
      join entity e on e.entity_id = walk.entity_id and ${inVersion('e', cutoff)}
     cross join lateral (
       select count(*)::integer as released_record_count from belief b
        where b.entity_id = walk.entity_id and ${eligible('b', cutoff)}) counted
     order by e.entity_id`;
  return (await rawResult<ListedEntity>(db, query)).rows;
}
