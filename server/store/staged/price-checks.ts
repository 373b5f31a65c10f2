// The checks of an import's prices as queries: repeated sessions, each series as a whole, and how it stands to what is held.
import type { CalendarDate, Collection, Db, Instant } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { rowsOf, run } from '../published/publish-rows.ts';

/** Some series of an import: as many as are judged in one step. */
export type Batch = { importId: number; nos: readonly number[] };

const inBatch = 'p.import_id = ? and p.series_no = any(?::integer[])';

export type SeriesSummary = {
  series_no: number;
  rows: number;
  closes: number;
  /** Rows beyond the first of their session. */
  repeats: number;
  /** Rows that come at most `daysMax` days after another one. */
  following: number;
  first_session: CalendarDate;
  last_session: CalendarDate;
  newest_observed_at: Instant;
  /** Sessions whose price is at least `timesMin` times the one before, or that part of it; the first of them and its ratio. */
  jumps: number;
  jump_on: CalendarDate | null;
  jump_ratio: number | null;
  /** The longest stretch of days without a row, and the session before it. */
  gap_days: number | null;
  gap_after: CalendarDate | null;
};

/** `daysMax`: within how many days a session follows another; `timesMin`: the ratio of two prices from which it is a jump. */
export type Odd = { daysMax: number; timesMin: number };

export async function summaries(
  db: Db,
  { importId, nos }: Batch,
  { daysMax, timesMin }: Odd,
): Promise<SeriesSummary[]> {
  return rowsOf<SeriesSummary>(
    db,
    `select series_no, count(*)::integer as rows, count(close)::integer as closes,
            count(*) filter (where days = 0)::integer as repeats, count(*) filter (where days <= ?)::integer as following,
            min(session_date) as first_session, max(session_date) as last_session, max(observed_at) as newest_observed_at,
            count(*) filter (where is_jump)::integer as jumps, min(session_date) filter (where is_jump) as jump_on,
            (array_agg(adjusted_close / earlier order by session_date) filter (where is_jump))[1]::double precision as jump_ratio,
            max(days) as gap_days, (array_agg(session_date - days order by days desc) filter (where days > 2 * ?))[1] as gap_after
       from (select n.*, n.session_date - n.previous as days,
                    n.adjusted_close >= ? * n.earlier or n.earlier >= ? * n.adjusted_close as is_jump
               from (select p.series_no, p.session_date, p.adjusted_close, p.close, p.observed_at,
                            lag(p.session_date) over w as previous, lag(p.adjusted_close) over w as earlier
                       from import_price p where ${inBatch}
                     window w as (partition by p.series_no order by p.session_date, p.line)) n) r
      group by series_no`,
    [daysMax, daysMax, timesMin, timesMin, importId, nos],
  );
}

/** A row that says something else of its session than an earlier row; `here` and `there` as the file writes them. */
export type UnequalRepeat = {
  series_no: number;
  line: number;
  session_date: CalendarDate;
  named: 'price' | 'close' | 'split' | 'time';
  here: string | null;
  there: string | null;
  first_line: number;
};

const asText = {
  price: (row: string) => `${row}.adjusted_close::text`,
  close: (row: string) => `${row}.close::text`,
  split: (row: string) => `${row}.split::text`,
  time: (row: string) => `to_char(${row}.observed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};
const byName = (row: string): string =>
  `case r.named ${Object.entries(asText)
    .map(([name, text]) => `when '${name}' then ${text(row)}`)
    .join(' ')} end`;

export async function unequalRepeats(db: Db, { importId, nos }: Batch): Promise<UnequalRepeat[]> {
  return rowsOf<UnequalRepeat>(
    db,
    `select r.series_no, r.line, r.session_date, r.named, ${byName('r')} as here, ${byName('f')} as there, f.line as first_line
       from (select p.*, f.line as first_line,
                    case when p.adjusted_close <> f.adjusted_close then 'price' when p.close is distinct from f.close then 'close'
                         when p.split is distinct from f.split then 'split' when p.observed_at <> f.observed_at then 'time' end as named
               from import_price p
              cross join lateral (select x.* from import_price x
                                   where x.import_id = p.import_id and x.series_no = p.series_no and x.session_date = p.session_date
                                   order by x.line limit 1) f
              where ${inBatch}) r
       join import_price f on f.import_id = r.import_id and f.series_no = r.series_no and f.session_date = r.session_date
                          and f.line = r.first_line
      where r.named is not null order by r.line`,
    [importId, nos],
  );
}

/** Keeps the first row of each session. */
export async function dropRepeats(db: Db, { importId, nos }: Batch): Promise<void> {
  await run(
    db,
    `delete from import_price p
      where ${inBatch} and exists (select 1 from import_price x
                                    where x.import_id = p.import_id and x.series_no = p.series_no
                                      and x.session_date = p.session_date and x.line < p.line)`,
    [importId, nos],
  );
}

/** The held price of a session: staged outranks released. Staged imports of one series have different sessions. */
const standingOf = (p: string): string => `
  join import_series s on s.import_id = ${p}.import_id and s.series_no = ${p}.series_no
  left join lateral (select x.session_date, x.adjusted_close, x.close, x.observed_at
                       from import_series y
                       join import_price x on x.import_id = y.import_id and x.series_no = y.series_no and x.session_date = ${p}.session_date
                      where y.collection = s.collection and y.series_id = s.series_id and y.state = 'staged'
                      order by y.import_id limit 1) sp on true
  left join price_vintage v on v.collection = s.collection and v.series_id = s.series_id and v.to_version = ${OPEN_VERSION}
  left join lateral (select x.session_date, x.adjusted_close, x.close, x.observed_at from price x
                      where x.collection = v.collection and x.vintage_id = v.vintage_id and x.session_date = ${p}.session_date limit 1) r on true`;

export type Comparison = {
  series_no: number;
  /** Sessions that are held already, and those of them with another value. */
  overlapping: number;
  differing: number;
  /** Those of which only digits below the provider's precision differ. */
  noise: number;
  /** Of the released ones alone. */
  differing_released: number;
  first_line: number | null;
  first_held: string | null;
  first_named: string | null;
};

/** `precision`: up to which relative difference two values are the same. */
export async function comparisons(db: Db, { importId, nos }: Batch, precision: number): Promise<Comparison[]> {
  const other = (one: string, another: string): string =>
    `(${one} <> ${another} and abs(${one} - ${another}) > ?::numeric * ${another})`;
  const differsFrom = (row: string): string => `
    case when ${other('p.adjusted_close', `${row}.adjusted_close`)} then 'adjusted close'
         when p.close is not null and (${row}.close is null or ${other('p.close', `${row}.close`)}) then 'split-adjusted close'
         when p.observed_in_row and p.observed_at <> ${row}.observed_at then 'time of observation' end`;
  return rowsOf<Comparison>(
    db,
    `select series_no, count(*)::integer as overlapping, count(named)::integer as differing,
            count(named_released)::integer as differing_released,
            count(*) filter (where named is null and is_other)::integer as noise,
            min(line) filter (where named is not null) as first_line,
            (array_agg(held order by line) filter (where named is not null))[1] as first_held,
            (array_agg(named order by line) filter (where named is not null))[1] as first_named
       from (select d.*, case d.named when 'adjusted close' then d.held_adjusted::text
                                      when 'split-adjusted close' then coalesce(d.held_close::text, 'none')
                                      else to_char(d.held_observed at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as held
               from (select p.series_no, p.line, h.adjusted_close as held_adjusted, h.close as held_close, h.observed_at as held_observed,
                            p.adjusted_close <> h.adjusted_close or coalesce(p.close <> h.close, false) as is_other,
                            ${differsFrom('h')} as named, case when r.session_date is not null then ${differsFrom('r')} end as named_released
                       from import_price p ${standingOf('p')}
                      cross join lateral (select coalesce(sp.adjusted_close, r.adjusted_close) as adjusted_close,
                                                 case when sp.session_date is null then r.close else sp.close end as close,
                                                 coalesce(sp.observed_at, r.observed_at) as observed_at) h
                      where ${inBatch} and (sp.session_date is not null or r.session_date is not null)) d) c
      group by series_no`,
    [precision, precision, precision, precision, importId, nos],
  );
}

/** Leaves only the sessions that the series lacks: beyond all that it holds, or beyond what is released of it. */
export async function dropHeld(db: Db, { importId, nos }: Batch, beyond: 'all' | 'released'): Promise<void> {
  if (nos.length === 0) return;
  const isHeld =
    beyond === 'all' ? '(sp.session_date is not null or r.session_date is not null)' : 'r.session_date is not null';
  await run(
    db,
    `delete from import_price d using (
       select p.import_id, p.series_no, p.session_date, p.line from import_price p ${standingOf('p')}
        where ${inBatch} and ${isHeld}) h
      where d.import_id = h.import_id and d.series_no = h.series_no and d.session_date = h.session_date and d.line = h.line`,
    [importId, nos],
  );
}

/** A series after a release: its sessions, and those of them with a split-adjusted close. */
export type SeriesState = { sessions: number; closes: number; entityId: string | null; isReleased: boolean };

/** Series that hold nothing are absent. */
export async function seriesHeld(
  db: Db,
  collection: Collection,
  seriesIds: readonly string[],
): Promise<Map<string, SeriesState>> {
  const rows = await rowsOf<SeriesState & { series_id: string }>(
    db,
    `select g.series_id, v.entity_id as "entityId", v.vintage_id is not null as "isReleased",
            coalesce(t.sessions, 0) + case when t.opens then 0 else coalesce(h.sessions, 0) end as sessions,
            coalesce(t.closes, 0) + case when t.opens then 0 else coalesce(h.closes, 0) end as closes
       from unnest(?::text[]) as g(series_id)
       left join price_vintage v on v.collection = ? and v.series_id = g.series_id and v.to_version = ${OPEN_VERSION}
       left join lateral (select sum(s.row_count)::integer as sessions, sum(s.close_count)::integer as closes, bool_or(s.opens) as opens
                            from import_series s
                           where s.collection = ? and s.series_id = g.series_id and s.state = 'staged') t on true
       left join lateral (select count(*)::integer as sessions, count(x.close)::integer as closes
                            from price x where x.collection = v.collection and x.vintage_id = v.vintage_id) h on true
      where v.vintage_id is not null or t.sessions > 0`,
    [seriesIds, collection, collection],
  );
  return new Map(rows.map(({ series_id, ...held }) => [series_id, held]));
}
