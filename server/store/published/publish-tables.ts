// The versioned tables as publishing sees them: the order of their columns and what names one row.
import type { OpenEntity } from './publish-lookups.ts';
import type { Row, VersionedTable } from './publish-rows.ts';

const text = (...names: string[]): [string, string][] => names.map((name) => [name, 'text']);

/** The instant from which a row counts, and the instant as loaded where the record is known to the day. */
const counted: [string, string][] = [
  ['observed_at', 'timestamptz'],
  ['observed_as', 'timestamptz'],
];

export const sourceTable: VersionedTable = {
  name: 'source',
  key: ['source_id'],
  columns: text('source_id', 'kind', 'name', 'url'),
};

export const personTable: VersionedTable = {
  name: 'person',
  key: ['person_id'],
  columns: text('person_id', 'name', 'handle'),
};

export const entityTable: VersionedTable = {
  name: 'entity',
  key: ['entity_id'],
  columns: [
    ['entity_id', 'uuid'],
    ...text('kind', 'ticker', 'ticker_folded', 'name', 'exchange', 'cik', 'figi', 'isin', 'name_basis'),
    ['names', 'jsonb'],
  ],
};

export function entityRow(e: OpenEntity): Row {
  const names = e.names === null ? null : JSON.stringify(e.names);
  const { entity_id, kind, ticker, ticker_folded, name, exchange, cik, figi, isin, name_basis } = e;
  return [entity_id, kind, ticker, ticker_folded, name, exchange, cik, figi, isin, name_basis, names];
}

export const industryTable: VersionedTable = {
  name: 'industry',
  key: ['key'],
  columns: [
    ['entity_id', 'uuid'],
    ...text('key', 'sic', 'sic_title'),
    ['filed_on', 'date'],
    ['observed_at', 'timestamptz'],
    ['source', 'text'],
  ],
};

export const sessionTable: VersionedTable = {
  name: 'session',
  key: ['session_date'],
  columns: [
    ['session_date', 'date'],
    ['close_at', 'timestamptz'],
    ['early_close', 'boolean'],
  ],
};

export const splitTable: VersionedTable = {
  name: 'split',
  key: ['entity_id', 'effective_session'],
  columns: [
    ['entity_id', 'uuid'],
    ['effective_session', 'date'],
    ['numerator', 'numeric'],
    ['denominator', 'numeric'],
  ],
};

export const evidenceTable: VersionedTable = {
  name: 'evidence',
  key: ['evidence_id'],
  columns: [
    ...text('evidence_id', 'source_id', 'url', 'title', 'author_name'),
    ['published_at', 'timestamptz'],
    ['published_on', 'date'],
    ...counted,
    ...text('capture', 'content_hash', 'verification'),
    ['removed_characters', 'integer'],
  ],
};

export const citationTable: VersionedTable = {
  name: 'citation',
  key: ['citation_id'],
  columns: [...text('citation_id', 'evidence_id'), ['locator', 'jsonb'], ...counted],
};

export const beliefTable: VersionedTable = {
  name: 'belief',
  key: ['belief_id'],
  columns: [['belief_id', 'text'], ['entity_id', 'uuid'], ...text('person_id', 'origin'), ...counted],
};

export const revisionTable: VersionedTable = {
  name: 'revision',
  key: ['belief_id', 'revision'],
  columns: [
    ['belief_id', 'text'],
    ['revision', 'integer'],
    ['entity_id', 'uuid'],
    ...text('person_id', 'person_name', 'person_handle', 'record_key'),
    ...counted,
    ['late', 'boolean'],
    ...text('direction', 'status', 'move', 'summary', 'source_citation_id', 'validity', 'external_state'),
    ...text('said', 'said_citation_id'),
    ['also_cites', 'text[]'],
    ['body', 'jsonb'],
  ],
};

export const partTable: VersionedTable = {
  name: 'belief_part',
  key: ['belief_id', 'kind', 'part_id', 'revision'],
  columns: [...text('belief_id', 'kind', 'part_id'), ['revision', 'integer'], ...counted, ['body', 'jsonb']],
};
