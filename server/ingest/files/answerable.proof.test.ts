// More than 100,000 values, held against the schema of the field that shows them: what loads can be answered.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SchemaName, createDocumentsValidator } from '../../contract/validation/documents-validator.ts';
import { contract } from '../../contract/description.ts';
import { type NormalisedRecord, normaliseRecord } from '../records/normalise.ts';
import { type RecordType, isRecordType, schemaErrors } from '../records/record-schemas.ts';
import { type Fields, cast, citation, claim, condition, evidence, revision } from '../testing/bundle.ts';
import { statement } from '../testing/loading.ts';

const { compile } = createDocumentsValidator(contract());
const [source = {}, person = {}, entity = {}] = cast;
const target: Fields = {
  type: 'target',
  target_id: 't:1',
  belief_id: 'b:1',
  revision: 1,
  low: '10',
  high: null,
  currency: 'USD',
  stated_on: '2020-03-02',
  horizon: { text: 'a year', until_on: null },
  price_when_stated: null,
  conditions: [],
  citation_id: 'c:1',
};
const industry: Fields = { type: 'industry', ticker: 'ZQRX', sic: '1400', filed_on: '2020-01-02', source: 'a filing' };
const said: Fields = { type: 'statement', ...statement('s:1') };
// A dataset may have more fields of a listing: the loader leaves them out.
said['security'] = { ticker: 'ZQRX', name: 'Zeta Quarry' };
const quote = { kind: 'text_quote', exact: 'The quarry is cheap.', prefix: 'a', suffix: 'b' };
const quoted = citation({ locator: quote });
const timed = citation({ locator: { kind: 'time_range', start_seconds: 1, end_seconds: 2 } });
const paged = citation({ locator: { kind: 'page', page: 1 } });
const planned = revision({ horizon: { text: 'a year', until_on: '2021-01-01' } });

/** A record, a place in it, and the field of an answer that shows what stands there. */
const shown: [record: Fields, path: string, schema: string][] = [
  [source, 'source_id', 'Source/properties/source_id'],
  [source, 'name', 'Source/properties/name'],
  [{ ...source, url: 'https://a.example/' }, 'url', 'Source/properties/url'],
  [source, 'kind', 'SourceKind'],
  [person, 'person_id', 'Person/properties/id'],
  [person, 'name', 'Person/properties/name'],
  [person, 'handle', 'Person/properties/handle'],
  [entity, 'ticker', 'CoveredTicker/properties/ticker'],
  [evidence(), 'url', 'Citation/properties/source_url'],
  [evidence(), 'title', 'Citation/properties/source_title'],
  [evidence(), 'evidence_id', 'Citation/properties/evidence_id'],
  [evidence(), 'observed_at', 'Citation/properties/observed_at'],
  [evidence({ published_at: '2020-01-01T00:00:00Z' }), 'published_at', 'Citation/properties/published_at'],
  [evidence({ published_on: '2020-01-01' }), 'published_on', 'Citation/properties/published_on'],
  [quoted, 'locator.exact', 'TextQuote/properties/exact'],
  [quoted, 'locator.prefix', 'TextQuote/properties/prefix'],
  [quoted, 'locator.suffix', 'TextQuote/properties/suffix'],
  [timed, 'locator.start_seconds', 'TimeRange/properties/start_seconds'],
  [timed, 'locator.end_seconds', 'TimeRange/properties/end_seconds'],
  [paged, 'locator.page', 'PageNumber/properties/page'],
  [planned, 'revision', 'Revision/properties/revision'],
  [planned, 'direction', 'Direction'],
  [planned, 'status', 'BeliefStatus'],
  [planned, 'summary', 'Text/properties/text'],
  [planned, 'observed_at', 'Revision/properties/observed_at'],
  [planned, 'horizon.text', 'Horizon/properties/text'],
  [planned, 'horizon.until_on', 'Horizon/properties/until_on'],
  [claim(), 'claim_id', 'Claim/properties/claim_id'],
  [claim(), 'statement', 'Text/properties/text'],
  [condition({ expected_by: '2021-01-01T00:00:00Z' }), 'expected_by', 'Condition/properties/expected_by'],
  [condition(), 'status', 'ConditionStatus'],
  [target, 'target_id', 'TargetDistance/properties/target_id'],
  [target, 'currency', 'TargetDistance/properties/currency'],
  [target, 'stated_on', 'TargetDistance/properties/stated_on'],
  [target, 'horizon.text', 'Horizon/properties/text'],
  [industry, 'sic', 'SectorBelief/properties/sic'],
  [said, 'person.id', 'Person/properties/id'],
  [said, 'person.name', 'Person/properties/name'],
  [said, 'person.handle', 'Person/properties/handle'],
  [said, 'security.ticker', 'CoveredTicker/properties/ticker'],
  [said, 'direction', 'Direction'],
  [said, 'observed_at', 'Citation/properties/observed_at'],
  [said, 'statement', 'Text/properties/text'],
  [said, 'source_url', 'Citation/properties/source_url'],
  [said, 'source_title', 'Citation/properties/source_title'],
];

const day = fc.tuple(
  fc.integer({ min: 0, max: 9999 }),
  fc.integer({ max: 13, min: 0 }),
  fc.integer({ min: 0, max: 32 }),
);
const dayText = day.map(([y, m, d]) =>
  [`${y}`.padStart(4, '0'), `${m}`.padStart(2, '0'), `${d}`.padStart(2, '0')].join('-'),
);
const time = fc.constantFrom(
  'T00:00:00Z',
  'T23:59:60Z',
  'T24:00:00Z',
  'T10:00:00.123456789Z',
  'T10:00:00.1234567890Z',
  't10:00:00z',
  ' 10:00:00Z',
);
const values = fc.oneof(
  fc.constantFrom(
    'https://a.example/?q=50%off',
    'https://a.example/?fields[]=a',
    'HTTPS://a.example/',
    'https://a.example/#a#b',
  ),
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\n',
    '\0',
    '\u200b',
    '\u2060',
    '\ufeff',
    '\u3164',
    '\ud800',
    '\u202e',
    null,
    0,
    -0,
    1e300,
    5e-324,
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('\u0000', '\u200d', '\u{1f468}', '\u0301', ' ', 'a', '\r', '\n'), maxLength: 6 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  dayText,
  fc.tuple(dayText, time).map((parts) => parts.join('')),
  fc.stringMatching(/^[A-Za-z0-9.^=/:_&$*+-]{1,33}$/),
  fc.double({ noNaN: true }),
  fc.integer(),
);

/** The record as loaded, or null if the load refuses it. */
function loaded(type: RecordType, record: Fields): NormalisedRecord['record'] | null {
  // As a file has it: what JSON cannot say never comes.
  const read = JSON.parse(JSON.stringify(record)) as Fields;
  if (schemaErrors(type, read).length > 0) return null;
  const normalised = normaliseRecord(read);
  return normalised.emptied.length > 0 ? null : normalised.record;
}

function put(record: Fields, path: string, value: unknown): Fields {
  const [name = '', inner] = path.split('.');
  return { ...record, [name]: inner === undefined ? value : { ...(record[name] as Fields), [inner]: value } };
}

const at = (record: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Fields)[name], record);

describe('what loads', () => {
  const named = shown.map(([record, path, schema]) => ({
    name: `${String(record['type'])}.${path}`,
    record,
    path,
    schema,
  }));
  it.each(named)('as $name fits $schema', ({ record, path, schema }) => {
    const { type } = record;
    if (!isRecordType(type)) throw new Error(`${String(type)} is not a record type`);
    expect(loaded(type, record)).not.toBeNull();
    const fits = compile(schema as SchemaName);
    fc.assert(
      fc.property(values, (value) => {
        const kept = loaded(type, put(record, path, value));
        if (kept === null) return;
        const found = at(kept, path);
        expect([found, fits(found)]).toEqual([found, true]);
      }),
      { numRuns: 2_300 },
    );
  });
});
