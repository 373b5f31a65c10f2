// The field shapes that the record schemas share: ids, instants, dates, tickers, text, links and decimals.

/** The source's own record id. The service never shows it: public ids are derived from it. */
export const id = { type: 'string', pattern: '^[A-Za-z0-9._~:/=|@+-]{1,128}$' } as const;

/** A name that a source gave to a record or a person: any visible characters, with spaces within it. */
export const sourceName = {
  type: 'string',
  maxLength: 128,
  pattern: '^[^\\p{C}\\s]([^\\p{C}]*[^\\p{C}\\s])?$',
} as const;

export const uuid = {
  type: 'string',
  pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
} as const;

/** UTC with a Z suffix, optional fractional seconds (kept to the millisecond, truncated), a real calendar date. */
export const instant = { type: 'string', format: 'date-time' } as const;
export const instantOrNull = { type: ['string', 'null'], format: 'date-time' } as const;
export const date = { type: 'string', format: 'date' } as const;
export const dateOrNull = { type: ['string', 'null'], format: 'date' } as const;

/** Tickers match after ASCII case folding and nothing else: BRK.B and BRK-B are two listings. */
export const ticker = { type: 'string', pattern: '^[A-Za-z0-9.^=/:_&$*+-]{1,32}$' } as const;

/** Text that says something. What is kept of it is said in docs/operate.md. */
export const text = { type: 'string', minLength: 1, maxLength: 200_000, pattern: '\\S' } as const;
export const label = { type: 'string', minLength: 1, maxLength: 1_000, pattern: '\\S' } as const;
export const labelOrNull = { type: ['string', 'null'], minLength: 1, maxLength: 1_000, pattern: '\\S' } as const;

/** As WebUri of the contract has it, since answers carry it. */
export const link = { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 4_000 } as const;

/** A positive decimal as text, so that it is kept exactly as written. */
const decimal = { type: 'string', pattern: '^(?=.*[1-9])[0-9]{1,20}(\\.[0-9]{1,30})?$' } as const;
export const decimalOrNull = { ...decimal, type: ['string', 'null'] } as const;

export const currency = { type: 'string', pattern: '^[A-Z]{3}$' } as const;

export const revisionNumber = { type: 'integer', minimum: 1, maximum: 1_000_000 } as const;
export const citationIds = { type: 'array', items: id, maxItems: 20, uniqueItems: true } as const;

/** The content hash of the row that this record replaces, as the refusal of the changed record printed it. */
const corrects = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;

/** How exactly an instant is known. Only `day` changes anything: then the hour is not known. */
export const precision = {
  enum: ['day', 'hour', 'minute', 'second', 'millisecond', null],
  description: 'day = only the date is known: the record counts from the end of that date.',
} as const;

export const directions = ['bullish', 'bearish', 'mixed', 'unclear'] as const;

/** Assessment of a view's conditions. */
export const validities = ['conditions_supported', 'needs_review', 'invalidated', 'unknown'] as const;
export const externalStates = ['clear', 'triggered', 'unknown'] as const;

export type Schema = { readonly [keyword: string]: unknown };

/** A closed object schema of one record type; every record may say which row it corrects. */
export function recordSchema(type: string, about: string, shape: RecordShape): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type,
    description: about,
    type: 'object',
    additionalProperties: false,
    required: ['type', ...shape.required],
    properties: { type: { const: type }, ...shape.properties, corrects },
    ...shape.also,
  };
}

export type RecordShape = {
  readonly required: readonly string[];
  readonly properties: { readonly [name: string]: Schema };
  readonly also?: Schema;
};

export function closed(required: readonly string[], properties: { readonly [name: string]: Schema }): Schema {
  return { type: 'object', additionalProperties: false, required, properties };
}
