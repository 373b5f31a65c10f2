// The schemas of what a view is read from: captured evidence, and the places in it that are cited.
import { closed, date, id, instant, label, labelOrNull, link, precision, recordSchema, text } from './fields.ts';

export const evidenceSchema = recordSchema(
  'evidence',
  'One captured document. A quote cited from it must occur in its capture, word for word.',
  {
    required: ['evidence_id', 'source_id', 'url', 'title', 'author_name', 'observed_at', 'capture', 'verification'],
    properties: {
      evidence_id: id,
      source_id: id,
      url: link,
      title: label,
      author_name: labelOrNull,
      published_at: instant,
      published_on: date,
      observed_at: {
        ...instant,
        description: 'When this evidence was observed; nothing that cites it may be observed before.',
      },
      observed_at_precision: precision,
      capture: text,
      verification: { enum: ['verified', 'unverified', 'source_unavailable'] },
    },
    also: { not: { required: ['published_at', 'published_on'] } },
  },
);

export const citationSchema = recordSchema(
  'citation',
  'A place in captured evidence: a quote, a time range, a page, or words that render or summarise it.',
  {
    required: ['citation_id', 'evidence_id', 'locator'],
    properties: {
      citation_id: id,
      evidence_id: id,
      locator: {
        type: 'object',
        required: ['kind'],
        discriminator: { propertyName: 'kind' },
        oneOf: [
          closed(['kind', 'exact'], { kind: { const: 'text_quote' }, exact: text, prefix: text, suffix: text }),
          closed(['kind', 'start_seconds', 'end_seconds'], {
            kind: { const: 'time_range' },
            start_seconds: { type: 'number', minimum: 0 },
            end_seconds: { type: 'number', minimum: 0 },
          }),
          closed(['kind', 'page'], {
            kind: { const: 'page' },
            page: { type: 'integer', minimum: 1, maximum: 1_000_000 },
          }),
          closed(['kind', 'text'], { kind: { const: 'rendered' }, text }),
          closed(['kind', 'text'], { kind: { const: 'summarised' }, text }),
        ],
      },
    },
  },
);
