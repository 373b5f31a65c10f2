// The schemas of a view and its course: beliefs, revisions, claims, conditions, price targets and notes.
import {
  citationIds,
  closed,
  currency,
  date,
  dateOrNull,
  decimalOrNull,
  directions,
  externalStates,
  id,
  instant,
  instantOrNull,
  label,
  precision,
  recordSchema,
  revisionNumber,
  text,
  validities,
} from './fields.ts';
import { subject } from './identity.ts';

export const beliefSchema = recordSchema('belief', "One person's view of one subject. Its course is its revisions.", {
  required: ['belief_id', 'person_id', 'subject'],
  properties: { belief_id: id, person_id: id, subject },
});

export const revisionSchema = recordSchema(
  'revision',
  'One observed state of a belief. Moves between states are limited (see /docs/operate#moves).',
  {
    required: [
      'belief_id',
      'revision',
      'observed_at',
      'direction',
      'status',
      'summary',
      'source_citation_id',
      'validity',
      'external_state',
      'blockers',
    ],
    properties: {
      belief_id: id,
      revision: revisionNumber,
      observed_at: instant,
      observed_at_precision: precision,
      direction: { enum: directions },
      direction_basis: { enum: ['author_declared', 'operator_classified'] },
      status: {
        enum: ['forming', 'active', 'strengthened', 'weakened', 'reversed', 'resolved', 'abandoned', 'unknown'],
      },
      summary: text,
      source_citation_id: id,
      validity: { enum: validities },
      external_state: { enum: externalStates },
      blockers: { type: 'array', items: text, maxItems: 50 },
      confidence: { enum: ['low', 'medium', 'high'] },
      horizon: closed(['text'], { text: label, until_on: date }),
      investment_case: closed(['paragraphs'], {
        paragraphs: {
          type: 'array',
          minItems: 1,
          maxItems: 12,
          items: closed(['text', 'citation_ids'], {
            text: { ...text, maxLength: 2_000 },
            citation_ids: { ...citationIds, minItems: 1 },
          }),
        },
      }),
    },
  },
);

export const claimSchema = recordSchema('claim', 'One cited claim that a revision rests on.', {
  required: ['claim_id', 'belief_id', 'revision', 'role', 'statement', 'citation_id'],
  properties: {
    claim_id: id,
    belief_id: id,
    revision: revisionNumber,
    role: { enum: ['support', 'risk', 'context'] },
    statement: text,
    citation_id: id,
  },
});

const statusByKind = (kind: string, statuses: readonly string[]): unknown => ({
  if: { properties: { kind: { const: kind } } },
  then: { properties: { status: { enum: statuses } } },
});

export const conditionSchema = recordSchema(
  'condition',
  'A catalyst, risk or invalidation with its state at one revision. A later revision restates the same condition_id with its new status.',
  {
    required: ['condition_id', 'belief_id', 'revision', 'kind', 'statement', 'status', 'expected_by', 'citation_id'],
    properties: {
      condition_id: id,
      belief_id: id,
      revision: revisionNumber,
      kind: { enum: ['catalyst', 'risk', 'invalidation'] },
      statement: text,
      status: { enum: ['pending', 'met', 'missed', 'not_triggered', 'triggered', 'unknown'] },
      expected_by: instantOrNull,
      citation_id: id,
    },
    also: {
      allOf: [
        statusByKind('catalyst', ['pending', 'met', 'missed', 'unknown']),
        statusByKind('risk', ['not_triggered', 'triggered', 'unknown']),
        statusByKind('invalidation', ['not_triggered', 'triggered', 'unknown']),
      ],
    },
  },
);

export const targetSchema = recordSchema(
  'target',
  'A price target that the author stated. Prices are decimals as text, kept as written.',
  {
    required: [
      'target_id',
      'belief_id',
      'revision',
      'low',
      'high',
      'currency',
      'stated_on',
      'horizon',
      'price_when_stated',
      'conditions',
      'citation_id',
    ],
    properties: {
      target_id: id,
      belief_id: id,
      revision: revisionNumber,
      low: decimalOrNull,
      high: decimalOrNull,
      currency,
      stated_on: date,
      horizon: { ...closed(['text', 'until_on'], { text: label, until_on: dateOrNull }), type: ['object', 'null'] },
      price_when_stated: decimalOrNull,
      conditions: { type: 'array', items: text, maxItems: 50 },
      citation_id: id,
    },
    also: { not: { properties: { low: { type: 'null' }, high: { type: 'null' } } } },
  },
);

export const noteSchema = recordSchema(
  'note',
  'A change, reason, disagreement, comparable or unknown. Only what the service derived may lack a citation.',
  {
    required: ['note_id', 'belief_id', 'revision', 'kind', 'statement', 'provenance', 'citation_id'],
    properties: {
      note_id: id,
      belief_id: id,
      revision: revisionNumber,
      kind: { enum: ['change', 'reason', 'disagreement', 'comparable_history', 'unknown'] },
      statement: text,
      provenance: { enum: ['author_stated', 'third_party_reported', 'service_derived'] },
      citation_id: { ...id, type: ['string', 'null'] },
    },
    also: {
      if: { properties: { provenance: { const: 'service_derived' } } },
      else: { properties: { citation_id: { type: 'string' } } },
    },
  },
);
