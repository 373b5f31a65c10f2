// Tickers, people and beliefs that an import names in records that are new or replace others.
import type { Db } from '../engine/db.ts';
import { sql } from '../engine/fragment.ts';
import { rowsOf } from '../published/publish-rows.ts';
import type { NameSummary } from '../published/release-effects.ts';
import { importSlices, within, type ImportOf, type Slice } from './import-rows.ts';

/** So many are named; the rest is counted. */
const NAMED = 20;

export type NamedByImport = { tickers: NameSummary<string>; people: NameSummary<string>; beliefs: NameSummary<string> };

type NameKind = 'tickers' | 'people' | 'beliefs';

/** A belief is named by the id of its source, a person by name, else by id. */
export async function namedByImport(db: Db, of: ImportOf): Promise<NamedByImport> {
  for await (const slice of importSlices(db, of)) await addNames(db, slice);
  const rows = await rowsOf<{ kind: NameKind; count: number; named: string[] }>(
    db,
    sql`select n.kind, n.count, array(select x.named from import_name x where x.import_id = ${of.importId} and x.kind = n.kind
                                       order by x.named limit ${NAMED}) as named
          from (select kind, count(*)::integer as count from import_name where import_id = ${of.importId} group by kind) n`,
  );
  const summary = (kind: NameKind): NameSummary<string> => {
    const row = rows.find((one) => one.kind === kind);
    return { count: row?.count ?? 0, named: row?.named ?? [] };
  };
  return { tickers: summary('tickers'), people: summary('people'), beliefs: summary('beliefs') };
}

async function addNames(db: Db, slice: Slice): Promise<void> {
  await rowsOf(
    db,
    sql`insert into import_name (import_id, kind, named)
     select distinct i.import_id, v.kind, v.named from import_row i
      cross join lateral (select i.body::jsonb as b offset 0) r
      cross join lateral (values
        ('tickers', coalesce(r.b ->> 'ticker', r.b #>> '{subject,ticker}', r.b #>> '{security,ticker}')),
        ('people', case i.kind when 'statement' then r.b #>> '{person,name}' when 'person' then r.b ->> 'name'
                               when 'belief' then r.b ->> 'person_id' end),
        ('beliefs', r.b ->> 'belief_id')) as v(kind, named)
      where ${within(slice)} and i.outcome in ('new', 'replaced') and v.named is not null
     on conflict do nothing`,
  );
}
