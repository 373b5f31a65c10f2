// The versioned tables as publishing sees them: the order of their columns and what names one row.
import type { OpenEntity } from './publish-lookups.ts';
import { columnsOf, type Row, type VersionedTable } from './publish-rows.ts';

/** The instant from which a row counts, and the instant as loaded where the record is known to the day. */
const counted = 'observed_at timestamptz, observed_as timestamptz';

export const sourceTable: VersionedTable = {
  name: 'source',
  key: ['source_id'],
  columns: columnsOf('source_id text, kind text, name text, url text'),
};

export const personTable: VersionedTable = {
  name: 'person',
  key: ['person_id'],
  columns: columnsOf('person_id text, name text, handle text'),
};

export const entityTable: VersionedTable = {
  name: 'entity',
  key: ['entity_id'],
  columns: columnsOf(
    `entity_id uuid, kind text, ticker text, ticker_folded text, name text, exchange text, cik text, figi text,
       isin text, name_basis text, names jsonb`,
  ),
};

export function entityRow(e: OpenEntity): Row {
  const names = e.names === null ? null : JSON.stringify(e.names);
  const { entity_id, kind, ticker, ticker_folded, name, exchange, cik, figi, isin, name_basis } = e;
  return [entity_id, kind, ticker, ticker_folded, name, exchange, cik, figi, isin, name_basis, names];
}

export const industryTable: VersionedTable = {
  name: 'industry',
  key: ['key'],
  columns: columnsOf(
    'entity_id uuid, key text, sic text, sic_title text, filed_on date, observed_at timestamptz, source text',
  ),
};

export const sessionTable: VersionedTable = {
  name: 'session',
  key: ['session_date'],
  columns: columnsOf('session_date date, close_at timestamptz, early_close boolean'),
};

export const splitTable: VersionedTable = {
  name: 'split',
  key: ['entity_id', 'effective_session'],
  columns: columnsOf('entity_id uuid, effective_session date, numerator numeric, denominator numeric'),
};

export const evidenceTable: VersionedTable = {
  name: 'evidence',
  key: ['evidence_id'],
  columns: columnsOf(
    `evidence_id text, source_id text, url text, title text, author_name text, published_at timestamptz,
       published_on date, ${counted}, capture text, content_hash text, verification text,
       removed_characters integer`,
  ),
};

export const citationTable: VersionedTable = {
  name: 'citation',
  key: ['citation_id'],
  columns: columnsOf(`citation_id text, evidence_id text, locator jsonb, ${counted}`),
};

export const beliefTable: VersionedTable = {
  name: 'belief',
  key: ['belief_id'],
  columns: columnsOf(`belief_id text, entity_id uuid, person_id text, origin text, ${counted}`),
};

export const revisionTable: VersionedTable = {
  name: 'revision',
  key: ['belief_id', 'revision'],
  columns: columnsOf(
    `belief_id text, revision integer, entity_id uuid, person_id text, person_name text, person_handle text,
       record_key text, ${counted}, late boolean, direction text, status text, move text, summary text,
       source_citation_id text, validity text, external_state text, said text, said_citation_id text,
       also_cites text[], body jsonb`,
  ),
};

export const partTable: VersionedTable = {
  name: 'belief_part',
  key: ['belief_id', 'kind', 'part_id', 'revision'],
  columns: columnsOf(`belief_id text, kind text, part_id text, revision integer, ${counted}, body jsonb`),
};
