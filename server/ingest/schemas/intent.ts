// The schema of an author's stated intent, and the vocabulary that a plain statement may use for it too.
import { citationIds, closed, id, label, recordSchema, revisionNumber, text, type Schema } from './fields.ts';

export const intentVocabulary = {
  action: {
    enum: [
      'buy',
      'hold',
      'sell',
      'trim',
      'short',
      'cover',
      'avoid_wait',
      'conditional_buy',
      'directional_opinion',
      'derivative',
      'unknown',
    ],
  },
  basis: {
    enum: [
      'recommendation',
      'self_reported_position',
      'self_reported_trade',
      'third_party_report',
      'published_opinion',
      'unknown',
    ],
  },
  time_context: { enum: ['current', 'historical', 'future_conditional', 'unspecified'] },
  instrument: { enum: ['equity', 'option', 'other', 'unknown'] },
} as const;

const nameless = (kind: string): Schema => closed(['kind', 'name'], { kind: { const: kind }, name: { type: 'null' } });

const positionActor: Schema = {
  type: 'object',
  required: ['kind'],
  discriminator: { propertyName: 'kind' },
  oneOf: [
    nameless('author_personal'),
    closed(['kind', 'name'], { kind: { const: 'named_portfolio_or_entity' }, name: { ...label, maxLength: 160 } }),
    nameless('unresolved'),
    nameless('not_applicable'),
  ],
};

const conditions: Schema = {
  type: 'array',
  maxItems: 10,
  items: closed(['statement', 'citation_ids'], { statement: { ...text, maxLength: 600 }, citation_ids: citationIds }),
};

export const intentSchema = recordSchema(
  'intent',
  'What the author says to do, as the author said it, at one revision of a belief.',
  {
    required: [
      'observation_id',
      'belief_id',
      'revision',
      'action',
      'basis',
      'time_context',
      'instrument',
      'methodology_version',
      'status',
      'conditions',
      'citation_ids',
    ],
    properties: {
      observation_id: id,
      belief_id: id,
      revision: revisionNumber,
      ...intentVocabulary,
      position_actor: positionActor,
      additional_intents: {
        type: 'array',
        maxItems: 5,
        items: closed(['action', 'basis', 'time_context', 'instrument', 'conditions', 'citation_ids'], {
          ...intentVocabulary,
          position_actor: positionActor,
          conditions,
          citation_ids: citationIds,
        }),
      },
      methodology_version: { enum: ['belief-author-intent-v1', 'belief-author-intent-v2', 'belief-author-intent-v3'] },
      status: { enum: ['not_assessed', 'current', 'superseded'] },
      conditions,
      citation_ids: { ...citationIds, minItems: 1 },
    },
  },
);
