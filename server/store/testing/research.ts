// Small research for tests of reads: beliefs with their evidence, published as releases; and generated ones by the thousand.
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { openRelease, retrying } from '../known/clock.ts';
import type { Collection, Cutoff, Db, Instant, Trx } from '../engine/db.ts';
import { entityIdForTicker } from '../engine/ids.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { addRows, type Release, type Row } from '../published/publish-rows.ts';
import {
  beliefTable,
  citationTable,
  entityTable,
  evidenceTable,
  revisionTable,
  sourceTable,
} from '../published/publish-tables.ts';
import type { BeliefFilters } from '../known/lists/read-belief-list.ts';

/** One revision of a belief with the evidence that it cites; revision 1 opens the belief. */
export type BeliefSketch = {
  belief: string;
  revision?: number;
  ticker?: string;
  person?: string;
  observedAt: Instant;
  direction?: string;
  status?: string;
  summary?: string;
  body?: object;
  /** The source that its evidence comes from. */
  source?: { id: string; kind: string; name: string };
};

export type Publication = {
  told: readonly BeliefSketch[];
  collection?: Collection;
  now?: Instant;
  effectiveAt?: Instant;
};

const dataset = { id: 'src_letters', kind: 'letter', name: 'Letters' };
const longAgo = '2019-01-01T00:00:00.000Z';
const longAfter = '2030-01-01T00:00:00.000Z';

/** One release; the instant from which it is known. */
export async function publishTold(
  db: Knex,
  publication: Publication,
): Promise<{ version: number; effectiveAt: Instant }> {
  const { told, collection = 'live', now = longAfter, effectiveAt } = publication;
  return retrying(db, async (trx) => {
    const newestObservedAt =
      told
        .map(({ observedAt }) => observedAt)
        .sort()
        .at(-1) ?? null;
    const opened = await openRelease(trx, {
      collection,
      kind: 'release',
      now,
      newestObservedAt,
      ...(effectiveAt !== undefined && { effectiveAt }),
    });
    await write(trx, { collection, version: opened.version }, told);
    return opened;
  });
}

async function write(trx: Trx, release: Release, told: readonly BeliefSketch[]): Promise<void> {
  const tickers = told.map(({ ticker = 'NWTB' }): [string, Row] => [
    entityIdForTicker(ticker),
    [entityIdForTicker(ticker), 'listing', ticker, ticker, `${ticker} Company`, null, null, null, null, 'record'],
  ]);
  const sources = told.map(({ source = dataset }): [string, Row] => [
    source.id,
    [source.id, source.kind, source.name, null],
  ]);
  const opening = told.filter(({ revision = 1 }) => revision === 1);
  await addRows(trx, release, entityTable, await unknown(trx, release, ['entity', 'entity_id'], new Map(tickers)));
  await addRows(trx, release, sourceTable, await unknown(trx, release, ['source', 'source_id'], new Map(sources)));
  await addRows(trx, release, evidenceTable, told.map(evidenceRow));
  await addRows(trx, release, citationTable, told.map(citationRow));
  await addRows(trx, release, beliefTable, opening.map(beliefRow));
  await addRows(trx, release, revisionTable, told.map(revisionRow));
}

async function unknown(trx: Trx, { collection }: Release, [table, key]: [string, string], rows: Map<string, Row>) {
  const known = (await trx(table).where({ collection, to_version: OPEN_VERSION }).pluck(key)) as string[];
  return [...rows].filter(([id]) => !known.includes(id)).map(([, row]) => row);
}

const text = ({ summary = 'Orders cover two years of output.' }: BeliefSketch): string => summary;
const placeOf = ({ belief, revision = 1 }: BeliefSketch): string => `${belief}-${revision}`;

function evidenceRow(told: BeliefSketch): Row {
  const { source = dataset, observedAt } = told;
  const place = placeOf(told);
  return [
    `evd_${place}`,
    source.id,
    `https://letters.example/${place}`,
    `Letter ${place}`,
    'Mara Ellison',
    null,
    null,
    observedAt,
    null,
    text(told),
    captureHash(text(told)),
    'verified',
    0,
  ];
}

function captureHash(capture: string): string {
  return `sha256:${createHash('sha256').update(capture).digest('hex')}`;
}

function citationRow(told: BeliefSketch): Row {
  const locator = JSON.stringify({ kind: 'text_quote', exact: text(told) });
  return [`cit_${placeOf(told)}`, `evd_${placeOf(told)}`, locator, told.observedAt, null];
}

function beliefRow({ belief, ticker = 'NWTB', person = 'mara-ellison', observedAt }: BeliefSketch): Row {
  return [`bel_${belief}`, entityIdForTicker(ticker), person, 'statement', observedAt, null];
}

function revisionRow(told: BeliefSketch): Row {
  const { belief, revision = 1, ticker = 'NWTB', person = 'mara-ellison', observedAt, body = {} } = told;
  const identity = [`bel_${belief}`, revision, entityIdForTicker(ticker), person, `Name of ${person}`, null];
  const state = [told.direction ?? 'bullish', told.status ?? 'active', revision === 1 ? 'initiated' : 'updated'];
  const since = { direction_basis: 'unknown', direction_since: observedAt, direction_stated_at: observedAt };
  const words = [text(told), `cit_${placeOf(told)}`, 'unknown', 'unknown', null, null, null];
  const rest = [...words, JSON.stringify({ ...since, ...body })];
  return [...identity, placeOf(told), observedAt, null, false, ...state, ...rest];
}

/** Withdraws a source or a piece of evidence: a separate release that closes its row and keeps the reason. */
export async function closeRecord(
  db: Knex,
  { table, id, reason, now }: { table: 'source' | 'evidence'; id: string; reason: string; now: Instant },
): Promise<void> {
  await retrying(db, async (trx) => {
    const { version } = await openRelease(trx, { collection: 'live', kind: 'withdrawal', now, newestObservedAt: null });
    await trx(table)
      .where({ collection: 'live', [`${table}_id`]: id, to_version: OPEN_VERSION })
      .update({ to_version: version, withdrawn_reason: reason });
  });
}

/**
 * `count` beliefs in one release, a minute apart, of ten tickers and twenty people; each has a second revision. One in a
 * hundred is resolved. No evidence: it is the cost of finding them that is measured.
 */
export async function generateBeliefs(db: Knex, count: number): Promise<void> {
  const cast = Array.from({ length: 10 }, (_, index): BeliefSketch => ({
    belief: `cast${index}`,
    ticker: `T${index}`,
    observedAt: longAgo,
  }));
  const { version } = await publishTold(db, { told: cast });
  const belief = `'live', 'bel_' || lpad(i::text, 7, '0'), (array[${cast.map(({ ticker = '' }) => `'${entityIdForTicker(ticker)}'`).join()}])[1 + i % 10]::uuid,
    'person-' || i % 20`;
  const at = `timestamptz '2020-01-01T00:00:00Z' + i * interval '1 minute'`;
  await db.raw(
    `insert into belief (collection, belief_id, entity_id, person_id, origin, observed_at, from_version)
     select ${belief}, 'statement', ${at}, ${version} from generate_series(0, ${count - 1}) as i`,
  );
  await db.raw(
    `insert into revision (collection, belief_id, entity_id, person_id, revision, person_name, record_key, observed_at,
            direction, status, move, summary, source_citation_id, validity, external_state, from_version)
     select ${belief}, n, 'A person', i || '/' || n, ${at} + (n - 1) * interval '30 days', 'bullish',
            case when n = 1 then 'active' when i % 100 = 7 then 'resolved' else 'strengthened' end,
            case n when 1 then 'initiated' else 'updated' end, 'Orders cover two years of output.', 'cit', 'unknown', 'unknown', ${version}
       from generate_series(0, ${count - 1}) as i, generate_series(1, 2) as n`,
  );
  await db.raw(`update head set watermark = '2029-12-31T00:00:00Z' where collection = 'live'`);
  await db.raw('vacuum (analyze)');
}

type StateRow = Record<
  'belief_id' | 'entity_id' | 'person_id' | 'first_observed_at' | 'loaded_as' | 'observed_at' | 'direction' | 'status',
  string
>;

/** Content of a list, without keyset, laterals or indexes in mind: the state of every belief, then those that match. */
export async function beliefSet(db: Db, cutoff: Cutoff, filters: BeliefFilters): Promise<string[]> {
  const { rows } = await db.raw(
    `select distinct on (b.belief_id) b.belief_id, b.entity_id, b.person_id, b.observed_at as first_observed_at,
            coalesce(b.observed_as, b.observed_at) as loaded_as, r.observed_at, r.direction, r.status
       from belief b join revision r on r.collection = b.collection and r.belief_id = b.belief_id
      where b.collection = :collection and b.from_version <= :version and b.to_version > :version and b.observed_at <= :asOf
        and r.from_version <= :version and r.to_version > :version and r.observed_at <= :asOf
      order by b.belief_id, r.observed_at desc, r.revision desc`,
    cutoff,
  );
  return (rows as StateRow[])
    .filter((row) => (filters.entityId ?? row.entity_id) === row.entity_id)
    .filter((row) => (filters.personId ?? row.person_id) === row.person_id)
    .filter((row) => (filters.direction ?? row.direction) === row.direction)
    .filter((row) => (filters.status ?? row.status) === row.status)
    .filter((row) => (filters.updatedSince ?? row.observed_at) <= row.observed_at)
    .filter((row) => (filters.observedSince ?? row.loaded_as) <= row.loaded_as)
    .filter((row) => filters.observedUntil === undefined || row.loaded_as < filters.observedUntil)
    .toSorted(newestFirst)
    .map((row) => row.belief_id);
}

function newestFirst(a: StateRow, b: StateRow): number {
  if (a.first_observed_at !== b.first_observed_at) return a.first_observed_at < b.first_observed_at ? 1 : -1;
  return a.belief_id < b.belief_id ? -1 : 1;
}
