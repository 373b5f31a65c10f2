// Publishing who and what research is about: sources, people, entities, industry codes, splits and sessions.
import type { Collection, Trx } from '../../store/engine/db.ts';
import { derivedId, entityIdForTicker } from '../../store/engine/ids.ts';
import {
  contestedTickers,
  entitiesById,
  listingsByTicker,
  type OpenEntity,
} from '../../store/published/publish-lookups.ts';
import { replaceRows, type Release } from '../../store/published/publish-rows.ts';
import {
  entityRow,
  entityTable,
  industryTable,
  personTable,
  sessionTable,
  sourceTable,
  splitTable,
} from '../../store/published/publish-tables.ts';
import { stagedNamedById } from '../judging/check-tickers.ts';
import { RefusedInput } from '../files/faults.ts';
import { observedAt, recordKey } from '../records/record-keys.ts';
import type {
  EntityRecord,
  IndustryRecord,
  PersonRecord,
  SessionRecord,
  SourceRecord,
  SplitRecord,
} from '../records/records.ts';
import { renamedAway, renamedListing, type Listings } from './release-listings.ts';

export type ReleaseContext = { trx: Trx; release: Release; listings: Listings };

export async function publishSources(
  { trx, release }: ReleaseContext,
  records: readonly SourceRecord[],
): Promise<void> {
  const rows = records.map((r) => [derivedId('source', r.source_id), r.kind, r.name, r.url ?? null]);
  await replaceRows(trx, release, sourceTable, rows);
}

export async function publishPeople({ trx, release }: ReleaseContext, records: readonly PersonRecord[]): Promise<void> {
  const rows = records.map((r) => [r.person_id, r.name, r.handle]);
  await replaceRows(trx, release, personTable, rows);
}

export async function publishSessions(
  { trx, release }: ReleaseContext,
  records: readonly SessionRecord[],
): Promise<void> {
  const rows = records.map((r) => [r.session_date, r.close_at, r.early_close]);
  await replaceRows(trx, release, sessionTable, rows);
}

/** Before anything is resolved by ticker: afterwards each ticker means one listing. */
export async function publishEntities(
  { trx, release }: ReleaseContext,
  records: readonly EntityRecord[],
): Promise<void> {
  const { collection } = release;
  const tickers = records.flatMap((r) => (r.entity_id === undefined && r.ticker !== undefined ? [r.ticker] : []));
  const byTicker = await listingIds(trx, collection, tickers);
  const idOf = (r: EntityRecord): string => r.entity_id ?? byTicker.get(r.ticker ?? '') ?? '';
  const open = new Map((await entitiesById(trx, collection, records.map(idOf))).map((e) => [e.entity_id, e]));
  // A listing may have several records here, one for each of its dated names: each builds on the one before it.
  for (const r of records) open.set(idOf(r), entityAfter(idOf(r), r, open.get(idOf(r))));
  const changed = [...new Set(records.map(idOf))].flatMap((id) => open.get(id) ?? []);
  await replaceRows(trx, release, entityTable, changed.map(entityRow));
}

function entityAfter(entityId: string, r: EntityRecord, before: OpenEntity | undefined): OpenEntity {
  const ticker = r.ticker ?? null;
  return {
    entity_id: entityId,
    kind: r.kind,
    ticker,
    ticker_folded: ticker,
    ...namesOf(r, before),
    exchange: r.exchange === undefined ? (before?.exchange ?? null) : r.exchange,
    cik: r.cik === undefined ? (before?.cik ?? null) : r.cik,
    figi: r.figi === undefined ? (before?.figi ?? null) : r.figi,
    isin: r.isin === undefined ? (before?.isin ?? null) : r.isin,
  };
}

/** A ticker that was another listing's first means what an entity record of this release gives it to, and else nothing. */
async function listingIds(trx: Trx, collection: Collection, tickers: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map(tickers.map((ticker) => [ticker, entityIdForTicker(ticker)]));
  for (const e of await listingsByTicker(trx, collection, tickers)) ids.set(e.ticker_folded ?? '', e.entity_id);
  const unlisted = tickers.filter((ticker) => ids.get(ticker) === entityIdForTicker(ticker));
  const renamed = await renamedAway(trx, collection, unlisted);
  if (renamed.size === 0) return ids;
  const given = new Map((await stagedNamedById(trx, collection)).map((e) => [e.ticker, e.entity_id]));
  for (const [ticker, other] of renamed) {
    const id = given.get(ticker);
    if (id === undefined) throw renamedListing(ticker, other);
    ids.set(ticker, id);
  }
  return ids;
}

type Names = Pick<OpenEntity, 'name' | 'name_basis' | 'names'>;

/** A dated name joins the others and leaves the undated one as it is. */
function namesOf({ name, name_from: from }: EntityRecord, before: OpenEntity | undefined): Names {
  const held: Names = before ?? { name: null, name_basis: 'record', names: null };
  const { names, name_basis } = held;
  if (name === undefined) return { name: held.name, name_basis, names };
  if (from !== undefined && name !== null) return { name: held.name, name_basis, names: { ...names, [from]: name } };
  const known = name ?? nameFromStatements(before);
  return { name: known, name_basis: name === null && known !== null ? 'statement' : 'record', names };
}

/** A record that no name is known of does not take away the one that statements gave. */
function nameFromStatements(before: OpenEntity | undefined): string | null {
  return before?.name_basis === 'statement' ? before.name : null;
}

export async function refuseContestedTickers({ trx, release }: ReleaseContext): Promise<void> {
  const [ticker] = await contestedTickers(trx, release.collection);
  if (ticker === undefined) return;
  const fix = 'load an entity record that takes the ticker away from the older one, then release';
  throw new RefusedInput(
    [{ file: 'release', line: null, field: ticker, what: 'two listings carry this ticker', fix }],
    1,
  );
}

export async function publishIndustry(
  { trx, release, listings }: ReleaseContext,
  records: readonly IndustryRecord[],
): Promise<void> {
  const ids = await listings.idsOf(records.flatMap((r) => r.ticker ?? []));
  const rows = records.map((r) => [
    r.entity_id ?? ids.get(r.ticker ?? '') ?? null,
    recordKey(r),
    r.sic,
    r.sic_title ?? null,
    r.filed_on,
    observedAt(r),
    r.source,
  ]);
  await replaceRows(trx, release, industryTable, rows);
}

export async function publishSplits(
  { trx, release, listings }: ReleaseContext,
  records: readonly SplitRecord[],
): Promise<void> {
  const ids = await listings.idsOf(records.map((r) => r.ticker));
  const rows = records.map((r) => [
    ids.get(r.ticker) ?? null,
    r.effective_session,
    String(r.numerator),
    String(r.denominator),
  ]);
  await replaceRows(trx, release, splitTable, rows);
}
