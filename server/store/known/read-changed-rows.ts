// Rows of subjects that two cutoffs see differently: revisions, parts, and what was withdrawn between them.
import type { Cutoff, Instant } from '../engine/db.ts';
import { type Fragment, all, sql } from '../engine/fragment.ts';
import { type Query, read } from '../engine/read.ts';
import { eligible } from './eligible.ts';
import type { BeliefStatus, Direction, ExternalState, MarkerKind, Validity } from './read-beliefs.ts';
import { citedInBodies } from './read-citations.ts';
import { asLoaded, citationsOfStep } from './read-columns.ts';
import { wordsAreCut } from './read-revisions.ts';

/** Two cutoffs of one collection; the first is not after the second. */
export type CutoffPair = { readonly since: Cutoff; readonly until: Cutoff };

type OfBelief = { entity_id: string; belief_id: string; person_id: string };

export type CameRow = OfBelief & {
  revision: number;
  observed_at: Instant;
  counts_from: Instant;
  release: number;
  direction: Direction;
  status: BeliefStatus;
  move: MarkerKind | 'none';
  validity: Validity;
  external_state: ExternalState;
  words: string;
  is_cut: boolean;
  citation_ids: readonly string[];
};

function onlyUntil(alias: string, { since, until }: CutoffPair): Fragment {
  return sql`${eligible(alias, until)} and not (${eligible(alias, since)})`;
}

function onlySince(alias: string, { since, until }: CutoffPair): Fragment {
  return sql`${eligible(alias, since)} and ${{ sql: `${alias}.to_version`, bindings: [] }} <= ${until.version}`;
}

/** Closed by a release between the two cutoffs. */
function closedBetween(alias: string, { since, until }: CutoffPair): Fragment {
  const row = (column: string): Fragment => ({ sql: `${alias}.${column}`, bindings: [] });
  return sql`${row('collection')} = ${until.collection} and ${row('to_version')} > ${since.version}
    and ${row('to_version')} <= ${until.version}`;
}

/** Revisions of these entities that only the later cutoff shows. */
export function revisionsThatCame(pair: CutoffPair, entityIds: readonly string[]): Query<CameRow> {
  return read<CameRow>(
    {
      entity_id: 'plain',
      belief_id: 'plain',
      person_id: 'plain',
      revision: 'plain',
      observed_at: 'instant',
      counts_from: 'instant',
      release: 'plain',
      direction: 'plain',
      status: 'plain',
      move: 'plain',
      validity: 'plain',
      external_state: 'plain',
      words: 'plain',
      is_cut: 'plain',
      citation_ids: 'plain',
    },
    sql`select r.entity_id, r.belief_id, r.person_id, r.revision, ${asLoaded('r')} as observed_at,
               r.observed_at as counts_from, r.from_version as release, r.direction, r.status, r.move, r.validity,
               r.external_state, coalesce(r.said, r.summary) as words, ${wordsAreCut} as is_cut,
               ${citationsOfStep} as citation_ids
          from revision r
         where r.entity_id = any(${[...entityIds]}::uuid[]) and ${onlyUntil('r', pair)}
         order by r.belief_id, r.observed_at, r.revision`,
  );
}

export type GoneRow = OfBelief & { revision: number; release: number; closed_at: Instant };

/** Revisions of these entities that only the earlier cutoff shows, each with the release that closed it. */
export function revisionsThatWent(pair: CutoffPair, entityIds: readonly string[]): Query<GoneRow> {
  return read<GoneRow>(
    {
      entity_id: 'plain',
      belief_id: 'plain',
      person_id: 'plain',
      revision: 'plain',
      release: 'plain',
      closed_at: 'instant',
    },
    sql`select r.entity_id, r.belief_id, r.person_id, r.revision, r.to_version as release, x.effective_at as closed_at
          from revision r
          join release x on x.collection = r.collection and x.version = r.to_version
         where r.entity_id = any(${[...entityIds]}::uuid[]) and ${onlySince('r', pair)}
         order by r.belief_id, r.revision`,
  );
}

export type ChangedParts = OfBelief & {
  kind: string;
  part_id: string;
  release: number | null;
  closed_at: Instant | null;
};

/** Claims, conditions and targets of these entities with rows that differ, each with the release that closed one last. */
export function partsThatDiffer(pair: CutoffPair, entityIds: readonly string[]): Query<ChangedParts> {
  return read<ChangedParts>(
    {
      entity_id: 'plain',
      belief_id: 'plain',
      person_id: 'plain',
      kind: 'plain',
      part_id: 'plain',
      release: 'plain',
      closed_at: 'instant',
    },
    sql`select own.entity_id, own.belief_id, own.person_id, p.kind, p.part_id,
               max(x.version) as release, max(x.effective_at) as closed_at
          from ${beliefsOf(pair, entityIds)} own
          join belief_part p on p.collection = ${pair.until.collection} and p.belief_id = own.belief_id
          left join release x on x.collection = p.collection and x.version = p.to_version and ${closedBetween('p', pair)}
         where p.kind in ('claim', 'condition', 'target')
           and (${onlyUntil('p', pair)} or ${onlySince('p', pair)})
         group by own.entity_id, own.belief_id, own.person_id, p.kind, p.part_id
         order by own.belief_id, p.kind, p.part_id`,
  );
}

/** Every belief of these entities that was published by the later cutoff, withdrawn or not. */
function beliefsOf({ until }: CutoffPair, entityIds: readonly string[]): Fragment {
  return sql`(
    select distinct b.belief_id, b.entity_id, b.person_id from belief b
     where b.collection = ${until.collection} and b.entity_id = any(${[...entityIds]}::uuid[])
       and b.from_version <= ${until.version})`;
}

export type WithdrawnBeliefRow = { belief_id: string; reason: string };

export function beliefsWithdrawn(pair: CutoffPair, entityIds: readonly string[]): Query<WithdrawnBeliefRow> {
  return read<WithdrawnBeliefRow>(
    { belief_id: 'plain', reason: 'plain' },
    sql`select distinct on (b.belief_id) b.belief_id, b.withdrawn_reason as reason from belief b
         where b.entity_id = any(${[...entityIds]}::uuid[]) and ${closedBetween('b', pair)}
           and b.withdrawn_reason is not null
         order by b.belief_id, b.to_version desc`,
  );
}

export type WithdrawnEvidenceRow = OfBelief & {
  evidence_id: string;
  release: number;
  withdrawn_at: Instant;
  reason: string;
};

/**
 * Evidence that was withdrawn between the cutoffs, once for each subject. A withdrawal closes every row that cites it in
 * the same release, so the rows that this release closed lead to it.
 */
export function evidenceWithdrawn(pair: CutoffPair, entityIds: readonly string[]): Query<WithdrawnEvidenceRow> {
  const entities = [...entityIds];
  const citations = sql`select r.source_citation_id union select r.said_citation_id union select unnest(r.also_cites)`;
  return read<WithdrawnEvidenceRow>(
    {
      entity_id: 'plain',
      belief_id: 'plain',
      person_id: 'plain',
      evidence_id: 'plain',
      release: 'plain',
      withdrawn_at: 'instant',
      reason: 'plain',
    },
    sql`select distinct on (citing.entity_id, v.evidence_id, v.to_version)
               citing.entity_id, citing.belief_id, citing.person_id, v.evidence_id, v.to_version as release,
               x.effective_at as withdrawn_at, v.withdrawn_reason as reason
          from (select r.entity_id, r.belief_id, r.person_id, r.to_version, c.id as citation_id
                  from revision r cross join lateral (${citations}) c(id)
                 where r.entity_id = any(${entities}::uuid[]) and ${closedBetween('r', pair)}
                union all
                select own.entity_id, own.belief_id, own.person_id, p.to_version,
                       jsonb_path_query(p.body, place.cited::jsonpath) #>> '{}'
                  from ${beliefsOf(pair, entities)} own
                  join belief_part p on p.belief_id = own.belief_id and ${closedBetween('p', pair)}
                 cross join unnest(${citedInBodies}::text[]) as place(cited)) citing
          join citation c on c.collection = ${pair.until.collection} and c.citation_id = citing.citation_id
           and c.to_version = citing.to_version
          join evidence v on v.collection = c.collection and v.evidence_id = c.evidence_id
           and v.to_version = citing.to_version and v.withdrawn_reason is not null
          join release x on x.collection = v.collection and x.version = v.to_version
         order by citing.entity_id, v.evidence_id, v.to_version, citing.belief_id`,
  );
}

/** Entities with research that either cutoff shows or that came and went between them, by entity_id. */
export function subjectsBetween(
  pair: CutoffPair,
  { from, limit }: { from: string | null; limit: number },
): Query<{ entity_id: string }> {
  const seen = seenBetween(pair);
  const first = all(seen, from === null ? null : sql`b.entity_id >= ${from}::uuid`);
  return read<{ entity_id: string }>(
    { entity_id: 'plain' },
    sql`
    with recursive walk as (
      (select b.entity_id, 1 as place from belief b where ${first} order by b.entity_id limit 1)
      union all
      select further.entity_id, walk.place + 1
        from walk
       cross join lateral (
         select b.entity_id from belief b where ${seen} and b.entity_id > walk.entity_id
          order by b.entity_id limit 1) further
       where walk.place < ${limit})
    select walk.entity_id from walk order by walk.entity_id`,
  );
}

/** Those of these entities that have research as `subjectsBetween` means it. */
export function withResearchBetween(pair: CutoffPair, entityIds: readonly string[]): Query<{ entity_id: string }> {
  return read<{ entity_id: string }>(
    { entity_id: 'plain' },
    sql`select distinct b.entity_id from belief b
         where b.entity_id = any(${[...entityIds]}::uuid[]) and ${seenBetween(pair)}`,
  );
}

/** A belief that either cutoff shows, or that came and went between them. */
function seenBetween({ since, until }: CutoffPair): Fragment {
  return sql`b.collection = ${until.collection} and b.from_version <= ${until.version}
    and b.to_version > ${since.version} and b.observed_at <= ${until.asOf}`;
}
