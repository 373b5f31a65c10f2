// Courses that an import changes: the steps of its beliefs, conditions and intents, and those that are loaded.
import type { Db, Instant } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { derived } from './import-references.ts';
import { type ImportOf, open } from './import-rows.ts';
import { rowsOf } from '../published/publish-rows.ts';

const BELIEFS = 500;
const ofBelief = raw(`(x.body::jsonb ->> 'belief_id') collate "C"`);

/** The beliefs, by their source's ids, whose courses an import changes; some at a time. */
export async function* changedBeliefs(db: Db, { importId }: ImportOf): AsyncGenerator<string[]> {
  let after = '';
  for (;;) {
    const rows = await rowsOf<{ id: string }>(
      db,
      sql`select distinct ${ofBelief} as id from import_row x
        where x.import_id = ${importId} and x.kind in ('revision', 'condition', 'intent') and ${ofBelief} > ${after}
        order by id limit ${BELIEFS}`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ id }) => id);
    after = last.id;
  }
}

/** `line`: of a step that the import has. Of the steps of one number the last one holds. */
type Step = { course: string; revision: number; line: number | null; status: string };

export type BeliefRow = Step & {
  isReleased: boolean;
  observed_at: Instant;
  direction: string;
  validity: string;
  external_state: string;
  /** The last number that the belief was ever released with. */
  given: number;
};

/** Steps count from the end of their day where their hour is not known, even if a release of that day was earlier. */
export async function beliefSteps(db: Db, of: ImportOf, beliefs: readonly string[]): Promise<BeliefRow[]> {
  const { collection } = of;
  const released = sql`select g.id as course, 0 as place, null::integer as line, r.revision, r.status, r.direction, r.validity, r.external_state,
           case when r.observed_as is null then r.observed_at
                else (date_trunc('day', r.observed_as at time zone 'UTC') + interval '23:59:59') at time zone 'UTC' end as observed_at
      from unnest(${beliefs}::text[]) as g(id)
      join revision r on r.collection = ${collection} and r.belief_id = ${derived('belief', 'g.id')} and r.to_version = ${open}`;
  return rowsOf<BeliefRow>(
    db,
    sql`select s.*, s.place = 0 as "isReleased", g.given from (${released}
      union all
      select b ->> 'belief_id', place, line, (b ->> 'revision')::integer, b ->> 'status', b ->> 'direction', b ->> 'validity',
             b ->> 'external_state', observed_at
        from ${loadedSteps(of, beliefs, `'revision'`)} l) s
      cross join lateral (
        select coalesce(max(split_part(q.key, ' ', 2)::integer), 0) as given from record q
         where q.collection = ${collection} and q.kind = 'revision' and q.key > s.course || ' ' and q.key < s.course || '!') g
     order by s.course, s.place, s.revision`,
  );
}

export type PartRow = Step & { kind: string };

export async function partSteps(db: Db, of: ImportOf, beliefs: readonly string[]): Promise<PartRow[]> {
  const course = raw(`case l.kind when 'condition' then ${derived('condition', `b ->> 'condition_id'`).sql}
                                  else ${derived('intent', `b ->> 'observation_id'`).sql} end`);
  return rowsOf<PartRow>(
    db,
    sql`select case p.kind when 'condition' then p.part_id else p.body ->> 'observation_id' end as course, 0 as place, null::integer as line,
           p.revision, p.body ->> 'status' as status, coalesce(p.body ->> 'kind', '') as kind
      from unnest(${beliefs}::text[]) as g(id)
      join belief_part p on p.collection = ${of.collection} and p.belief_id = ${derived('belief', 'g.id')}
       and p.kind in ('condition', 'intent') and p.to_version = ${open}
    union all
    select ${course}, place, line, (b ->> 'revision')::integer, b ->> 'status', coalesce(b ->> 'kind', '')
      from ${loadedSteps(of, beliefs, `'condition', 'intent'`)} l
    order by course, place, revision`,
  );
}

/** Staged steps of these beliefs, and those of the import: one look at an index for each belief. */
function loadedSteps({ importId, collection }: ImportOf, beliefs: readonly string[], kinds: string): Fragment {
  const asked = sql`x.kind in (${raw(kinds)}) and ${ofBelief} = g.id`;
  return sql`(select x.* from unnest(${beliefs}::text[]) as g(id) cross join lateral (
               select x.kind, 1 as place, null::integer as line, x.observed_at, x.body::jsonb as b from staged x
                where x.collection = ${collection} and ${asked}
               union all select x.kind, 2, x.line, x.observed_at, x.body::jsonb from import_row x
                where x.import_id = ${importId} and ${asked} offset 0) x)`;
}
