// The schemas of who and what research is about: sources, people, entities and observed industry codes.
import { closed, date, dateOrNull, id, label, labelOrNull, link, recordSchema, ticker, uuid } from './fields.ts';

export const sourceSchema = recordSchema('source', 'Where evidence comes from: a publication, an account, a dataset.', {
  required: ['source_id', 'kind', 'name'],
  properties: {
    source_id: id,
    kind: { enum: ['post', 'article', 'filing', 'transcript', 'interview', 'video', 'letter', 'report', 'dataset'] },
    name: label,
    url: link,
  },
});

export const personSchema = recordSchema(
  'person',
  'A person whose public views are recorded. person_id is shown as it is.',
  {
    required: ['person_id', 'name', 'handle'],
    properties: { person_id: id, name: label, handle: labelOrNull },
  },
);

export const entitySchema = recordSchema(
  'entity',
  'What a view is about. A listing is known by its ticker and needs no entity_id; everything else is known by its entity_id.',
  {
    required: ['kind'],
    properties: {
      kind: { enum: ['listing', 'company', 'fund', 'index', 'commodity', 'currency', 'industry', 'other'] },
      entity_id: uuid,
      ticker,
      name: {
        ...labelOrNull,
        description: 'null = no name is known; left out = it stays what it is, as exchange, cik, figi and isin do.',
      },
      name_from: {
        ...date,
        description:
          'The day from which the name holds. Records of one entity with different days are its names over time; left out = valid from its release.',
      },
      exchange: labelOrNull,
      cik: {
        type: ['string', 'null'],
        pattern: '^[0-9]{1,10}$',
        description: 'SEC central index key; kept as ten digits.',
      },
      figi: {
        type: ['string', 'null'],
        pattern: '^[A-Za-z0-9]{11}[0-9]$',
        description: 'Financial instrument global identifier, whose last character is its check digit.',
      },
      isin: {
        type: ['string', 'null'],
        pattern: '^[A-Za-z]{2}[A-Za-z0-9]{9}[0-9]$',
        description: 'International securities identification number, whose last character is its check digit.',
      },
    },
    also: {
      if: { properties: { kind: { const: 'listing' } } },
      then: { required: ['ticker'] },
      else: { required: ['entity_id'], properties: { ticker: false, exchange: false, figi: false, isin: false } },
    },
  },
);

export const industrySchema = recordSchema(
  'industry',
  'An SEC industry code as one filing showed it. It holds from the day after the filing; without a filing date it relates to nothing.',
  {
    required: ['sic', 'filed_on', 'source'],
    properties: {
      ticker,
      entity_id: uuid,
      sic: { type: 'string', pattern: '^[0-9]{4}$', description: 'Four digits as text; leading zeros count.' },
      sic_title: labelOrNull,
      filed_on: dateOrNull,
      source: label,
    },
    also: { oneOf: [{ required: ['ticker'] }, { required: ['entity_id'] }] },
  },
);

export const splitSchema = recordSchema(
  'split',
  'A share split: numerator new shares for denominator old ones, from effective_session on: the first session of the exchange with the new shares.',
  {
    required: ['ticker', 'effective_session', 'numerator', 'denominator'],
    properties: {
      ticker,
      effective_session: date,
      numerator: { type: 'number', exclusiveMinimum: 0 },
      denominator: { type: 'number', exclusiveMinimum: 0 },
    },
  },
);

export const sessionSchema = recordSchema(
  'session',
  'A trading day of the exchange that differs from the built-in calendar.',
  {
    required: ['session_date', 'close_at', 'early_close'],
    properties: {
      session_date: date,
      close_at: {
        type: ['string', 'null'],
        format: 'date-time',
        description: 'null = the exchange is closed that day.',
      },
      early_close: { type: 'boolean' },
    },
  },
);

/** Who or what a belief is about: one of the two. */
export const subject: { readonly oneOf: readonly unknown[] } = {
  oneOf: [closed(['ticker'], { ticker }), closed(['entity_id'], { entity_id: uuid })],
};
