// The entity of a ticker in a release: the listing that has the ticker now, else the one that the ticker opens.
import type { Collection, Db, Trx } from '../../store/engine/db.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { entitiesById, listingsByTicker, type OpenEntity } from '../../store/published/publish-lookups.ts';
import { replaceRows, type Release } from '../../store/published/publish-rows.ts';
import { entityRow, entityTable } from '../../store/published/publish-tables.ts';
import { RefusedInput } from '../files/faults.ts';

/** Remembers what it has looked up: there are far fewer listings than statements. */
export class Listings {
  readonly #db: Db;
  readonly #collection: Collection;
  readonly #known = new Map<string, { entityId: string; open: OpenEntity | null }>();

  constructor(db: Db, collection: Collection) {
    this.#db = db;
    this.#collection = collection;
  }

  /** The entity id of each ticker (in upper case). */
  async idsOf(tickers: Iterable<string>): Promise<Map<string, string>> {
    const wanted = [...new Set(tickers)];
    await this.#lookUp(wanted.filter((ticker) => !this.#known.has(ticker)));
    return new Map(wanted.map((ticker) => [ticker, this.#known.get(ticker)?.entityId ?? '']));
  }

  /** The names that statements give their listings: they make a listing known, and name one that has no name, no more. */
  async named(release: Release, trx: Trx, names: ReadonlyMap<string, string | null>): Promise<void> {
    await this.idsOf(names.keys());
    const changed = [...names].flatMap(([ticker, name]) => this.#renamed(ticker, name));
    await replaceRows(trx, release, entityTable, changed.map(entityRow));
  }

  #renamed(ticker: string, name: string | null): OpenEntity[] {
    const known = this.#known.get(ticker);
    if (known === undefined || (known.open !== null && (known.open.name !== null || name === null))) return [];
    const { entityId, open } = known;
    const fresh = { entity_id: entityId, kind: 'listing', ticker, ticker_folded: ticker, exchange: null };
    const next: OpenEntity = {
      ...fresh,
      cik: null,
      figi: null,
      isin: null,
      names: null,
      ...open,
      name,
      name_basis: 'statement',
    };
    this.#known.set(ticker, { entityId, open: next });
    return [next];
  }

  async #lookUp(tickers: readonly string[]): Promise<void> {
    const open = await listingsByTicker(this.#db, this.#collection, tickers);
    for (const entity of open)
      this.#known.set(entity.ticker_folded ?? '', { entityId: entity.entity_id, open: entity });
    const unknown = tickers.filter((ticker) => !this.#known.has(ticker));
    const renamed = await renamedAway(this.#db, this.#collection, unknown);
    for (const ticker of unknown) {
      const other = renamed.get(ticker);
      if (other !== undefined) throw renamedListing(ticker, other);
      this.#known.set(ticker, { entityId: entityIdForTicker(ticker), open: null });
    }
  }
}

/** The entities that were these tickers first and go by another one now, or by none. */
export async function renamedAway(
  db: Db,
  collection: Collection,
  tickers: readonly string[],
): Promise<Map<string, OpenEntity>> {
  const first = new Map(tickers.map((ticker) => [entityIdForTicker(ticker), ticker]));
  const renamed = new Map<string, OpenEntity>();
  for (const entity of await entitiesById(db, collection, [...first.keys()])) {
    const ticker = first.get(entity.entity_id);
    if (ticker !== undefined && ticker !== entity.ticker_folded) renamed.set(ticker, entity);
  }
  return renamed;
}

export function renamedFault(ticker: string, now: string | null): { what: string; fix: string } {
  return {
    what: `the listing that was ${ticker} is ${now ?? 'no listing'} now`,
    fix: `write ${now ?? 'its entity_id'}, or load an entity record that gives ${ticker} an entity_id of its own`,
  };
}

export function renamedListing(ticker: string, other: OpenEntity): RefusedInput {
  const { what, fix } = renamedFault(ticker, other.ticker);
  const named = `${what} (entity_id ${other.entity_id})`;
  return new RefusedInput([{ file: 'ticker', line: null, field: ticker, what: named, fix }], 1);
}
