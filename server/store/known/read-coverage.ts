// The coverage list: the tickers that have released research at a cutoff, with their counts.
import type { Cutoff, Db, Instant } from '../engine/db.ts';
import { rawResult } from '../engine/raw-result.ts';
import { eligible, inVersion } from './eligible.ts';
import { nameAt } from './entity-names.ts';
import { asLoaded, type IdentifierColumns, identifiersOf, newestObservation } from './read-columns.ts';

export type CoverageRow = IdentifierColumns & {
  ticker: string;
  name: string | null;
  security_id: string;
  released_record_count: number;
  first_covered_at: Instant;
  latest_observation_at: Instant;
};

/** Each listing with at least one eligible belief, by ticker. */
export async function coverageAt(db: Db, cutoff: Cutoff): Promise<CoverageRow[]> {
  const belief = eligible('b', cutoff);
  const newest = newestObservation('e.entity_id', cutoff);
  const live = inVersion('e', cutoff);
  const name = nameAt('e', cutoff);
  const sql = `select e.ticker, ${name.sql} as name, e.entity_id as security_id, ${identifiersOf('e').sql}, c.released_record_count, c.first_covered_at,
            ${newest.sql} as latest_observation_at
       from (select b.entity_id, count(*)::integer as released_record_count,
                    min(${asLoaded('b').sql}) as first_covered_at
               from belief b where ${belief.sql} group by b.entity_id) c
       join entity e on e.entity_id = c.entity_id and e.kind = 'listing' and ${live.sql}
      order by e.ticker_folded collate "C", e.entity_id`;
  const bindings = [...name.bindings, ...newest.bindings, ...belief.bindings, ...live.bindings];
  return (await rawResult<CoverageRow>(db, { sql, bindings })).rows;
}
