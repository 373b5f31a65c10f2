// The few statements with which the point-in-time tests write a release into the store and read a cutoff back.
import { openRelease, readHead, resolveCutoff, retrying } from '../known/clock.ts';
import type { Cutoff, Db, Instant, Trx } from '../engine/db.ts';
import type { Knex } from 'knex';
import { eligible, eligiblePart, inVersion, type Condition } from '../known/eligible.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { releaseReader } from '../known/releases.ts';
import { byKey, instantsOf, newest, type Answer, type Change, type Fact } from './history-model.ts';

/** The rules under test. A test plants a wrong one here to see that it is found out. */
export type Rules = {
  eligible(alias: string, cutoff: Cutoff): Condition;
  inVersion(alias: string, cutoff: Cutoff): Condition;
  eligiblePart(alias: string, cutoff: Cutoff): Condition;
  /** The cutoff of an answer for `requested` at `now` under this watermark. */
  asOf(requested: Instant | null, watermark: Instant, now: Instant): Promise<Instant> | Instant;
};

export const rules: Rules = {
  eligible,
  inVersion,
  eligiblePart,
  asOf: async (requested, watermark) => {
    const lookup = async (): Promise<{ version: number; effectiveAt: null }> => ({ version: 0, effectiveAt: null });
    return (await resolveCutoff(requested, { collection: 'live', watermark }, lookup)).asOf;
  },
};

const collection = 'live';
const tables = ['price', 'price_vintage', 'revision', 'belief', 'entity', 'release'];
export const entityId = '6a0f6d3c-9f0b-5d5b-8a63-0d7f3a1c9e11';

export async function emptyTables(db: Db): Promise<void> {
  await db.raw(
    `${tables.map((table) => `delete from ${table}`).join('; ')};
     update head set version = 0, watermark = '1970-01-01T00:00:00Z'`,
  );
}

export type Publication = { changes: Change[]; now: Instant; effectiveAt: Instant | null };

/** One release; the instant from which it is known. */
export async function publish(db: Knex, { changes, now, effectiveAt }: Publication): Promise<Instant> {
  return retrying(db, async (trx) => {
    const release = await openRelease(trx, {
      collection,
      kind: 'release',
      now,
      newestObservedAt: changes.flatMap(instantsOf).sort().at(-1) ?? null,
      ...(effectiveAt !== null && { effectiveAt }),
    });
    for (const change of changes) await write(trx, change, release.version);
    return release.effectiveAt;
  });
}

async function write(trx: Trx, change: Change, version: number): Promise<void> {
  if (change.kind === 'rename') await rename(trx, change.entity, change.name, version);
  else if (change.kind === 'price') await price(trx, change.series, change, version);
  else if (change.kind === 'restate') {
    await close(trx, 'price_vintage', { series_id: change.series }, version);
    for (const row of change.prices) await price(trx, change.series, row, version);
  } else if (change.kind !== 'withdraw') await revise(trx, change, version);
}

async function close(trx: Trx, table: string, where: Record<string, string | number>, version: number): Promise<void> {
  await trx(table)
    .where({ collection, to_version: OPEN_VERSION, ...where })
    .update({ to_version: version });
}

async function rename(trx: Trx, ticker: string, name: string, version: number): Promise<void> {
  await close(trx, 'entity', { entity_id: entityId }, version);
  await trx('entity').insert({
    collection,
    entity_id: entityId,
    kind: 'listing',
    ticker,
    ticker_folded: ticker,
    name,
    name_basis: 'record',
    from_version: version,
  });
}

async function revise(trx: Trx, change: Extract<Change, { revision: number }>, version: number): Promise<void> {
  const { belief, revision, observedAt, text } = change;
  const who = {
    collection,
    belief_id: belief,
    entity_id: entityId,
    person_id: 'p',
    observed_at: observedAt,
    from_version: version,
  };
  if (change.kind === 'correct') await close(trx, 'revision', { belief_id: belief, revision }, version);
  else {
    const { rows } = await trx.raw(`select 1 from belief where collection = ? and belief_id = ?`, [collection, belief]);
    if (rows.length === 0) await trx('belief').insert({ ...who, origin: 'bundle' });
  }
  await trx('revision').insert({
    ...who,
    revision,
    record_key: `${belief}/${revision}`,
    direction: 'bullish',
    status: 'active',
    move: 'updated',
    summary: text,
    source_citation_id: 'c',
    validity: 'unknown',
    external_state: 'unknown',
  });
}

type PriceRow = { session: string; observedAt: Instant; value: string };

async function price(trx: Trx, series: string, row: PriceRow, version: number): Promise<void> {
  const open = { collection, series_id: series, to_version: OPEN_VERSION };
  const vintage = await trx('price_vintage').where(open).first('vintage_id');
  const vintageId: string = vintage?.vintage_id ?? `${series}#${version}`;
  if (!vintage) {
    await trx('price_vintage').insert({
      collection,
      vintage_id: vintageId,
      series_id: series,
      entity_id: entityId,
      ticker: 'T',
      provider: 'p',
      currency: 'USD',
      basis: 'adjusted_close',
      from_version: version,
    });
  }
  await trx('price').insert({
    collection,
    vintage_id: vintageId,
    session_date: row.session,
    adjusted_close: row.value,
    observed_at: row.observedAt,
    observed_stated: false,
    observation_hash: Buffer.alloc(32),
    from_version: version,
  });
}

/** The answer now for the cutoff `requested`. */
export async function ask(db: Db, under: Rules, requested: Instant | null, now: Instant): Promise<Answer> {
  const head = await readHead(db, collection);
  const asOf = await under.asOf(requested, head.watermark, now);
  const { version, effectiveAt } = await releaseReader()(db, head, asOf);
  const facts = await factsAt(db, under, { collection, version, asOf });
  return { asOf, effectiveAt, newestObservedAt: newest(facts), facts };
}

async function factsAt(db: Db, under: Rules, cutoff: Cutoff): Promise<Fact[]> {
  const [e, b, r] = [under.inVersion('e', cutoff), under.eligible('b', cutoff), under.eligible('r', cutoff)];
  const [v, p] = [under.inVersion('v', cutoff), under.eligiblePart('p', cutoff)];
  const { rows } = await db.raw(
    `select 'entity ' || e.ticker as key, e.name as value, null::timestamptz as "observedAt" from entity e where ${e.sql}
     union all
     select * from (
       select distinct on (r.belief_id) 'belief ' || r.belief_id, r.revision || ' ' || r.summary, r.observed_at
         from belief b join revision r on r.collection = b.collection and r.belief_id = b.belief_id
        where ${b.sql} and ${r.sql} order by r.belief_id, r.observed_at desc, r.revision desc) state
     union all
     select 'price ' || v.series_id || ' ' || p.session_date, p.adjusted_close::text, p.observed_at
       from price_vintage v join price p on p.collection = v.collection and p.vintage_id = v.vintage_id
      where ${v.sql} and ${p.sql}`,
    [e, b, r, v, p].flatMap(({ bindings }) => bindings),
  );
  return (rows as Fact[]).sort(byKey);
}
