// References of a record: ids of other records, tickers and entities, and the citations that carry a revision.
import type { BundleRecord, IntentCondition } from '../records/records.ts';

export type Reference = {
  field: string;
  to: 'source' | 'person' | 'evidence' | 'citation' | 'belief' | 'revision' | 'ticker' | 'entity';
  key: string;
  /** The key of the revision that a citation carries: its evidence cannot be observed after that. */
  revision?: string;
};

export function referencesOf(record: BundleRecord): Reference[] {
  const at = (field: string, to: Reference['to'], key: string): Reference => ({ field, to, key });
  switch (record.type) {
    case 'industry':
      return [
        record.ticker === undefined
          ? at('entity_id', 'entity', record.entity_id ?? '')
          : at('ticker', 'ticker', record.ticker),
      ];
    case 'split':
      return [at('ticker', 'ticker', record.ticker)];
    case 'evidence':
      return [at('source_id', 'source', record.source_id)];
    case 'citation':
      return [at('evidence_id', 'evidence', record.evidence_id)];
    case 'belief': {
      const { subject } = record;
      const about =
        'ticker' in subject
          ? at('subject.ticker', 'ticker', subject.ticker)
          : at('subject.entity_id', 'entity', subject.entity_id);
      return [at('person_id', 'person', record.person_id), about, at('belief_id', 'revision', `${record.belief_id} 1`)];
    }
    case 'revision':
    case 'claim':
    case 'condition':
    case 'intent':
    case 'target':
    case 'note':
      return ofRevision(record);
    default:
      return [];
  }
}

type OfRevision = Extract<BundleRecord, { belief_id: string; revision: number }>;

function ofRevision(record: OfRevision): Reference[] {
  const revision = `${record.belief_id} ${record.revision}`;
  const owner: Reference =
    record.type === 'revision'
      ? { field: 'belief_id', to: 'belief', key: record.belief_id }
      : { field: 'revision', to: 'revision', key: revision };
  return [owner, ...cited(record).map(([field, key]): Reference => ({ field, to: 'citation', key, revision }))];
}

type CitationReference = [field: string, citationId: string];

function cited(record: OfRevision): CitationReference[] {
  switch (record.type) {
    case 'revision': {
      const paragraphs = record.investment_case?.paragraphs ?? [];
      const inCase = paragraphs.flatMap((p, i) =>
        listed(`investment_case.paragraphs[${i}].citation_ids`, p.citation_ids),
      );
      return [['source_citation_id', record.source_citation_id], ...inCase];
    }
    case 'intent': {
      const more = (record.additional_intents ?? []).flatMap((intent, i) => [
        ...listed(`additional_intents[${i}].citation_ids`, intent.citation_ids),
        ...inConditions(`additional_intents[${i}].conditions`, intent.conditions),
      ]);
      return [
        ...listed('citation_ids', record.citation_ids),
        ...inConditions('conditions', record.conditions),
        ...more,
      ];
    }
    case 'note':
      return record.citation_id === null ? [] : [['citation_id', record.citation_id]];
    default:
      return [['citation_id', record.citation_id]];
  }
}

function listed(field: string, ids: readonly string[]): CitationReference[] {
  return ids.map((id, index) => [`${field}[${index}]`, id]);
}

function inConditions(field: string, conditions: readonly IntentCondition[]): CitationReference[] {
  return conditions.flatMap((condition, index) => listed(`${field}[${index}].citation_ids`, condition.citation_ids));
}
