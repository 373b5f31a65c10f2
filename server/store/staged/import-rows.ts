// The records of a running import: added chunk by chunk, compared with what is staged and released, and staged or dropped.
import type { Collection, Db, Instant, Trx } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { rowsOf, run, unnest } from '../published/publish-rows.ts';
import { hasRowsIn, hasStaged, keepReplaced, noteAgain } from './staged-imports.ts';
import type { KnownHashes } from './staging.ts';

/** The version that no release has closed yet. */
export const open = raw(String(OPEN_VERSION));

export type ImportRow = {
  kind: string;
  key: string;
  line: number;
  orderKey: string;
  contentHash: string;
  corrects: string | null;
  observedAt: Instant | null;
  observedAs: Instant | null;
  body: string;
  /** The references of the record, as JSON; null for none. */
  refs: string | null;
};

/**
 * new and replaced are staged; waiting is staged already, same is released already; unstage takes back what is staged,
 * because what is released is meant again.
 */
export type Outcome = 'new' | 'replaced' | 'waiting' | 'same' | 'unstage';

/** An import within a collection. */
export type ImportOf = { importId: number; collection: Collection };

export type RepeatedRow = { line: number; kind: string; isSame: boolean };

/** Adds a chunk; of rows with one key the first stays, and the others are returned. */
export async function addImportRows(db: Db, importId: number, rows: readonly ImportRow[]): Promise<RepeatedRow[]> {
  const asked = unnest(
    `kind text, key text, line integer, order_key text, content_hash text, corrects text,
       observed_at timestamptz, observed_as timestamptz, body text, refs text`,
    rows.map((r) => [
      r.kind,
      r.key,
      r.line,
      r.orderKey,
      r.contentHash,
      r.corrects,
      r.observedAt,
      r.observedAs,
      r.body,
      r.refs,
    ]),
  );
  const added = await run(
    db,
    `insert into import_row (import_id, kind, key, line, order_key, content_hash, corrects, observed_at, observed_as, body, refs)
     select ?::bigint, r.kind, r.key, r.line, r.order_key, r.content_hash, r.corrects, r.observed_at, r.observed_as, r.body, r.refs::jsonb from ${asked.sql} on conflict do nothing`,
    [importId, ...asked.bindings],
  );
  return added === rows.length ? [] : repeatedRows(db, importId, rows);
}

async function repeatedRows(db: Db, importId: number, rows: readonly ImportRow[]): Promise<RepeatedRow[]> {
  const asked = unnest(
    'kind text, key text, line integer, content_hash text',
    rows.map((r) => [r.kind, r.key, r.line, r.contentHash]),
  );
  return rowsOf<RepeatedRow>(
    db,
    `select r.line, r.kind, i.content_hash = r.content_hash as "isSame"
       from ${asked.sql} join import_row i on i.import_id = ? and i.kind = r.kind and i.key = r.key
      where i.line <> r.line order by r.line`,
    [...asked.bindings, importId],
  );
}

/** The lines of an import after one and up to another: so few that readers of the embedded engine hardly wait for a step. */
export type Slice = ImportOf & { after: number; upTo: number };

const SLICE_LINES = 1_000;

/** The rows `i` of a slice. */
export const within = ({ importId, after, upTo }: Slice): Fragment =>
  sql`i.import_id = ${importId} and i.line > ${after} and i.line <= ${upTo}`;

export async function* importSlices(
  db: Db,
  { importId, collection }: ImportOf,
  lines = SLICE_LINES,
): AsyncGenerator<Slice> {
  const [last] = await rowsOf<{ line: number | null }>(
    db,
    sql`select max(line) as line from import_row where import_id = ${importId}`,
  );
  for (let after = 0; after < (last?.line ?? 0); after += lines)
    yield { importId, collection, after, upTo: after + lines };
}

export type HeldRow = KnownHashes &
  Pick<ImportRow, 'kind' | 'key' | 'line' | 'contentHash' | 'corrects'> & {
    /** Of a row that would change a record without correcting it. */
    body: string | null;
  };

/**
 * The rows whose key the store holds, and those that correct something. One index lookup for each key, because the planner
 * has no statistics of tables that grow from nothing.
 */
export async function heldRows(db: Db, slice: Slice): Promise<HeldRow[]> {
  const { collection } = slice;
  return rowsOf<HeldRow>(
    db,
    sql`select i.kind, i.key, i.line, i.content_hash as "contentHash", i.corrects,
            p.content_hash as released, s.content_hash as staged, s.corrects as "stagedCorrects",
            case when i.corrects is null and i.content_hash <> coalesce(s.content_hash, p.content_hash) then i.body end as body,
            exists (select 1 from record q
                     where q.collection = p.collection and q.kind = i.kind and q.key = i.key
                       and q.content_hash = i.content_hash and q.to_version < ${open}) as "replacedBefore"
       from import_row i
       left join lateral (select * from record x
                            where x.collection = ${collection} and x.kind = i.kind and x.key = i.key and x.to_version = ${open} limit 1) p on true
       left join lateral (select * from staged x
                            where x.collection = ${collection} and x.kind = i.kind and x.key = i.key limit 1) s on true
      where ${within(slice)} and (p.key is not null or s.key is not null or i.corrects is not null)
      order by i.line`,
  );
}

export type Place = { kind: string; key: string };

export type DecidedRow = Place & { outcome: Outcome; corrects: string | null };

export async function setOutcomes(db: Db, importId: number, decided: readonly DecidedRow[]): Promise<void> {
  if (decided.length === 0) return;
  const rows = unnest(
    'kind text, key text, outcome text, corrects text',
    decided.map((r) => [r.kind, r.key, r.outcome, r.corrects]),
  );
  await run(
    db,
    `update import_row i set outcome = r.outcome, corrects = r.corrects from ${rows.sql}
      where i.import_id = ? and i.kind = r.kind and i.key = r.key`,
    [...rows.bindings, importId],
  );
}

export async function setBodies(
  db: Db,
  importId: number,
  changed: readonly Pick<ImportRow, 'kind' | 'key' | 'contentHash' | 'body'>[],
): Promise<void> {
  if (changed.length === 0) return;
  const rows = unnest(
    'kind text, key text, content_hash text, body text',
    changed.map((r) => [r.kind, r.key, r.contentHash, r.body]),
  );
  await run(
    db,
    `update import_row i set content_hash = r.content_hash, body = r.body from ${rows.sql}
      where i.import_id = ? and i.kind = r.kind and i.key = r.key`,
    [...rows.bindings, importId],
  );
}

export type BodyRow = Pick<ImportRow, 'kind' | 'key' | 'line' | 'contentHash' | 'corrects' | 'body'> & {
  outcome: Outcome;
};

/** The rows that say tickers, splits and sessions, and the statements that take the place of others. */
export async function bodyRows(db: Db, slice: Slice): Promise<BodyRow[]> {
  return rowsOf<BodyRow>(
    db,
    sql`select i.kind, i.key, i.line, i.content_hash as "contentHash", i.corrects, i.body, i.outcome from import_row i
      where ${within(slice)} and (i.kind in ('entity', 'industry', 'split', 'session', 'belief')
                                 or (i.kind = 'statement' and i.outcome = 'replaced')) order by i.line`,
  );
}

/** The rows of a kind whose id another kind has: in the store, or on an earlier line. */
export async function takenIds(
  db: Db,
  slice: Slice,
  { kind, namesakes }: { kind: string; namesakes: readonly string[] },
): Promise<{ line: number; kind: string }[]> {
  const { collection, importId } = slice;
  return rowsOf<{ line: number; kind: string }>(
    db,
    sql`select i.line, n.kind from import_row i cross join unnest(${namesakes}::text[]) as n(kind)
      where ${within(slice)} and i.kind = ${kind} and (
            exists (select 1 from import_row x where x.import_id = ${importId} and x.kind = n.kind and x.key = i.key and x.line < i.line)
         or exists (select 1 from record x where x.collection = ${collection} and x.kind = n.kind and x.key = i.key and x.to_version = ${open})
         or exists (select 1 from staged x where x.collection = ${collection} and x.kind = n.kind and x.key = i.key))
      order by i.line`,
  );
}

/** Stages what is new of a slice and takes back what is meant no more. Run again, it changes nothing. */
export async function stageSlice(trx: Trx, slice: Slice, origin: string): Promise<void> {
  const { collection } = slice;
  await keepReplaced(
    trx,
    collection,
    sql`select i.kind, i.key, i.import_id as by_import from import_row i
    where ${within(slice)} and i.outcome in ('replaced', 'unstage')`,
  );
  await noteAgain(trx, slice);
  await rowsOf(
    trx,
    sql`insert into staged (collection, kind, key, order_key, content_hash, corrects, observed_at, observed_as, body, origin, import_id, line)
     select ${collection}, i.kind, i.key, i.order_key, i.content_hash, i.corrects, i.observed_at, i.observed_as, i.body, ${origin},
            i.import_id, i.line
       from import_row i where ${within(slice)} and i.outcome in ('new', 'replaced')
     on conflict (collection, kind, key) do update
        set order_key = excluded.order_key, content_hash = excluded.content_hash, corrects = excluded.corrects,
            observed_at = excluded.observed_at, observed_as = excluded.observed_as, body = excluded.body, origin = excluded.origin,
            import_id = excluded.import_id, line = excluded.line`,
  );
  await rowsOf(
    trx,
    sql`delete from staged s using import_row i
      where ${within(slice)} and i.outcome = 'unstage' and s.collection = ${collection} and s.kind = i.kind and s.key = i.key`,
  );
}

/** Removes the rows of imports that ended or died. One that waits for its release without rows costs no query. */
export async function sweepImportRows(db: Db): Promise<void> {
  const ended = await rowsOf<ImportOf>(
    db,
    sql`select i.import_id as "importId", i.collection from import i
      where i.kind = 'records' and i.alive_until < clock_timestamp() and (
            ${hasRowsIn('import_row')} or ${hasRowsIn('import_name')} or not ${hasStaged})`,
  );
  for (const one of ended) {
    for await (const slice of importSlices(db, one, 2 * SLICE_LINES))
      await rowsOf(db, sql`delete from import_row i where ${within(slice)}`);
    await sweepNames(db, one.importId);
    await rowsOf(db, sql`delete from import i where i.import_id = ${one.importId} and not ${hasStaged}`);
  }
}

/** Each step goes on behind the last one: a search from the start would read all rows that were deleted before. */
async function sweepNames(db: Db, importId: number): Promise<void> {
  for (let after: ImportName | undefined = { kind: '', named: '' }; after !== undefined;)
    [after] = await rowsOf<ImportName>(
      db,
      sql`with step as materialized (
            select kind, named from import_name where import_id = ${importId} and (kind, named) > (${after.kind}::text, ${after.named}::text)
             order by kind, named limit ${SLICE_LINES}),
          gone as (delete from import_name n using step s
                    where n.import_id = ${importId} and n.kind = s.kind and n.named = s.named)
          select kind, named from step order by kind desc, named desc limit 1`,
    );
}

type ImportName = { kind: string; named: string };
