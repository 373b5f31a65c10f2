// Effects of one version on beliefs: by ticker, by person, and in all.
import type { Db } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { rowsOf, type Release } from './publish-rows.ts';
import { changedBeliefs, type Moves, moveCounts } from './version-moves.ts';

export type { Moves };

const changed = ({ collection, version }: Release): Fragment =>
  changedBeliefs({ collection, from: version, to: version });

export type NameSummary<Name> = { count: number; named: Name[] };

export type TickerEffect = Moves & { ticker: string | null; entity_id: string };
export type PersonEffect = Moves & { person_id: string; name: string | null };

function withoutCount<Row extends { of: number }>(row: Row): Omit<Row, 'of'> {
  const copy: Partial<Row> = { ...row };
  delete copy.of;
  return copy as Omit<Row, 'of'>;
}

async function bounded<Row extends { of: number }>(db: Db, statement: Fragment): Promise<NameSummary<Omit<Row, 'of'>>> {
  const rows = await rowsOf<Row>(db, statement);
  return { count: rows[0]?.of ?? 0, named: rows.map(withoutCount) };
}

/** The newest state of a named row at a version: what is closed by it still has its name. */
const newest = (table: string, key: string, value: string): Fragment =>
  raw(`(select x.${value} from ${table} x where x.collection = g.collection and x.${key} = g.${key}
         order by x.from_version desc limit 1)`);

export async function effectsByTicker(db: Db, release: Release, limit: number): Promise<NameSummary<TickerEffect>> {
  return bounded<TickerEffect & { of: number }>(
    db,
    sql`select ${newest('entity', 'entity_id', 'ticker')} as ticker, g.* from (
          select ${release.collection}::text as collection, c.entity_id, ${moveCounts}, count(*) over ()::integer as of
            from ${changed(release)} c group by c.entity_id) g
         order by g.opened + g.reversed + g.closed + g.withdrawn desc, g.revised + g.rewritten + g.unmoved desc, 1 limit ${limit}`,
  );
}

export async function effectsByPerson(db: Db, release: Release, limit: number): Promise<NameSummary<PersonEffect>> {
  return bounded<PersonEffect & { of: number }>(
    db,
    sql`select coalesce(${newest('person', 'person_id', 'name')},
              (select x.person_name from revision x where x.collection = g.collection and x.person_id = g.person_id
                  and x.person_name is not null order by x.observed_at desc, x.record_key desc, x.from_version desc limit 1)) as name, g.* from (
          select ${release.collection}::text as collection, c.person_id, ${moveCounts}, count(*) over ()::integer as of
            from ${changed(release)} c group by c.person_id) g
         order by g.opened + g.reversed + g.closed + g.withdrawn desc, g.revised + g.rewritten + g.unmoved desc, g.person_id limit ${limit}`,
  );
}

export type ImportEffect = Moves & { import_id: number };

const imported = ({ collection }: Release, kind: string): Fragment =>
  sql`(select x.import_id from staged x where x.collection = ${collection} and x.kind = ${kind} and x.key = c.record_key limit 1)`;

/** Only within the transaction of a release, before staging is emptied: the statements of each import, by what they did. */
export async function effectsByImport(db: Db, release: Release): Promise<ImportEffect[]> {
  return rowsOf<ImportEffect>(
    db,
    sql`select coalesce(s.import_id, 0) as import_id, ${moveCounts} from ${changed(release)} c
          join lateral (${imported(release, 'statement')} union all ${imported(release, 'revision')}) s on true
         group by 1 order by 1`,
  );
}

export async function effectsInAll(db: Db, release: Release): Promise<Moves & { beliefs: NameSummary<string> }> {
  const [all] = await rowsOf<Moves & { count: number; named: string[] | null }>(
    db,
    sql`select ${moveCounts}, count(distinct c.belief_id)::integer as count,
          (array_agg(distinct c.belief_id))[1:20] as named from ${changed(release)} c`,
  );
  const { count = 0, named = null, ...rest } = all ?? ({} as Moves & { count: number; named: null });
  return { ...rest, beliefs: { count, named: named ?? [] } };
}

/** Listings whose ticker or name this version changed: both of them before and after. */
export type RenamedListing = {
  ticker: string | null;
  ticker_before: string | null;
  name: string | null;
  name_before: string | null;
};

export async function renamedListings(
  db: Db,
  { collection, version }: Release,
  limit: number,
): Promise<NameSummary<RenamedListing>> {
  return bounded<RenamedListing & { of: number }>(
    db,
    sql`select e.ticker, b.ticker as ticker_before, e.name, b.name as name_before, count(*) over ()::integer as of
          from entity e join entity b on b.collection = e.collection and b.entity_id = e.entity_id and b.to_version = ${version}
         where e.collection = ${collection} and e.from_version = ${version}
           and (e.ticker is distinct from b.ticker or e.name is distinct from b.name)
         order by b.ticker limit ${limit}`,
  );
}

export type RenamedPerson = { person_id: string; name: string; name_before: string };

export async function renamedPeople(
  db: Db,
  { collection, version }: Release,
  limit: number,
): Promise<NameSummary<RenamedPerson>> {
  return bounded<RenamedPerson & { of: number }>(
    db,
    sql`select e.person_id, e.name, b.name as name_before, count(*) over ()::integer as of
          from person e join person b on b.collection = e.collection and b.person_id = e.person_id and b.to_version = ${version}
         where e.collection = ${collection} and e.from_version = ${version} and e.name <> b.name
         order by e.person_id limit ${limit}`,
  );
}

/** Citations that this version corrected or closed, by themselves or by their evidence. */
const corrected = ({ collection, version }: Release): Fragment => sql`
  select g.citation_id from citation g where g.collection = ${collection} and g.to_version = ${version}
  union select c.citation_id from evidence g join citation c on c.collection = g.collection and c.evidence_id = g.evidence_id
   where g.collection = ${collection} and g.to_version = ${version}`;

/** Every ticker whose brief this version may change by its own records, its name, its people or its prices. */
export async function touchedTickers(db: Db, release: Release, priced: readonly string[]): Promise<string[]> {
  const { collection, version } = release;
  const touched = raw('g.from_version');
  const rows = await rowsOf<{ ticker: string }>(
    db,
    sql`select distinct x.ticker_folded as ticker from (
          select c.entity_id from ${changed(release)} c
          union select g.entity_id from entity g where g.collection = ${collection} and ${touched} = ${version}
          union select g.entity_id from split g where g.collection = ${collection} and ${version} in (g.from_version, g.to_version)
          union select g.entity_id from industry g where g.collection = ${collection} and ${version} in (g.from_version, g.to_version)
          union select b.entity_id from person g join belief b on b.collection = g.collection and b.person_id = g.person_id
                 where g.collection = ${collection} and ${touched} = ${version}
          union select r.entity_id from revision r
                 where r.collection = ${collection} and r.source_citation_id in (${corrected(release)})
          union select r.entity_id from revision r
                 where r.collection = ${collection} and r.also_cites && array(${corrected(release)})) t
        join entity x on x.collection = ${collection} and x.entity_id = t.entity_id
         and x.to_version = ${raw(String(OPEN_VERSION))} and x.ticker_folded is not null
        union select t from unnest(${priced}::text[]) as t
        order by 1`,
  );
  return rows.map(({ ticker }) => ticker);
}
