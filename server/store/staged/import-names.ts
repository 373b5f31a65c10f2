// Tickers, people and beliefs that an import names in records that are new or replace others.
import type { Db } from '../engine/db.ts';
import { sql } from '../engine/fragment.ts';
import { rowsOf } from '../published/publish-rows.ts';
import type { NameList } from '../published/release-effects.ts';
import type { ImportOf } from './import-rows.ts';

/** So many are named; the rest is counted. */
const NAMED = 20;

export type NamedByImport = { tickers: NameList<string>; people: NameList<string>; beliefs: NameList<string> };

type NameKind = 'tickers' | 'people' | 'beliefs';

/** Reads the rows of the import once. A belief is named by the id of its source, a person by name, else by id. */
export async function namedByImport(db: Db, { importId }: ImportOf): Promise<NamedByImport> {
  const rows = await rowsOf<{ what: NameKind; count: number; named: string[] }>(
    db,
    sql`select n.what, count(*)::integer as count, (array_agg(n.name order by n.name))[1:${NAMED}] as named from (
          select distinct v.what, v.name collate "C" as name from import_row i
           cross join lateral (select i.body::jsonb as b offset 0) r
           cross join lateral (values
             ('tickers', coalesce(r.b ->> 'ticker', r.b #>> '{subject,ticker}', r.b #>> '{security,ticker}')),
             ('people', case i.kind when 'statement' then r.b #>> '{person,name}' when 'person' then r.b ->> 'name'
                                    when 'belief' then r.b ->> 'person_id' end),
             ('beliefs', r.b ->> 'belief_id')) as v(what, name)
           where i.import_id = ${importId} and i.outcome in ('new', 'replaced') and v.name is not null) n
         group by n.what`,
  );
  const of = (what: NameKind): NameList<string> => {
    const row = rows.find((one) => one.what === what);
    return { count: row?.count ?? 0, named: row?.named ?? [] };
  };
  return { tickers: of('tickers'), people: of('people'), beliefs: of('beliefs') };
}
