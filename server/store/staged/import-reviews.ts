// Reviews of an import, and the views that they are of: released steps and reviews, staged reviews, and its own.
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import type { Collection, Db, Instant } from '../engine/db.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { type ImportOf, open } from './import-rows.ts';

const VIEWS = 500;

/** Bodies are canonical JSON; most rows are dismissed before they are parsed. */
const isReview = raw(`x.kind = 'statement' and x.body like '%"review":{%' and (x.body::jsonb -> 'review') is not null`);
const reviewed = raw(`(x.body::jsonb #>> '{review,belief_id}') collate "C"`);

/** Public ids of the views that an import reviews, some at a time. */
export async function* reviewedViews(db: Db, { importId }: ImportOf): AsyncGenerator<string[]> {
  let after = '';
  for (;;) {
    const rows = await rowsOf<{ id: string }>(
      db,
      sql`select distinct ${reviewed} as id from import_row x
        where x.import_id = ${importId} and ${isReview} and ${reviewed} > ${after} order by id limit ${VIEWS}`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ id }) => id);
    after = last.id;
  }
}

export type ReleasedView = {
  belief_id: string;
  origin: 'bundle' | 'statement';
  person_id: string;
  /** Of its newest step that is not a review. */
  record_key: string;
  /** Folded; null for an entity without a ticker. */
  ticker: string | null;
  status: string;
  /** From when that step counts. */
  moved_at: Instant;
};

export async function releasedViews(db: Db, collection: Collection, ids: readonly string[]): Promise<ReleasedView[]> {
  return rowsOf<ReleasedView>(
    db,
    sql`select b.belief_id, b.origin, b.person_id, e.ticker_folded as ticker, s.record_key, s.status, s.observed_at as moved_at
          from belief b
          left join entity e on e.collection = b.collection and e.entity_id = b.entity_id and e.to_version = ${open}
         cross join lateral (
               select r.record_key, r.status, r.observed_at from revision r
                where r.collection = b.collection and r.belief_id = b.belief_id and r.to_version = ${open}
                  and (r.body -> 'review') is null order by r.observed_at desc, r.revision desc limit 1) s
         where b.collection = ${collection} and b.belief_id = any(${[...ids]}::text[]) and b.to_version = ${open}`,
  );
}

export type ReviewStep = {
  belief_id: string;
  /** Null for one that is released or staged. */
  line: number | null;
  record_id: string;
  person_id: string;
  ticker: string;
  observed_at: Instant;
  validity: string;
  external_state: string;
  /** Of an import: a release had it before. */
  isKnown: boolean;
};

/** Reviews of these views: released, staged, and those that an import would stage. */
export async function reviewSteps(db: Db, of: ImportOf, ids: readonly string[]): Promise<ReviewStep[]> {
  const { importId, collection } = of;
  const beliefs = [...ids];
  const loaded = (table: Fragment, line: Fragment): Fragment => sql`
    select ${reviewed} as belief_id, ${line} as line, x.key as record_id, x.body::jsonb #>> '{person,id}' as person_id,
           x.body::jsonb #>> '{security,ticker}' as ticker, x.observed_at, x.body::jsonb #>> '{review,validity}' as validity,
           x.body::jsonb #>> '{review,external_state}' as external_state,
           exists (select 1 from record q where q.collection = ${collection} and q.kind = 'statement' and q.key = x.key) as "isKnown"
      from ${table} x where ${isReview} and ${reviewed} = any(${beliefs}::text[])`;
  const isReplaced = sql`exists (
    select 1 from import_row i where i.import_id = ${importId} and i.kind = x.kind and i.key = x.key)`;
  return rowsOf<ReviewStep>(
    db,
    sql`select r.belief_id, null::integer as line, r.record_key as record_id, r.person_id, '' as ticker, r.observed_at,
               r.validity, r.external_state, true as "isKnown"
          from revision r
         where r.collection = ${collection} and r.belief_id = any(${beliefs}::text[]) and r.to_version = ${open}
           and (r.body -> 'review') is not null
        union all ${loaded(raw('staged'), raw('null::integer'))} and x.collection = ${collection} and not ${isReplaced}
        union all ${loaded(raw('import_row'), raw('x.line'))} and x.import_id = ${importId} and x.outcome in ('new', 'replaced', 'waiting')
         order by belief_id, observed_at, record_id`,
  );
}
