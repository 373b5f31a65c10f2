// Check that each ticker means one listing after the next release. The loader does not guess which listing a reused ticker means.
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { entitiesById, listingsByTicker } from '../../store/published/publish-lookups.ts';
import { stagedByTicker, stagedInOrder, stagedTickers, type SaidByTicker } from '../../store/staged/staging-lookups.ts';
import { vintageOwners } from '../../store/staged/accept-prices.ts';
import { groupedBy } from '../../store/engine/grouped.ts';
import type { Collection, Db } from '../../store/engine/db.ts';
import { chunkRows } from '../../store/staged/staging.ts';
import type { Faults, Place } from '../files/faults.ts';
import type { ImportOptions } from '../files/loading.ts';
import type { ParsedRecord } from '../records/parse-record.ts';
import { namedByIdOrder } from '../records/record-keys.ts';
import type { EntityRecord } from '../records/records.ts';
import { referencesOf } from './references.ts';
import { renamedAway, renamedFault } from '../release/release-listings.ts';

/** Gathers the tickers of a file and the listings that it names by their ids, in any order. */
export class TickerChecks {
  readonly #loading: ImportOptions;
  readonly #faults: Faults;
  readonly #said = new Map<string, Place>();
  readonly #named: NamedListing[] = [];

  constructor(loading: ImportOptions, faults: Faults) {
    this.#loading = loading;
    this.#faults = faults;
  }

  take({ record, line }: ParsedRecord): void {
    if (record.type === 'entity') {
      if (record.entity_id !== undefined) this.#named.push({ entity: record, entityId: record.entity_id, line });
      else if (record.ticker !== undefined) this.#say(record.ticker, { line, field: 'ticker' });
      return;
    }
    for (const { to, key, field } of referencesOf(record)) if (to === 'ticker') this.#say(key, { line, field });
  }

  /** `inFile` returns those of some records that the file has itself, each as `kind key`: what it says by a ticker it says of the listings as it names them. */
  async finish(inFile: InFile): Promise<void> {
    const named = this.#named.map(({ entity }) => entity);
    await checkTickers(this.#loading, { said: this.#said, named }, this.#faults);
    await checkMoves(this.#loading, { named: this.#named, inFile }, this.#faults);
  }

  get namesListings(): boolean {
    return this.#named.length > 0;
  }

  /** The tickers of statements, with the first line of each. */
  sayAll(tickers: ReadonlyMap<string, number>): void {
    for (const [ticker, line] of tickers) this.#say(ticker, { line, field: 'security.ticker' });
  }

  #say(ticker: string, place: Place): void {
    const first = this.#said.get(ticker);
    if (first === undefined || (place.line ?? 0) < (first.line ?? 0)) this.#said.set(ticker, place);
  }
}

type NamedListing = { entity: EntityRecord; entityId: string; line: number };
type InFile = (records: readonly SaidByTicker[]) => Promise<ReadonlySet<string>>;

/**
 * A staged record with a ticker means the listing that has the ticker: the file may not give the ticker to another listing.
 * Prices that continue a series mean the listing of that series, whichever listing has the ticker.
 */
async function checkMoves(
  loading: ImportOptions,
  { named, inFile }: { named: readonly NamedListing[]; inFile: InFile },
  faults: Faults,
): Promise<void> {
  if (named.length === 0) return;
  const before = await tickersBefore(loading, named);
  const moves = named
    .map(({ entity, entityId, line }) => ({ entityId, line, from: before.get(entityId), to: entity.ticker }))
    .filter(({ from, to }) => (from ?? null) !== (to ?? null));
  const tickers = moves.flatMap(({ from, to }) => [from, to].filter((ticker) => typeof ticker === 'string'));
  const said = groupedBy(await stagedOutside(loading, tickers, inFile), ({ ticker }) => ticker);
  const fix = 'release that first, and load this file then';
  for (const { entityId, line, from, to } of moves) {
    const left = said.get(from ?? '')?.findLast(({ owner }) => (owner ?? entityId) === entityId);
    const taken = said.get(to ?? '')?.findLast(({ owner }) => (owner ?? entityId) !== entityId);
    for (const [waiting, whom] of [[left, 'this'] as const, [taken, 'another'] as const]) {
      if (waiting === undefined) continue;
      const what = `what is staged says ${waiting.ticker} and means ${whom} listing, such as the ${waiting.kind} ${waiting.key}`;
      faults.add({ line, field: 'ticker' }, what, fix);
    }
  }
}

/** Staged records with these tickers, except those that the file repeats; prices with the listing that they continue. */
async function stagedOutside(
  { db, collection }: ImportOptions,
  tickers: readonly string[],
  inFile: InFile,
): Promise<(SaidByTicker & { owner: string | undefined })[]> {
  const all = await stagedByTicker(db, collection, tickers);
  const own = await inFile(all);
  const staged = all.filter(({ kind, key }) => !own.has(`${kind} ${key}`));
  const series = staged.filter(({ kind }) => kind === 'price').map(({ key }) => key);
  const owners = await vintageOwners(db, collection, series);
  return staged.map((one) => ({ ...one, owner: one.kind === 'price' ? owners.get(one.key) : undefined }));
}

/** The ticker that each of these listings goes by before the file is loaded, where it goes by one. */
async function tickersBefore(
  { db, collection }: ImportOptions,
  named: readonly NamedListing[],
): Promise<Map<string, string | null>> {
  const ids = named.map(({ entityId }) => entityId);
  const open = await entitiesById(db, collection, ids);
  const staged = await stagedNamedById(db, collection);
  const before = new Map([
    ...open.map((entity) => [entity.entity_id, entity.ticker_folded] as const),
    ...staged.map((entity) => [entity.entity_id ?? '', entity.ticker ?? null] as const),
  ]);
  if (ids.every((id) => before.has(id))) return before;
  // A listing that nothing but what is staged gives rise to yet goes by the ticker that its id comes from.
  const coming = (await stagedTickers(db, collection)).map((ticker) => [entityIdForTicker(ticker), ticker] as const);
  return new Map([...coming, ...before]);
}

type TickerUses = { said: ReadonlyMap<string, Place>; named?: readonly EntityRecord[] };

export async function checkTickers(
  { db, collection }: ImportOptions,
  { said, named = [] }: TickerUses,
  faults: Faults,
): Promise<void> {
  if (said.size === 0) return;
  const coming = [...(await stagedNamedById(db, collection)), ...named];
  const tickers = new Map(coming.map((entity) => [entity.entity_id, entity.ticker ?? null]));
  const given = new Set(tickers.values());
  const asked = [...said].filter(([ticker]) => !given.has(ticker));
  for (let start = 0; start < asked.length; start += chunkRows) {
    const chunk = asked.slice(start, start + chunkRows);
    const all = chunk.map(([ticker]) => ticker);
    const open = await listingsByTicker(db, collection, all);
    const listed = new Set(open.filter((e) => !tickers.has(e.entity_id)).map((e) => e.ticker_folded));
    const renamed = await renamedAway(db, collection, all);
    for (const [ticker, place] of chunk) {
      if (listed.has(ticker)) continue;
      const comes = tickers.get(entityIdForTicker(ticker));
      const now = comes === undefined ? renamed.get(ticker)?.ticker : comes;
      if (now === undefined) continue;
      const { what, fix } = renamedFault(ticker, now);
      faults.add(place, what, fix);
    }
  }
}

/** The listing that each ticker means after the next release; none where its first one goes by another ticker then. */
export async function listingsMeant(
  { db, collection }: ImportOptions,
  tickers: readonly string[],
): Promise<Map<string, string>> {
  const coming = await stagedNamedById(db, collection);
  const named = new Set(coming.map(({ entity_id }) => entity_id));
  const open = (await listingsByTicker(db, collection, tickers)).filter(({ entity_id }) => !named.has(entity_id));
  const renamed = await renamedAway(db, collection, tickers);
  const firsts = tickers.filter((ticker) => !renamed.has(ticker) && !named.has(entityIdForTicker(ticker)));
  return new Map([
    ...firsts.map((ticker) => [ticker, entityIdForTicker(ticker)] as const),
    ...open.map((entity) => [entity.ticker_folded ?? '', entity.entity_id] as const),
    ...coming.map((entity) => [entity.ticker ?? '', entity.entity_id ?? ''] as const),
  ]);
}

/** The staged entities that are named by their ids: only they give a listing another ticker. */
export async function stagedNamedById(db: Db, collection: Collection): Promise<EntityRecord[]> {
  const bodies = await stagedInOrder(db, { collection, kind: 'entity', orderKey: namedByIdOrder });
  return bodies.map((body) => JSON.parse(body) as EntityRecord);
}
