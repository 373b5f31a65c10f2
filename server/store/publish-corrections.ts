// What a corrected statement changes in released research: the revisions that tell it, and the late ones that repeat it.
import type { Collection, Db, Instant, Trx } from './db.ts';
import { OPEN_VERSION } from './migrations/001-research.ts';
import { rowsOf, run, type Release } from './publish-rows.ts';

export type FullRevision = {
  belief_id: string;
  revision: number;
  entity_id: string;
  person_id: string;
  person_name: string | null;
  person_handle: string | null;
  record_key: string;
  observed_at: Instant;
  late: boolean;
  direction: string;
  status: string;
  move: string;
  summary: string;
  source_citation_id: string;
  validity: string;
  external_state: string;
  body: { [name: string]: unknown };
};

/** The open revisions that were made from these records, or tell what one of these citations says. */
export async function revisionsTelling(
  trx: Trx,
  collection: Collection,
  told: { personIds: readonly string[]; recordKeys: readonly string[]; citationIds: readonly string[] },
): Promise<FullRevision[]> {
  return rowsOf<FullRevision>(
    trx,
    `select belief_id, revision, entity_id, person_id, person_name, person_handle, record_key, observed_at, late,
            direction, status, move, summary, source_citation_id, validity, external_state, body
       from revision
      where collection = ? and person_id = any(?::text[]) and to_version = ${OPEN_VERSION}
        and (record_key = any(?::text[]) or source_citation_id = any(?::text[]))`,
    [collection, told.personIds, told.recordKeys, told.citationIds],
  );
}

/** Ends the intents that these revisions recorded. */
export async function closeIntents(
  trx: Trx,
  release: Release,
  revisions: readonly { belief_id: string; revision: number }[],
): Promise<void> {
  await run(
    trx,
    `update belief_part t set to_version = ?
       from unnest(?::text[], ?::integer[]) as r(belief_id, revision)
      where t.collection = ? and t.belief_id = r.belief_id and t.revision = r.revision and t.kind = 'intent'
        and t.to_version = ${OPEN_VERSION}`,
    [release.version, revisions.map((r) => r.belief_id), revisions.map((r) => r.revision), release.collection],
  );
}

export type ReleasedStatement = { record_key: string; ticker: string | null; stated_direction: string | null };

/** The statements with these ids that this person made at this instant, whatever has been released of them since. */
export async function releasedStatements(
  db: Db,
  collection: Collection,
  asked: { personId: string; observedAt: Instant; recordKey: string },
): Promise<ReleasedStatement[]> {
  return rowsOf<ReleasedStatement>(
    db,
    `select r.record_key, e.ticker_folded as ticker, r.body ->> 'stated_direction' as stated_direction
       from revision r
       left join entity e on e.collection = r.collection and e.entity_id = r.entity_id and e.to_version = ${OPEN_VERSION}
      where r.collection = ? and r.person_id = ? and r.observed_at = ? and r.record_key = ?
      order by r.belief_id, r.revision`,
    [collection, asked.personId, asked.observedAt, asked.recordKey],
  );
}
