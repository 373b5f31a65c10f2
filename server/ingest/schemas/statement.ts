// The schema of a statement, the simplest unit of research: one dated, attributed, cited sentence about a listing.
import {
  closed,
  currency,
  date,
  dateOrNull,
  decimalOrNull,
  directions,
  externalStates,
  id,
  instant,
  label,
  labelOrNull,
  link,
  precision,
  recordSchema,
  sourceName,
  text,
  ticker,
  type Schema,
  validities,
} from './fields.ts';
import { intentVocabulary } from './intent.ts';

/** Only ticker and name are read: a dataset's own copy of an industry code is not an observation, and is ignored with the rest. */
const security: Schema = { type: 'object', required: ['ticker'], properties: { ticker, name: labelOrNull } };

const target: Schema = {
  ...closed(['low', 'high', 'currency'], {
    low: decimalOrNull,
    high: decimalOrNull,
    currency,
    price_when_stated: decimalOrNull,
    horizon: { ...closed(['text'], { text: label, until_on: dateOrNull }), type: ['object', 'null'] },
    conditions: { type: ['array', 'null'], items: text, maxItems: 50 },
  }),
  type: ['object', 'null'],
  description: 'A price target that the author stated, in decimals as text.',
  not: { type: 'object', properties: { low: { type: 'null' }, high: { type: 'null' } } },
};

const review: Schema = {
  ...closed(['belief_id', 'validity', 'external_state', 'blockers'], {
    belief_id: { ...id, description: 'The public id of the view, as answers show it.' },
    validity: { enum: validities },
    external_state: { enum: externalStates },
    blockers: { type: 'array', items: text, maxItems: 50 },
  }),
  type: ['object', 'null'],
  description: 'The statement is a review of the conditions of this view, and states no direction.',
};

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
        description: 'author_declared, or the name of what classified the direction; empty = unknown.',
      },
      observed_at: instant,
      observed_at_precision: precision,
      statement: text,
      rating: {
        ...labelOrNull,
        description: "The author's own word for the direction, such as Outperform, exactly as written.",
      },
      statement_kind: {
        enum: ['verbatim', 'rendered', 'summarised', null],
        description: "rendered or summarised = not the author's own words.",
      },
      truncated_by_source: {
        type: ['boolean', 'null'],
        description: 'true = the source had already cut the statement.',
      },
      transaction_date: {
        ...dateOrNull,
        description: 'The date of a trade. Of statements of one instant, those of the latest date give the direction.',
      },
      coverage: { enum: ['dropped', null], description: 'dropped = the author no longer follows the listing.' },
      horizon: { ...closed(['text'], { text: label, until_on: date }), type: ['object', 'null'] },
      target,
      review,
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
