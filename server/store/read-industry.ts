// Observed SEC industry codes at a cutoff: a company's own, and the listings whose code shares its first three digits.
import type { Cutoff, Db, Instant } from './db.ts';
import { eligible, inVersion } from './eligible.ts';

export type IndustryRow = {
  entity_id: string;
  sic: string;
  /** 00:00Z of the day after the filing that shows the code. */
  observed_at: Instant;
  cik: string | null;
  ticker: string | null;
  name: string | null;
};

/** The newest eligible code of each entity: one that was never filed has no observation time and is never eligible. */
function latestCodes(cutoff: Cutoff): { sql: string; bindings: readonly (string | number)[] } {
  const seen = eligible('i', cutoff);
  return {
    sql: `select distinct on (i.entity_id) i.entity_id, i.sic, i.observed_at from industry i
           where ${seen.sql} order by i.entity_id, i.observed_at desc, i.key desc`,
    bindings: seen.bindings,
  };
}

/** The entity's code at the cutoff, or null when none was observed. */
export async function industryOf(db: Db, cutoff: Cutoff, entityId: string): Promise<string | null> {
  const codes = latestCodes(cutoff);
  const result = await db.raw(`select c.sic from (${codes.sql}) c where c.entity_id = ?`, [
    ...codes.bindings,
    entityId,
  ]);
  return (result.rows as { sic: string }[])[0]?.sic ?? null;
}

/** Listings whose code at the cutoff begins with the same three digits, the subject itself left out. */
export async function industryPeers(db: Db, cutoff: Cutoff, entityId: string, sic: string): Promise<IndustryRow[]> {
  const codes = latestCodes(cutoff);
  const live = inVersion('e', cutoff);
  const result = await db.raw(
    `select c.entity_id, c.sic, c.observed_at, e.cik, e.ticker, e.name
       from (${codes.sql}) c
       join entity e on e.entity_id = c.entity_id and e.kind = 'listing' and ${live.sql}
      where c.sic like ? and c.entity_id <> ?
      order by c.entity_id`,
    [...codes.bindings, ...live.bindings, `${sic.slice(0, 3)}_`, entityId],
  );
  return result.rows as IndustryRow[];
}
