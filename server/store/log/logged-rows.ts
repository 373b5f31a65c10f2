// Rows that the public log holds: kind by kind, what names one, and what readers are shown of it.
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import type { LogAct, LogRow } from '../../log/rows.ts';

type LoggedTable = {
  readonly kind: string;
  readonly table: string;
  /** Columns that name a row. */
  readonly key: readonly string[];
  /** Columns or expressions `… as name`. Words that no document shows, such as a whole capture, are not among them. */
  readonly values: readonly string[];
};

const columns = (names: string): string[] => names.split(/\s+/);

const counted = ['observed_at', 'observed_as'];

/** In the order of the leaves of a release. */
const tables: readonly LoggedTable[] = [
  { kind: 'source', table: 'source', key: ['source_id'], values: ['kind', 'name', 'url'] },
  { kind: 'person', table: 'person', key: ['person_id'], values: ['name', 'handle'] },
  {
    kind: 'entity',
    table: 'entity',
    key: ['entity_id'],
    values: ['kind', 'ticker', 'name', 'exchange', 'cik', 'figi', 'isin', 'name_basis', 'names'],
  },
  {
    kind: 'industry',
    table: 'industry',
    key: ['key'],
    values: ['entity_id', 'sic', 'sic_title', 'filed_on', 'observed_at', 'source'],
  },
  { kind: 'session', table: 'session', key: ['session_date'], values: ['close_at', 'early_close'] },
  { kind: 'split', table: 'split', key: ['entity_id', 'effective_session'], values: ['numerator', 'denominator'] },
  {
    kind: 'evidence',
    table: 'evidence',
    key: ['evidence_id'],
    values: columns(
      `source_id url title author_name published_at published_on observed_at observed_as content_hash verification
       removed_characters`,
    ),
  },
  { kind: 'citation', table: 'citation', key: ['citation_id'], values: ['evidence_id', 'locator', ...counted] },
  { kind: 'belief', table: 'belief', key: ['belief_id'], values: ['entity_id', 'person_id', 'origin', ...counted] },
  {
    kind: 'revision',
    table: 'revision',
    key: ['belief_id', 'revision'],
    values: [
      ...columns(
        `entity_id person_id person_name person_handle observed_at observed_as late direction status move summary
         source_citation_id validity external_state said said_citation_id also_cites`,
      ),
      // The statements that a course is derived from carry the ids of their source.
      `body - 'statements' as body`,
    ],
  },
  {
    kind: 'part',
    table: 'belief_part',
    key: ['belief_id', 'kind', 'part_id', 'revision'],
    values: [...counted, 'body'],
  },
];

export const PRICES = 'prices';

/** Kinds of rows in the order of the leaves of a release. */
export const loggedKinds: readonly string[] = [...tables.map(({ kind }) => kind), PRICES];

/** Kinds whose rows a legal removal can change. */
export const removableKinds = ['source', 'evidence', 'citation', 'belief', 'revision', 'part'];

const tableOf = (kind: string): LoggedTable => {
  const found = tables.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`the log has no rows of kind ${kind}`);
  return found;
};

const named = (key: readonly string[]): string =>
  `jsonb_build_array(${key.map((name) => `t.${name}`).join(', ')})::text collate "C"`;

const columnsOf = (names: readonly string[]): string => names.map((name) => `t.${name}`).join(', ');

/**
 * One row for each series and release: a row for each price would make the log several times as large as the store. The
 * digest is over all prices that the release added.
 */
const openedPrices = `
  select ${named(['vintage_id'])} as row_key, t.from_version as release, t.vintage_id, v.series_id, v.entity_id, v.ticker,
         v.provider, v.currency, v.basis, count(*)::integer as sessions,
         encode(sha256(convert_to(string_agg(concat_ws(' ', to_char(t.session_date, 'YYYY-MM-DD'), t.adjusted_close,
           coalesce(t.close::text, '-'), encode(t.observation_hash, 'hex')), chr(10) order by t.session_date), 'UTF8')), 'hex') as digest
    from price t join price_vintage v on v.collection = t.collection and v.vintage_id = t.vintage_id`;
const pricesGrouped =
  'group by t.vintage_id, t.from_version, v.series_id, v.entity_id, v.ticker, v.provider, v.currency, v.basis';

export type RowAct = Extract<LogAct, 'opened' | 'closed'>;

/** A row as it is read: its key, its release, and the values that are logged. */
export type LoggedRow = { row_key: string; release: number } & { readonly [value: string]: unknown };

/** Rows of the live collection that a release opened or closed; the condition is over `t`. */
export function rowsOfKind(kind: string, act: RowAct, where: Fragment): Fragment {
  if (kind === PRICES) {
    if (act === 'opened')
      return sql`${raw(openedPrices)} where t.collection = 'live' and ${where} ${raw(pricesGrouped)}`;
    return closedRows({ table: 'price_vintage', key: ['vintage_id'] }, where);
  }
  const { table, key, values } = tableOf(kind);
  if (act === 'closed') return closedRows({ table, key }, where);
  const columns = `${named(key)} as row_key, t.from_version as release, ${columnsOf([...key, ...values])}`;
  return sql`select ${raw(columns)} from ${raw(table)} t where t.collection = 'live' and ${where}`;
}

/** Of a row that ended, the log has only what names it. */
function closedRows({ table, key }: Pick<LoggedTable, 'table' | 'key'>, where: Fragment): Fragment {
  const columns = `${named(key)} as row_key, t.to_version as release, ${columnsOf(key)}`;
  return sql`select ${raw(columns)} from ${raw(table)} t where t.collection = 'live' and ${where}`;
}

/** The column that says which release opened or closed a row. */
export const versionOf = (act: RowAct): Fragment => raw(act === 'opened' ? 't.from_version' : 't.to_version');

/** The key of a row of this kind, as an expression over `t`. */
export const keyOfKind = (kind: string): Fragment => raw(named(kind === PRICES ? ['vintage_id'] : tableOf(kind).key));

export const tableNameOf = (kind: string): Fragment => raw(tableOf(kind).table);

export function logRowOf(kind: string, act: LogAct, { row_key: _key, release, ...values }: LoggedRow): LogRow {
  return { act, kind, release, values };
}
