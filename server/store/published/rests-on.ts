// Dependents of research: from a source to its evidence, to its citations, and to the revisions and parts that cite those.
import type { Collection, Db } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { rowsOf } from './publish-rows.ts';
import type { RecordTimes } from '../staged/staging.ts';

/** `open`: what no release has closed. `ever`: what any version holds. */
export type Span = 'open' | 'ever';

/** Where to look, and in which versions. */
export type Within = { collection: Collection; span: Span };

const during = (alias: string, span: Span): string =>
  span === 'open' ? `and ${alias}.to_version = ${OPEN_VERSION}` : '';

export async function evidenceOf(db: Db, { collection, span }: Within, sourceId: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    `select distinct v.evidence_id as id from evidence v
      where v.collection = ? and v.source_id = ? ${during('v', span)} order by id`,
    [collection, sourceId],
  );
  return rows.map(({ id }) => id);
}

export type CitationInto = { citation_id: string; evidence_id: string };

export async function citationsInto(
  db: Db,
  { collection, span }: Within,
  evidenceIds: readonly string[],
): Promise<CitationInto[]> {
  return rowsOf<CitationInto>(
    db,
    `select distinct c.citation_id, c.evidence_id
       from unnest(?::text[]) as g(id) join citation c on c.collection = ? and c.evidence_id = g.id ${during('c', span)}
      order by c.citation_id`,
    [evidenceIds, collection],
  );
}

export type RevisionRef = {
  belief_id: string;
  revision: number;
  origin: 'bundle' | 'statement';
  person_id: string;
  entity_id: string;
};

/**
 * The revisions whose summary, or one of whose statements, one of these citations leads to. Reads every revision: who withdraws can wait, and an index for it would cost every load.
 */
export async function revisionsOn(
  db: Db,
  { collection, span }: Within,
  citationIds: readonly string[],
): Promise<RevisionRef[]> {
  const columns = 'r.belief_id, r.revision, r.person_id, r.entity_id';
  return rowsOf<RevisionRef>(
    db,
    `select distinct t.*, (select min(b.origin) from belief b
                            where b.collection = ? and b.belief_id = t.belief_id) as origin
       from (select ${columns} from unnest(?::text[]) as g(id)
               join revision r on r.collection = ? and r.source_citation_id = g.id ${during('r', span)}
             union all
             select ${columns} from revision r
              where r.collection = ? and r.also_cites && ?::text[] ${during('r', span)}) t
      order by t.belief_id, t.revision`,
    [collection, citationIds, collection, collection, citationIds],
  );
}

export type PartRef = { belief_id: string; kind: string; part_id: string; revision: number; from_version: number };

export type CitingPart = PartRef & RecordTimes & { body: { [name: string]: unknown } };

/** The rows of one claim, condition, target or note: one for each revision that stated it, in each version. */
export async function partsNamed(db: Db, { collection, span }: Within, partId: string): Promise<PartRef[]> {
  return rowsOf<PartRef>(
    db,
    `select p.belief_id, p.kind, p.part_id, p.revision, p.from_version from belief_part p
      where p.collection = ? and p.part_id = ? ${during('p', span)} order by p.revision, p.from_version`,
    [collection, partId],
  );
}

/** A citation id stands in quotes in the text of a body, wherever in it; in what people wrote, quotes are escaped. */
export const citedIn = (alias: string): string =>
  `regexp_matches(${alias}.body::text, '"(cit_[^"\\\\]*)"', 'g') as m(ids)`;

/** The parts that cite at least one of these. */
export async function partsCiting(
  db: Db,
  { collection, span }: Within,
  citationIds: readonly string[],
): Promise<CitingPart[]> {
  if (citationIds.length === 0) return [];
  return rowsOf<CitingPart>(
    db,
    `select p.belief_id, p.kind, p.part_id, p.revision, p.from_version, p.observed_at, p.observed_as, p.body from belief_part p
      where p.collection = ? ${during('p', span)}
        and exists (select 1 from ${citedIn('p')} join unnest(?::text[]) as g(id) on g.id = m.ids[1])
      order by p.belief_id, p.kind, p.part_id, p.revision, p.from_version`,
    [collection, citationIds],
  );
}

/** Everything that a belief cites, in any version, and the evidence of its statements. */
export async function evidenceBehind(db: Db, collection: Collection, beliefId: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    `select distinct c.evidence_id as id from citation c
       join (select unnest(r.source_citation_id || r.also_cites) as id from revision r
              where r.collection = ? and r.belief_id = ?
             union select m.ids[1] from belief_part p cross join lateral ${citedIn('p')}
              where p.collection = ? and p.belief_id = ?) cited on cited.id = c.citation_id
      where c.collection = ?
      order by id`,
    [collection, beliefId, collection, beliefId, collection],
  );
  return rows.map(({ id }) => id);
}

/** Which of these citations any version still mentions. */
export async function stillCited(db: Db, collection: Collection, citationIds: readonly string[]): Promise<Set<string>> {
  const rows = await rowsOf<{ id: string }>(
    db,
    `select g.id from unnest(?::text[]) as g(id) join revision r on r.collection = ? and r.source_citation_id = g.id
      union
     select g.id from revision r cross join unnest(r.also_cites) as g(id)
      where r.collection = ? and r.also_cites && ?::text[] and g.id = any(?::text[])
      union
     select g.id from belief_part p cross join lateral ${citedIn('p')} join unnest(?::text[]) as g(id) on g.id = m.ids[1]
      where p.collection = ?`,
    [citationIds, collection, collection, citationIds, citationIds, citationIds, collection],
  );
  return new Set(rows.map(({ id }) => id));
}
