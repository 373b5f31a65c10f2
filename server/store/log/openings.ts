// Openings of the rows that a document shows: the row, its salt, and its place in the log.
import type { LogRow } from '../../log/rows.ts';
import type { Db, Instant } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { type LoggedRow, type RowAct, logRowOf, rowsOfKind } from './logged-rows.ts';

export type LogOpening = { index: number; salt: Buffer; row: LogRow };

/** Rows that a document shows. */
export type ShownRows = {
  /** Every text of the document that can be an id. */
  readonly ids: readonly string[];
  /** True if the document has this text, whole or cut to its beginning. */
  readonly hasText: (text: string) => boolean;
  /** Rows that a page of changes says were closed. */
  readonly closed: readonly ClosedRow[];
};

/** The kind of a row in the log, its id, its number if it is a revision, and the release that closed it. */
export type ClosedRow = {
  readonly kind: string;
  readonly id: string;
  readonly revision: number | null;
  readonly release: number;
};

type LogCutoff = { release: number; asOf: Instant };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** In the order of the log. */
export async function readOpenings(db: Db, { release, asOf }: LogCutoff, shown: ShownRows): Promise<LogOpening[]> {
  const { ids } = shown;
  const inForce = sql`t.from_version <= ${release} and t.to_version > ${release}`;
  const observed = sql`${inForce} and t.observed_at <= ${asOf}`;
  const entities = ids.filter((id) => uuid.test(id));
  const questions: readonly [kind: string, where: Fragment][] = [
    ['source', sql`${inForce} and t.source_id = any(${ids}::text[])`],
    ['person', sql`${inForce} and t.person_id = any(${ids}::text[])`],
    ['entity', sql`${inForce} and t.entity_id = any(${entities}::uuid[])`],
    ['evidence', sql`${observed} and t.evidence_id = any(${ids}::text[])`],
    ['citation', sql`${observed} and t.citation_id = any(${ids}::text[])`],
    ['belief', sql`${observed} and t.belief_id = any(${ids}::text[])`],
    ['revision', sql`${observed} and t.belief_id = any(${ids}::text[])`],
    ['part', sql`${observed} and t.belief_id = any(${ids}::text[])`],
  ];
  const openings: LogOpening[] = [];
  for (const [kind, where] of questions) {
    for (const { leaf_index: index, salt, ...row } of await leavesOf(db, { kind, act: 'opened' }, where)) {
      if (isShown(kind, row as LoggedRow, shown))
        openings.push({ index, salt, row: logRowOf(kind, 'opened', row as LoggedRow) });
    }
  }
  openings.push(...(await readClosings(db, release, shown.closed)));
  return openings.toSorted((one, other) => one.index - other.index);
}

const namedBy: Readonly<Record<string, string>> = {
  revision: 't.belief_id, t.revision',
  part: 't.part_id, 0',
  evidence: 't.evidence_id, 0',
};

/** Of a row that ended, an opening has nothing but what names it. */
async function readClosings(db: Db, release: number, closed: ShownRows['closed']): Promise<LogOpening[]> {
  const openings: LogOpening[] = [];
  for (const [kind, names] of Object.entries(namedBy)) {
    const ended = closed.filter((row) => row.kind === kind && row.release <= release);
    if (ended.length === 0) continue;
    const [ids, releases] = [ended.map((row) => row.id), ended.map((row) => row.release)];
    const revisions = ended.map((row) => row.revision ?? 0);
    const where = sql`(${raw(names)}, t.to_version) in
      (select * from unnest(${ids}::text[], ${revisions}::integer[], ${releases}::integer[]))`;
    for (const { leaf_index: index, salt, ...row } of await leavesOf(db, { kind, act: 'closed' }, where))
      openings.push({ index, salt, row: logRowOf(kind, 'closed', row as LoggedRow) });
  }
  return openings;
}

type LeafRow = LoggedRow & { leaf_index: number; salt: Buffer };

function leavesOf(db: Db, { kind, act }: { kind: string; act: RowAct }, where: Fragment): Promise<LeafRow[]> {
  return rowsOf<LeafRow>(
    db,
    sql`select r.*, l.leaf_index, l.salt from (${rowsOfKind(kind, act, where)}) r
          join log_leaf l on l.kind = ${kind} and l.act = ${act} and l.row_key = r.row_key and l.release = r.release`,
  );
}

/** A belief has more rows than a short document shows: one that is not shown stays closed to its reader. */
function isShown(kind: string, row: LoggedRow, { ids, hasText }: ShownRows): boolean {
  if (kind === 'revision') return isText(row['summary'], hasText) || isText(row['said'], hasText);
  if (kind !== 'part') return true;
  return ids.includes(String(row['part_id'])) || wordsOf(row['body']).some(hasText);
}

const isText = (value: unknown, hasText: ShownRows['hasText']): boolean => typeof value === 'string' && hasText(value);

/** The words of a condition, note, intent or investment case. */
function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    (name === 'statement' || name === 'text' || name === 'observation_id') && typeof one === 'string'
      ? [one]
      : wordsOf(one),
  );
}
