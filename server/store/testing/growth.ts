// Research of any size, made by the server itself in sets: the same market ten or a hundred times as large, for what measures growth.
import type { Knex } from 'knex';
import { openRelease, retrying } from '../known/clock.ts';
import type { Instant, Trx } from '../engine/db.ts';
import { entityIdForTicker } from '../engine/ids.ts';
import { addRows, type Row } from '../published/publish-rows.ts';
import { entityTable, sourceTable } from '../published/publish-tables.ts';

/** Ten years of observations, released month by month. */
const FIRST_DAY = Date.UTC(2015, 0, 1);
const LAST_DAY = Date.UTC(2025, 0, 1);
const RELEASES = 120;
const BELIEFS_PER_TICKER = 100;

export type Growth = {
  tickers: readonly string[];
  /** From the first belief to the last: what a question may take as its cutoff. */
  from: Instant;
  to: Instant;
};

const instant = (milliseconds: number): Instant => new Date(milliseconds).toISOString();
const monthMs = (LAST_DAY - FIRST_DAY) / RELEASES;

/** Evenly scattered over [0, 1), the same for the same number. */
const scattered = (of: string): string => `((hashint8(${of})::bigint + 2147483648) / 4294967296.0)`;

/** The number of the month that an instant lies in: what was observed in it is released at its end. */
const versionOf = (at: string): string =>
  `(1 + floor(extract(epoch from ${at} - timestamptz '${instant(FIRST_DAY)}') * 1000 / ${monthMs}))::integer`;

/**
 * `count` beliefs in the order of their observation, each with a second revision a month later, and evidence for both.
 * There are as many tickers and as many people as a hundredth of the beliefs; some are spoken of, or speak, far more
 * often than most. Needs a store without live research and a connection without a time limit.
 */
export async function generateGrowth(db: Knex, count: number): Promise<Growth> {
  const many = Math.max(1, Math.round(count / BELIEFS_PER_TICKER));
  const tickers = Array.from({ length: many }, (_, index) => `T${String(index).padStart(5, '0')}`);
  await retrying(db, async (trx) => {
    for (let month = 1; month <= RELEASES; month += 1) {
      await openRelease(trx, {
        collection: 'live',
        kind: 'release',
        now: instant(LAST_DAY),
        effectiveAt: instant(FIRST_DAY + month * monthMs),
        newestObservedAt: null,
      });
    }
    await addSubjects(trx, tickers);
    await trx.raw(`create temporary table made on commit drop as
      select i, 'bel_' || md5('belief ' || i) as belief_id, e.entity_id,
             'person-' || floor(${many} * ${scattered('i + 1000000007')} ^ 2)::integer as person_id,
             timestamptz '${instant(FIRST_DAY)}' + i * (interval '${LAST_DAY - FIRST_DAY} milliseconds' / ${count}) as observed_at
        from generate_series(0, ${count - 1}) as i
        join entity e on e.collection = 'live' and e.ticker = 'T' || lpad(floor(${many} * ${scattered('i')} ^ 2)::integer::text, 5, '0')
       order by i`);
    await withoutIndexes(trx, async () => {
      for (const statement of rows()) await trx.raw(statement);
    });
  });
  await db.raw('vacuum (analyze)');
  return { tickers, from: instant(FIRST_DAY + 3 * monthMs), to: instant(LAST_DAY) };
}

const filled = ['belief', 'revision', 'evidence', 'citation', 'belief_part'];

/** An index that is made over rows which are there takes a fraction of the time of one that each row is put into. */
async function withoutIndexes(trx: Trx, fill: () => Promise<void>): Promise<void> {
  const keys = await trx.raw(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
       from pg_constraint where contype in ('p', 'f') and conrelid = any(?::text[]::regclass[])`,
    [filled],
  );
  const indexes = await trx.raw(
    `select format('drop index %I', indexname) as drop, indexdef as make
       from pg_indexes where tablename = any(?::text[]) and indexname not in (select conname from pg_constraint)`,
    [filled],
  );
  const all = [...(keys.rows as Remade[]), ...(indexes.rows as Remade[])];
  for (const { drop } of all) await trx.raw(drop);
  await fill();
  await trx.raw(`set local maintenance_work_mem = '512MB'`);
  for (const { make } of all) await trx.raw(make);
}

type Remade = { drop: string; make: string };

async function addSubjects(trx: Trx, tickers: readonly string[]): Promise<void> {
  const first = { collection: 'live', version: 1 } as const;
  const entity = (ticker: string): Row => {
    const identity = [entityIdForTicker(ticker), 'listing', ticker, ticker];
    return [...identity, `Company ${ticker}`, 'NYSE', null, null, null, 'record'];
  };
  await addRows(trx, first, sourceTable, [[`src_${'0'.repeat(32)}`, 'letter', 'Letters', null]]);
  await addRows(trx, first, entityTable, tickers.map(entity));
}

const summary = `'Belief ' || i || ': ' || repeat('orders cover two years of output, and the price does not say so; ', 1 + i::integer % 4)`;

/** Two revisions of each belief, a month apart; none after the last release. */
const said = `(select i, belief_id, entity_id, person_id, n, observed_at + (n - 1) * interval '30 days' as observed_at,
    md5('citation ' || i || ' ' || n) as id from made cross join generate_series(1, 2) as n
    where observed_at + (n - 1) * interval '30 days' < timestamptz '${instant(LAST_DAY)}') as said`;

const stored = (at: string): string => `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Each belief keeps its first direction, and each revision states it again. */
const directed = `jsonb_build_object('direction_basis', 'author_declared', 'direction_stated_at', ${stored('observed_at')},
    'direction_since', ${stored("(observed_at - (n - 1) * interval '30 days')")})`;

function rows(): string[] {
  const version = versionOf('observed_at');
  return [
    `insert into belief (collection, belief_id, entity_id, person_id, origin, observed_at, from_version)
     select 'live', belief_id, entity_id, person_id, 'statement', observed_at, ${version} from made order by i`,
    `insert into revision (collection, belief_id, entity_id, person_id, revision, person_name, record_key, observed_at,
            direction, status, move, summary, source_citation_id, validity, external_state, body, from_version)
     select 'live', belief_id, entity_id, person_id, n, 'Name of ' || person_id, i || '/' || n, observed_at,
            case when i % 5 < 3 then 'bullish' else 'bearish' end,
            case when n = 1 then 'active' when i % 100 = 7 then 'resolved' else 'strengthened' end,
            case n when 1 then 'initiated' else 'updated' end, ${summary}, 'cit_' || id, 'unknown', 'unknown', ${directed}, ${version}
       from ${said} order by observed_at`,
    `insert into evidence (collection, evidence_id, source_id, url, title, author_name, observed_at, capture, content_hash,
            verification, from_version)
     select 'live', 'evd_' || id, 'src_' || repeat('0', 32), 'https://letters.example/' || i || '-' || n, 'Letter ' || i,
            'Name of ' || person_id, observed_at, ${summary}, 'sha256:' || encode(sha256((${summary})::bytea), 'hex'), 'verified', ${version}
       from ${said} order by observed_at`,
    `insert into citation (collection, citation_id, evidence_id, locator, observed_at, from_version)
     select 'live', 'cit_' || id, 'evd_' || id, jsonb_build_object('kind', 'text_quote', 'exact', ${summary}), observed_at, ${version}
       from ${said} order by observed_at`,
    `insert into belief_part (collection, belief_id, kind, part_id, revision, observed_at, body, from_version)
     select 'live', belief_id, 'claim', 'clm_' || id, n, observed_at,
            jsonb_build_object('role', 'support', 'statement', ${summary}, 'citation_id', 'cit_' || id), ${version}
       from ${said} where n = 1 order by observed_at`,
  ];
}
