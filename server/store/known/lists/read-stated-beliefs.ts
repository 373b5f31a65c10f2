// Content of the beliefs of a page: for each the revision of its state, and its subject, with their versions.
import type { Cutoff, Db, Instant } from '../../engine/db.ts';
import { type Versions, inVersion, versionsOf } from '../eligible.ts';
import { nameAt, namedIn } from '../entity-names.ts';
import { sql } from '../../engine/fragment.ts';
import type { BeliefStatus, Direction, RevisionBody } from '../read-beliefs.ts';
import { asLoaded, bodyOf } from '../read-columns.ts';
import type { PlacedBelief } from './read-belief-list.ts';
import { citationsInVersions } from '../read-citations.ts';
import type { EntityKind } from '../read-entities.ts';
import { type Query, read, readTogether } from '../../engine/read.ts';

export type StatedBelief = {
  belief_id: string;
  entity_id: string;
  kind: EntityKind;
  ticker: string | null;
  name: string | null;
  person_id: string;
  observed_at: Instant;
  is_day: boolean;
  direction: Direction;
  status: BeliefStatus;
  summary: string;
  source_citation_id: string;
  body: RevisionBody;
};

/** A belief of a page, whole. Its two rows stay apart: every copy of both would get a new shape in V8. */
export type ListedBelief = {
  placed: PlacedBelief;
  stated: StatedBelief;
  /** At cutoffs before this instant the name is the one known when it was loaded; null for a dated name. */
  named_before: Instant | null;
};

/**
 * With the versions in which it reads so, unless the name of its subject may change from one day to the next within
 * them. `named_in` is the version of an undated name.
 */
type ReadBelief = StatedBelief & Versions & { is_name_dated: boolean; named_in: number | null };

/** A lookup of the revision by its key for each belief, of its subject as it is called at the cutoff. */
function statedBeliefs(cutoff: Cutoff, placed: readonly PlacedBelief[]): Query<ReadBelief> {
  const column = (of: (row: PlacedBelief) => string | number): string[] => placed.map((row) => String(of(row)));
  return read<ReadBelief>(
    {
      belief_id: 'plain',
      entity_id: 'plain',
      kind: 'plain',
      ticker: 'plain',
      name: 'plain',
      named_in: 'plain',
      is_name_dated: 'plain',
      person_id: 'plain',
      observed_at: 'instant',
      is_day: 'plain',
      direction: 'plain',
      status: 'plain',
      summary: 'plain',
      source_citation_id: 'plain',
      body: 'plain',
      from_version: 'plain',
      until_version: 'plain',
    },
    sql`
    select r.belief_id, r.entity_id, e.kind, e.ticker, ${nameAt('e', cutoff)} as name, e.names is not null as is_name_dated,
           ${namedIn('e')} as named_in, r.person_id, ${asLoaded('r')} as observed_at,
           r.observed_as is not null as is_day, r.direction, r.status, r.summary, r.source_citation_id,
           ${bodyOf('r')} as body, ${versionsOf(cutoff, ['e'])}
      from unnest(${column((row) => row.belief_id)}::text[], ${column((row) => row.revision)}::integer[],
                  ${column((row) => row.stated_in)}::integer[]) as asked(belief_id, revision, stated_in)
     cross join lateral (
       select r.* from revision r
        where r.collection = ${cutoff.collection} and r.belief_id = asked.belief_id and r.revision = asked.revision
          and r.from_version = asked.stated_in limit 1) r
     cross join lateral (
       select e.* from entity e where e.entity_id = r.entity_id and ${inVersion('e', cutoff)} limit 1) e`,
  );
}

/** The content of these beliefs, with every citation of them and of these ids, in one statement and in no order. */
export function readStated(
  db: Db,
  cutoff: Cutoff,
  { placed, citationIds }: { placed: readonly PlacedBelief[]; citationIds: readonly string[] },
) {
  return readTogether(db, {
    stated: statedBeliefs(cutoff, placed),
    citations: citationsInVersions(cutoff, { ids: citationIds, sources: [{ name: 'stated' }] }),
  });
}
