// Entity of a name or ticker, as known at the cutoff.
import type { Cutoff, Db } from '../engine/db.ts';
import { eligible, inVersion } from './eligible.ts';
import { nameAt, namedAsLoaded } from './entity-names.ts';
import { type Fragment, sql } from '../engine/fragment.ts';
import { type Query, read, readFirst, readRows } from '../engine/read.ts';

export type EntityKind = 'listing' | 'company' | 'fund' | 'index' | 'commodity' | 'currency' | 'industry' | 'other';

export type EntityRow = {
  entity_id: string;
  kind: EntityKind;
  ticker: string | null;
  /** The name at the cutoff; null if no source names the entity: none is invented. */
  name: string | null;
  /** The name has no date, and the cutoff lies before the newest observation known when it was loaded. */
  named_as_loaded: boolean;
  cik: string | null;
};

/** A listing by its ticker, folded to ASCII upper case; any entity by its id. */
export type EntityName = { ticker: string } | { entityId: string };

function entity(cutoff: Cutoff, which: Fragment): Query<EntityRow> {
  return read<EntityRow>(
    { entity_id: 'plain', kind: 'plain', ticker: 'plain', name: 'plain', named_as_loaded: 'plain', cik: 'plain' },
    sql`select e.entity_id, e.kind, e.ticker, ${nameAt('e', cutoff)} as name,
               ${namedAsLoaded('e', cutoff)} as named_as_loaded, e.cik from entity e
         where ${which} and ${inVersion('e', cutoff)} order by e.entity_id limit 1`,
  );
}

/** The entity with this id at the cutoff's version. */
export function entityById(cutoff: Cutoff, entityId: string | Fragment): Query<EntityRow> {
  return entity(cutoff, sql`e.entity_id = ${entityId}::uuid`);
}

/** The entity of this name at the cutoff's version. */
export function entityNamed(cutoff: Cutoff, name: EntityName): Query<EntityRow> {
  if ('entityId' in name) return entityById(cutoff, name.entityId);
  return entity(cutoff, sql`e.ticker_folded = ${name.ticker} and e.kind = 'listing'`);
}

/** The listing whose ticker, folded to ASCII upper case, is this one at the cutoff's version. */
export async function findListing(db: Db, cutoff: Cutoff, foldedTicker: string): Promise<EntityRow | null> {
  return readFirst(db, entityNamed(cutoff, { ticker: foldedTicker }));
}

/** The entity with this id at the cutoff's version. */
export async function findEntity(db: Db, cutoff: Cutoff, entityId: string): Promise<EntityRow | null> {
  return readFirst(db, entityById(cutoff, entityId));
}

/**
 * The ticker, at the cutoff's version, of the one listing that had this ticker in an earlier version. Null without beliefs
 * about it at the cutoff, and if several listings had the ticker: which one is meant is then not known.
 */
export async function tickerSince(db: Db, cutoff: Cutoff, foldedTicker: string): Promise<string | null> {
  const rows = await readRows(
    db,
    read<{ ticker: string; covered: boolean }>(
      { ticker: 'plain', covered: 'plain' },
      sql`select e.ticker,
                 exists (select 1 from belief b where b.entity_id = e.entity_id and ${eligible('b', cutoff)}) as covered
            from entity e
           where ${inVersion('e', cutoff)} and e.kind = 'listing' and e.ticker is not null
             and e.entity_id in (select p.entity_id from entity p
                                  where p.collection = ${cutoff.collection} and p.ticker_folded = ${foldedTicker}
                                    and p.kind = 'listing' and p.from_version <= ${cutoff.version})
           order by e.entity_id limit 2`,
    ),
  );
  const [only, other] = rows;
  return only?.covered === true && other === undefined ? only.ticker : null;
}
