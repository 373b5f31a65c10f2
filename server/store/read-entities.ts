// Which company or other canonical entity a reader means, as it was known at the cutoff.
import type { Cutoff, Db } from './db.ts';
import { inVersion } from './eligible.ts';

export type EntityKind = 'listing' | 'company' | 'fund' | 'index' | 'commodity' | 'currency' | 'industry' | 'other';

export type EntityRow = {
  entity_id: string;
  kind: EntityKind;
  ticker: string | null;
  /** Null when no source names the entity: the reader is told so, and no name is made up. */
  name: string | null;
  cik: string | null;
};

const columns = 'e.entity_id, e.kind, e.ticker, e.name, e.cik';

/** The listing whose ticker, folded to ASCII upper case, is this one at the cutoff's version. */
export async function findListing(db: Db, cutoff: Cutoff, foldedTicker: string): Promise<EntityRow | null> {
  const live = inVersion('e', cutoff);
  const result = await db.raw(
    `select ${columns} from entity e
      where e.ticker_folded = ? and e.kind = 'listing' and ${live.sql}
      order by e.entity_id limit 1`,
    [foldedTicker, ...live.bindings],
  );
  return (result.rows as EntityRow[])[0] ?? null;
}

/** The entity with this id at the cutoff's version. */
export async function findEntity(db: Db, cutoff: Cutoff, entityId: string): Promise<EntityRow | null> {
  const live = inVersion('e', cutoff);
  const result = await db.raw(`select ${columns} from entity e where e.entity_id = ? and ${live.sql}`, [
    entityId,
    ...live.bindings,
  ]);
  return (result.rows as EntityRow[])[0] ?? null;
}
