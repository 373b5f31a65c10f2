// Columns of research rows as they are answered: instants as loaded, words and citations of a step, bodies.
import type { Cutoff } from '../engine/db.ts';
import { eligible } from './eligible.ts';
import { type Fragment, sql } from '../engine/fragment.ts';

/** The instant of a row as loaded. */
export function asLoaded(alias: string): Fragment {
  return { sql: `coalesce(${alias}.observed_as, ${alias}.observed_at)`, bindings: [] };
}

export type IdentifierColumns = { cik: string | null; figi: string | null; isin: string | null };

/** A CIK has ten digits; earlier loads kept it without its leading zeros. */
export function identifiersOf(alias: string): Fragment {
  return { sql: `lpad(${alias}.cik, 10, '0') as cik, ${alias}.figi, ${alias}.isin`, bindings: [] };
}

/** The content of a revision beyond its columns, without the statements behind its course. */
export function bodyOf(alias: string): Fragment {
  return { sql: `${alias}.body - 'statements'`, bindings: [] };
}

/** The words of a step are its own where it has them; else they are the summary. */
export const ownCitation: Fragment = {
  sql: 'coalesce(r.said_citation_id, r.source_citation_id)',
  bindings: [],
};

/** Every citation of the revision `r`: its own first, then the others by id. */
export const citationsOfStep: Fragment = {
  sql: `case when r.also_cites is null then to_jsonb(array[r.source_citation_id])
             else to_jsonb(array[${ownCitation.sql}]) || coalesce((
               select jsonb_agg(c.id order by c.id collate "C")
                 from (select unnest(r.also_cites) union select r.source_citation_id where r.said_citation_id is null) c(id)
                where c.id <> ${ownCitation.sql}), '[]') end`,
  bindings: [],
};

/** Newest observation of an entity, as loaded. A day counts from its end, so only the newest date has to be searched. */
export function newestObservation(entityId: string, cutoff: Cutoff): Fragment {
  const entity: Fragment = { sql: entityId, bindings: [] };
  return sql`(select max(${asLoaded('r')}) from revision r
    where r.entity_id = ${entity} and ${eligible('r', cutoff)} and r.observed_at >= (
      select date_trunc('day', max(n.observed_at), 'UTC') from revision n
       where n.entity_id = ${entity} and ${eligible('n', cutoff)}))`;
}
