// Taking an import back out of staging, and its records for judging it again.
import type { Db, Instant, Trx } from '../engine/db.ts';
import { type Fragment, sql } from '../engine/fragment.ts';
import { rowsOf } from '../published/publish-rows.ts';
import type { ImportOf } from './import-rows.ts';
import { stagedColumns } from './staged-imports.ts';

const ROWS = 2_000;

/** Rows that an earlier version staged have no import: it is listed as 0. */
const isOf = ({ importId, collection }: ImportOf): Fragment =>
  sql`s.collection = ${collection} and coalesce(s.import_id, 0) = ${importId}`;

export type DiscardScope = {
  /** True if nothing but statements is staged of it, none of them a review, and nothing was replaced by it. */
  isStatementsAlone: boolean;
  /** Kinds that prices are judged with. */
  hasPriceContext: boolean;
  hasRecords: boolean;
};

export async function discardScope(db: Db, of: ImportOf): Promise<DiscardScope> {
  const [found] = await rowsOf<DiscardScope>(
    db,
    sql`select not exists (select 1 from staged s where ${isOf(of)} and (s.kind <> 'statement' or s.body like '%"review":{%'))
             and not exists (select 1 from staged_replaced s where s.collection = ${of.collection} and s.by_import = ${of.importId})
             as "isStatementsAlone",
           exists (select 1 from staged s where ${isOf(of)} and s.kind in ('session', 'split', 'entity')) as "hasPriceContext",
           exists (select 1 from staged s where ${isOf(of)}) as "hasRecords"`,
  );
  return found ?? { isStatementsAlone: true, hasPriceContext: false, hasRecords: false };
}

export type LaterImport = { importId: number; what: 'replaced' | 'took back' | 'prices' };

/** Imports that replaced or took back what this one had staged, or whose prices continue its series. */
export async function laterOn(db: Db, { importId, collection }: ImportOf): Promise<LaterImport[]> {
  return rowsOf<LaterImport>(
    db,
    sql`select distinct r.by_import as "importId",
           case when exists (select 1 from staged s where s.collection = r.collection and s.kind = r.kind and s.key = r.key
                                                      and s.import_id = r.by_import)
                  or exists (select 1 from staged_replaced s where s.collection = r.collection and s.kind = r.kind
                                                      and s.key = r.key and s.import_id = r.by_import)
                then 'replaced' else 'took back' end as what
      from staged_replaced r where r.collection = ${collection} and coalesce(r.import_id, 0) = ${importId}
    union
    select distinct l.import_id, 'prices' from import_series s
      join import_series l on l.collection = s.collection and l.series_id = s.series_id and l.state = 'staged'
       and l.import_id > s.import_id
     where s.import_id = ${importId} and s.collection = ${collection} and s.state = 'staged'
     order by 1, 2`,
  );
}

/** Imports that took back what is staged of another import: they cannot be judged again. */
export async function takingBack(db: Db, { importId, collection }: ImportOf): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from staged_replaced r
      where r.collection = ${collection} and r.by_import = ${importId}
        and not exists (select 1 from staged s where s.collection = r.collection and s.kind = r.kind and s.key = r.key
                                                 and s.import_id = r.by_import)
        and not exists (select 1 from staged_replaced s where s.collection = r.collection and s.kind = r.kind
                                                 and s.key = r.key and s.import_id = r.by_import) limit 1`,
  );
  return rows.length > 0;
}

export type ImportedRecord = {
  kind: string;
  key: string;
  line: number;
  contentHash: string;
  corrects: string | null;
  observedAt: Instant | null;
  body: string;
};

/** The records of an import as it was loaded, a chunk at a time in the order of their lines. */
export async function* importedRecords(db: Db, of: ImportOf): AsyncGenerator<ImportedRecord[]> {
  const { importId, collection } = of;
  let after = { line: -1, kind: '', key: '' };
  for (;;) {
    const rows: ImportedRecord[] = await rowsOf<ImportedRecord>(
      db,
      sql`with held as (
          select s.kind, s.key, s.line, s.content_hash, s.corrects, s.body, s.import_id from staged s where s.collection = ${collection}
          union all
          select s.kind, s.key, s.line, s.content_hash, s.corrects, s.body, s.import_id from staged_replaced s
           where s.collection = ${collection})
        select distinct on (line, kind, key) * from (
          select h.kind, h.key, coalesce(h.line, 0) as line, h.content_hash as "contentHash", h.body,
                 coalesce((select r.content_hash from staged_replaced r where r.collection = ${collection} and r.kind = h.kind
                              and r.key = h.key and r.by_import = ${importId}), h.corrects) as corrects
            from held h where coalesce(h.import_id, 0) = ${importId}
          union all
          select h.kind, h.key, a.line, h.content_hash, h.body, h.corrects
            from staged_again a join held h on h.kind = a.kind and h.key = a.key and h.content_hash = a.content_hash
           where a.collection = ${collection} and a.import_id = ${importId}) own
         where (line, kind, key) > (${after.line}, ${after.kind}, ${after.key})
         order by line, kind, key limit ${ROWS}`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last;
  }
}

/**
 * Takes the records of an import out of staging. A record that another import has too stays, as of that one; what the
 * import had replaced is staged again. Imports that replaced its records are taken out before it.
 */
export async function unstageImport(trx: Trx, of: ImportOf): Promise<void> {
  const { importId, collection } = of;
  const statements = [
    sql`delete from staged_again s where s.collection = ${collection} and s.import_id = ${importId}`,
    sql`update staged s set import_id = a.import_id, line = a.line
      from (select distinct on (kind, key) kind, key, content_hash, import_id, line from staged_again
             where collection = ${collection} order by kind, key, import_id) a
     where ${isOf(of)} and a.kind = s.kind and a.key = s.key and a.content_hash = s.content_hash`,
    sql`delete from staged_again a using staged s
      where a.collection = ${collection} and s.collection = a.collection and s.kind = a.kind and s.key = a.key
        and s.import_id = a.import_id`,
    sql`delete from staged s where ${isOf(of)}`,
    sql`insert into staged (${stagedColumns}) select ${stagedColumns} from staged_replaced s
      where s.collection = ${collection} and s.by_import = ${importId} on conflict do nothing`,
    sql`delete from staged_replaced s
      where s.collection = ${collection} and (s.by_import = ${importId} or coalesce(s.import_id, 0) = ${importId})`,
    sql`update import_series s set state = 'left'
      where s.collection = ${collection} and s.import_id = ${importId} and s.state = 'staged'`,
  ];
  for (const statement of statements) await rowsOf(trx, statement);
}

/** Removes the rows with which an import was judged again. */
export async function dropJudged(trx: Trx, { importId }: ImportOf): Promise<void> {
  await rowsOf(trx, sql`delete from import_row where import_id = ${importId}`);
}
