// Sources at a cutoff: their directory, the evidence of each, and captured evidence whole.
import type { Cutoff, Db, Instant } from '../engine/db.ts';
import { rawResult } from '../engine/raw-result.ts';
import { eligible, inVersion } from './eligible.ts';
import { type Fragment, all, sql } from '../engine/fragment.ts';
import { type ObservedRange, asLoaded, observedWithin } from './read-columns.ts';
import type { EvidenceItemRow, SourceKind } from './read-citations.ts';

export type SourceRow = {
  source_id: string;
  kind: SourceKind;
  name: string;
  url: string | null;
};

/** The count of a source's evidence, and its newest observation. */
export type EvidenceTally = { evidence_count: number; latest_observation_at: Instant };

export type EvidenceRow = EvidenceItemRow & { source_id: string; capture: string; removed_characters: number };

/** Sources with evidence that was observed within the range. */
export type SourceListQuestion = ObservedRange & { kind?: SourceKind | undefined; after: string | null; limit: number };

/** A source is known from its first evidence on: before that, nothing comes from it. */
function sources(
  cutoff: Cutoff,
  conditions: Fragment,
  { limit, ...range }: ObservedRange & { limit: number },
): Fragment {
  return sql`
    select s.source_id, s.kind, s.name, s.url from source s
     where ${inVersion('s', cutoff)} and ${conditions}
       and exists (
         select 1 from evidence v
          where v.source_id = s.source_id and ${all(eligible('v', cutoff), observedWithin('v', range))})
     order by s.name collate "C", s.source_id limit ${limit}`;
}

/** Sources by name (in code point order, the same on every engine), then source_id. `after` is the last one of a page. */
export async function listSources(db: Db, cutoff: Cutoff, question: SourceListQuestion): Promise<SourceRow[]> {
  const { kind, after, ...rest } = question;
  const conditions = all(
    kind === undefined ? null : sql`s.kind = ${kind}`,
    after === null
      ? null
      : sql`(s.name collate "C", s.source_id) > (
          select a.name collate "C", a.source_id from source a where a.source_id = ${after} and ${inVersion('a', cutoff)})`,
  );
  return rowsOf<SourceRow>(db, sources(cutoff, conditions, rest));
}

export async function findSource(db: Db, cutoff: Cutoff, sourceId: string): Promise<SourceRow | null> {
  const [found] = await rowsOf<SourceRow>(db, sources(cutoff, sql`s.source_id = ${sourceId}`, { limit: 1 }));
  return found ?? null;
}

/** Counts the evidence of these sources: the one read here whose cost grows with the evidence. */
export async function evidenceTallies(
  db: Db,
  cutoff: Cutoff,
  sourceIds: readonly string[],
): Promise<Map<string, EvidenceTally>> {
  const rows = await rowsOf<EvidenceTally & { source_id: string }>(
    db,
    sql`select v.source_id, count(*)::integer as evidence_count, max(v.observed_at) as latest_observation_at
          from evidence v where v.source_id = any(${[...sourceIds]}::text[]) and ${eligible('v', cutoff)}
         group by v.source_id`,
  );
  return new Map(rows.map(({ source_id, ...tally }) => [source_id, tally]));
}

const itemColumns: Fragment = {
  sql: `v.evidence_id, v.url, v.title, v.author_name, v.published_at, v.published_on,
        ${asLoaded('v').sql} as observed_at, v.content_hash,
        v.verification`,
  bindings: [],
};

/** A piece of evidence in a list, with the instant by which it has its place. */
export type ListedEvidence = EvidenceItemRow & { counts_from: Instant };

/** The piece of evidence after which a page begins. */
export type EvidencePosition = { countsFrom: Instant; evidenceId: string };

export type EvidenceQuestion = ObservedRange & { sourceId: string; after: EvidencePosition | null; limit: number };

/** The evidence of a source, the newest first, then by evidence_id. */
export function evidenceQuery(cutoff: Cutoff, { sourceId, after, limit, ...range }: EvidenceQuestion): Fragment {
  const part = (place: Fragment | null): Fragment => sql`(
    select ${itemColumns}, v.observed_at as counts_from from evidence v
     where v.source_id = ${sourceId} and ${all(eligible('v', cutoff), observedWithin('v', range), place)}
     order by v.observed_at desc, v.evidence_id limit ${limit})`;
  if (after === null) return part(null);
  const { countsFrom, evidenceId } = after;
  // As in lists of beliefs: the rest of the instant, then what is older, because a whole dataset may share one instant.
  return sql`
    select * from (${part(sql`v.observed_at = ${countsFrom} and v.evidence_id > ${evidenceId}`)}
      union all ${part(sql`v.observed_at < ${countsFrom}`)}) e
     order by e.counts_from desc, e.evidence_id limit ${limit}`;
}

export function listEvidence(db: Db, cutoff: Cutoff, question: EvidenceQuestion): Promise<ListedEvidence[]> {
  return rowsOf<ListedEvidence>(db, evidenceQuery(cutoff, question));
}

export async function findEvidence(db: Db, cutoff: Cutoff, evidenceId: string): Promise<EvidenceRow | null> {
  const [found] = await rowsOf<EvidenceRow>(
    db,
    sql`select ${itemColumns}, v.source_id, v.capture, v.removed_characters from evidence v
         where v.evidence_id = ${evidenceId} and ${eligible('v', cutoff)}`,
  );
  return found ?? null;
}

/** The citations that point into a piece of evidence, by id. */
export async function citationsInto(db: Db, cutoff: Cutoff, evidenceId: string): Promise<string[]> {
  const rows = await rowsOf<{ citation_id: string }>(
    db,
    sql`select c.citation_id from citation c where c.evidence_id = ${evidenceId} and ${eligible('c', cutoff)}
         order by c.citation_id`,
  );
  return rows.map((row) => row.citation_id);
}

const withdrawable = { source: 'source_id', evidence: 'evidence_id' } as const;

/** The reason of this record's withdrawal by the cutoff, or null: it is unknown or only corrected. */
export async function withdrawalOf(
  db: Db,
  cutoff: Cutoff,
  record: { table: keyof typeof withdrawable; id: string },
): Promise<string | null> {
  const table: Fragment = { sql: record.table, bindings: [] };
  const key: Fragment = { sql: withdrawable[record.table], bindings: [] };
  const [closed] = await rowsOf<{ reason: string | null }>(
    db,
    sql`select w.withdrawn_reason as reason from ${table} w
         where w.collection = ${cutoff.collection} and w.${key} = ${record.id} and w.to_version <= ${cutoff.version}
         order by w.to_version desc limit 1`,
  );
  return closed?.reason ?? null;
}

async function rowsOf<Row>(db: Db, query: Fragment): Promise<Row[]> {
  return (await rawResult<Row>(db, query)).rows;
}
