// The schema of a statement, the simplest unit of research: one dated, attributed, cited sentence about a listing.
import {
  closed,
  directions,
  instant,
  label,
  labelOrNull,
  link,
  recordSchema,
  sourceName,
  text,
  ticker,
  type Schema,
} from './fields.ts';
import { intentVocabulary } from './intent.ts';

/** Only ticker and name are read: a dataset's own copy of an industry code is no observation, and is ignored with the rest. */
const security: Schema = { type: 'object', required: ['ticker'], properties: { ticker, name: labelOrNull } };

const note = { type: ['string', 'null'], maxLength: 1_000 } as const;

export const statementSchema = recordSchema(
  'statement',
  'A dated public statement of one person about one listing. Statements of one pair become one belief until its direction reverses.',
  {
    required: [
      'record_id',
      'dataset',
      'person',
      'security',
      'direction',
      'observed_at',
      'statement',
      'source_url',
      'source_title',
    ],
    properties: {
      record_id: sourceName,
      dataset: sourceName,
      person: closed(['id', 'name'], { id: sourceName, name: label, handle: labelOrNull, kind: note }),
      security,
      direction: { enum: directions },
      direction_basis: {
        ...note,
        description: 'author_declared, or what classified the direction; anything else is taken as the operator.',
      },
      observed_at: instant,
      observed_at_precision: note,
      statement: text,
      statement_kind: note,
      source_url: link,
      source_url_kind: {
        ...note,
        description: 'permalink_pattern = the link was constructed, so the evidence counts as unverified.',
      },
      source_title: label,
      author_name: labelOrNull,
      pair_id: note,
      pair_seq: { type: ['integer', 'null'], minimum: 0 },
      ...intentVocabulary,
    },
  },
);
