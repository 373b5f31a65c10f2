// Tickers and people that an import would open, and the known ones that they may have been meant for.
import type { Collection, Db } from '../engine/db.ts';
import type { ImportOf } from './import-rows.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { rowsOf, unnest } from '../published/publish-rows.ts';

/** Of these tickers those that no listing of the store or of the import has. */
export async function unnamedTickers(
  db: Db,
  { importId, collection }: ImportOf,
  tickers: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf<{ ticker: string }>(
    db,
    `select r.ticker from unnest(?::text[]) with ordinality as r(ticker, place)
      where not exists (select 1 from entity e where e.collection = ? and e.ticker_folded = r.ticker and e.to_version = ${OPEN_VERSION})
        and r.ticker not in (select x.body::jsonb ->> 'ticker' from staged x
                              where x.collection = ? and x.kind = 'entity' and x.body::jsonb ->> 'ticker' is not null)
        and r.ticker not in (select x.body::jsonb ->> 'ticker' from import_row x
                              where x.import_id = ? and x.kind = 'entity' and x.body::jsonb ->> 'ticker' is not null)
      order by r.place`,
    [tickers, collection, collection, importId],
  );
  return rows.map(({ ticker }) => ticker);
}

export type LikeListing = { line: number; ticker: string; other: string };

/** Listings that an import opens under another spelling of a listed ticker, or with the name of another listing. */
export async function likeListings(db: Db, { importId, collection }: ImportOf): Promise<LikeListing[]> {
  const bare = (ticker: string): string => `regexp_replace(${ticker}, '[^A-Z0-9]', '', 'g')`;
  const same = (left: string, right: string): string =>
    `select f.line, f.ticker, k.ticker as other from opened f join known k on ${left} = ${right} and k.ticker <> f.ticker`;
  return rowsOf<LikeListing>(
    db,
    `with opened as (
       select i.line, b.body ->> 'ticker' as ticker, lower(b.body ->> 'name') as name
         from import_row i cross join lateral (select i.body::jsonb as body) b
        where i.import_id = ? and i.kind = 'entity' and i.outcome = 'new' and b.body ->> 'entity_id' is null
          and b.body ->> 'ticker' is not null and b.body ->> 'name_from' is null),
     known as (
       select e.ticker_folded as ticker, lower(e.name) as name from entity e
        where e.collection = ? and e.to_version = ${OPEN_VERSION} and e.ticker_folded is not null
       union all
       select b.body ->> 'ticker', lower(b.body ->> 'name') from staged s cross join lateral (select s.body::jsonb as body) b
        where s.collection = ? and s.kind = 'entity' and b.body ->> 'ticker' is not null)
     select line, ticker, min(other) as other
       from (${same(bare('f.ticker'), bare('k.ticker'))} union ${same('f.name', 'k.name')}) l
      where not exists (select 1 from known k where k.ticker = l.ticker)
      group by line, ticker order by line`,
    [importId, collection, collection],
  );
}

export type Person = { id: string; name: string; line: number };

/** Of these people those that the store does not know, and no person record of the import names. */
export async function unnamedPeople(
  db: Db,
  { importId, collection }: ImportOf,
  people: readonly Person[],
): Promise<Set<string>> {
  const rows = await rowsOf<{ id: string }>(
    db,
    `select r.id from unnest(?::text[]) as r(id)
      where not exists (select 1 from person p where p.collection = ? and p.person_id = r.id and p.to_version = ${OPEN_VERSION})
        and not exists (select 1 from belief b where b.collection = ? and b.person_id = r.id)
        and not exists (select 1 from staged s where s.collection = ? and s.kind = 'person' and s.key = r.id)
        and not exists (select 1 from import_row i where i.import_id = ? and i.kind = 'person' and i.key = r.id)`,
    [people.map(({ id }) => id), collection, collection, collection, importId],
  );
  return new Set(rows.map(({ id }) => id));
}

export type LikePerson = Person & { other: string };

/** Letters and digits of a name, without accents and in lower case. */
const plain = (name: string): string =>
  `lower(regexp_replace(normalize(${name}, NFKD), '[[:space:][:punct:]\\u0300-\\u036f]', '', 'g'))`;

/** People with the name, or another spelling of the id, of a person who is known or comes earlier among them. */
export async function likePeople(db: Db, collection: Collection, people: readonly Person[]): Promise<LikePerson[]> {
  const asked = unnest(
    'id text, name text, line integer',
    people.map(({ id, name, line }) => [id, name, line]),
  );
  const same = (left: string, right: string): string =>
    `select f.id, f.name, f.line, k.id as other from opened f join known k on ${left} = ${right} and k.id <> f.id and k.line < f.line`;
  return rowsOf<LikePerson>(
    db,
    `with opened as (select r.id, r.name, r.line, ${plain('r.name')} as plain from ${asked.sql}),
     known as (
       select id, 0 as line, ${plain('name')} as plain from (
         select person_id as id, name from person where collection = ? and to_version = ${OPEN_VERSION}
         union
         select person_id, person_name from revision where collection = ? and revision = 1 and to_version = ${OPEN_VERSION} and person_name is not null
         union
         select s.key, s.body::jsonb ->> 'name' from staged s where s.collection = ? and s.kind = 'person') p
       union all
       select id, line, plain from opened)
     select id, name, line, min(other) as other
       from (${same('f.plain', 'k.plain')} union ${same('lower(f.id)', 'lower(k.id)')}) l
      group by id, name, line order by line`,
    [...asked.bindings, collection, collection, collection],
  );
}
