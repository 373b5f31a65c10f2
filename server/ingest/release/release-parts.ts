// The rows of what belongs to a revision, with the public ids that readers see in them.
import type { Instant } from '../../store/engine/db.ts';
import { derivedId } from '../../store/engine/ids.ts';
import type { Row } from '../../store/published/publish-rows.ts';
import type { RecordTimes } from '../../store/staged/staging.ts';
import type {
  ClaimRecord,
  ConditionRecord,
  IntentCondition,
  IntentRecord,
  NoteRecord,
  TargetRecord,
} from '../records/records.ts';

export type PartRecord = ClaimRecord | ConditionRecord | IntentRecord | TargetRecord | NoteRecord;

const cited = (id: string): string => derivedId('citation', id);

export function partRow(record: PartRecord, beliefId: string, { observed_at, observed_as }: RecordTimes): Row {
  const { partId, body } = content(record, observed_as ?? observed_at);
  return [beliefId, record.type, partId, record.revision, observed_at, observed_as, JSON.stringify(body)];
}

function content(record: PartRecord, observedAt: Instant): { partId: string; body: object } {
  switch (record.type) {
    case 'claim': {
      const { claim_id, role, statement, citation_id } = record;
      return { partId: derivedId('claim', claim_id), body: { role, statement, citation_id: cited(citation_id) } };
    }
    case 'condition': {
      const { condition_id, kind, statement, status, expected_by, citation_id } = record;
      const body = { kind, statement, status, expected_by, citation_id: cited(citation_id) };
      return { partId: derivedId('condition', condition_id), body };
    }
    case 'intent':
      return { partId: 'author_intent', body: intentBody(record, observedAt) };
    case 'target': {
      const { type: _type, target_id, belief_id: _belief, revision: _revision, citation_id, ...told } = record;
      return { partId: derivedId('target', target_id), body: { ...told, citation_id: cited(citation_id) } };
    }
    case 'note': {
      const { note_id, kind, statement, provenance, citation_id } = record;
      const body = { kind, statement, provenance, citation_id: citation_id === null ? null : cited(citation_id) };
      return { partId: derivedId('note', note_id), body };
    }
  }
}

function intentBody(record: IntentRecord, observedAt: Instant): object {
  const { action, basis, time_context, instrument, position_actor, additional_intents, methodology_version, status } =
    record;
  return {
    action,
    basis,
    time_context,
    instrument,
    ...(position_actor && { position_actor }),
    ...(additional_intents && {
      additional_intents: additional_intents.map((intent) => ({
        ...intent,
        conditions: citedConditions(intent.conditions),
        citation_ids: intent.citation_ids.map(cited),
      })),
    }),
    methodology_version,
    status,
    observation_id: derivedId('intent', record.observation_id),
    observed_at: observedAt,
    conditions: citedConditions(record.conditions),
    citation_ids: record.citation_ids.map(cited),
    execution_verified: false,
  };
}

function citedConditions(conditions: readonly IntentCondition[]): IntentCondition[] {
  return conditions.map(({ statement, citation_ids }) => ({ statement, citation_ids: citation_ids.map(cited) }));
}
