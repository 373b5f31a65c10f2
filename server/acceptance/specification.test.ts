// The contract against the specification, copied by hand: fields, values and limits that must not change.
import { describe, expect, it } from 'vitest';
import { type Json, contract } from '../contract/description.ts';
import { ProblemError } from '../contract/problems.ts';
import { bodyOf, liveKey, madeUp, startTestServer } from '../testing/ask.ts';

const description = contract();
const schemas = (description['components'] as Record<string, Record<string, Json>>)['schemas'] ?? {};
const words = (text: string): string[] => text.split(' ');

/** A property of a schema, with its reference followed. */
function property(schema: string, name: string): Json {
  const found = ((schemas[schema]?.['properties'] ?? {}) as Record<string, Json>)[name] ?? {};
  const inside = (found['items'] as Json | undefined) ?? found;
  const reference = inside['$ref'];
  return typeof reference === 'string' ? (schemas[reference.replace(/^.*\//, '')] ?? {}) : inside;
}

/** A parameter of the brief, inline or shared. */
function parameter(name: string): Json {
  const shared = (description['components'] as Record<string, Record<string, Json>>)['parameters'] ?? {};
  const path = (description['paths'] as Record<string, Json>)['/v1/brief'] ?? {};
  const given = [path, path['get'] as Json].flatMap((one) => (one['parameters'] ?? []) as Json[]);
  const all = given.map((one) => shared[String(one['$ref']).replace(/^.*\//, '')] ?? one);
  return (all.find((one) => one['name'] === name)?.['schema'] ?? {}) as Json;
}

const states: [schema: string, name: string, values: string][] = [
  ['View', 'status', 'forming active strengthened weakened reversed resolved abandoned unknown'],
  ['View', 'direction', 'bullish bearish mixed unclear'],
  ['Condition', 'status', 'pending met missed not_triggered triggered unknown'],
  ['Condition', 'kind', 'catalyst risk invalidation'],
  ['ViewCondition', 'validity', 'conditions_supported needs_review invalidated unknown'],
  ['ViewCondition', 'external_state', 'clear triggered unknown'],
  ['AuthorIntent', 'status', 'not_assessed current superseded'],
  ['MarketPrice', 'status', 'current stale unverified unavailable'],
  ['MarketFreshness', 'status', 'current stale unverified'],
  ['DataStatus', 'mode', 'live preview'],
  ['DataStatus', 'freshness', 'current delayed stale'],
  ['DataStatus', 'coverage', 'complete partial insufficient'],
  ['TradeState', 'action', 'BUY WAIT AVOID'],
  ['TradeState', 'decision_mode', 'one_sided competing_setups no_directional_setup'],
  ['Setup', 'posture', 'long_watch avoid_watch'],
  ['Setup', 'price_confirmation', 'working mixed against unmeasured'],
  ['ChartMarker', 'kind', 'initiated updated strengthened weakened reversed closed'],
  ['RelatedContext', 'basis', 'direct_and_related related_industry none'],
  ['RelatedBelief', 'relationship', 'same_industry same_industry_group'],
];

const required: [schema: string, fields: string][] = [
  [
    'BriefOverview',
    'view overview_version schema_version generated_at as_of data_status security market_price coverage trade_state views chart related_context citations warnings links activity',
  ],
  ['PriceReference', 'price currency session_date provider_observed_at source observation_hash'],
  ['Coverage', 'released_record_count returned_view_count omitted_record_count detail_available'],
  ['Setup', 'direction posture price_confirmation thesis_ids conditions omitted_condition_count'],
  ['RelatedContext', 'basis summary related_beliefs omitted_related_count limitations'],
];

describe('the contract keeps of the specification', () => {
  it.each(states)('the values of %s.%s [SPEC-S1]', (schema, name, values) => {
    const found = property(schema, name);
    expect(found['enum']).toEqual(words(values));
  });

  it.each(required)('the fields of %s [SPEC-F3]', (schema, fields) => {
    expect(schemas[schema]?.['required']).toEqual(words(fields));
    expect(schemas[schema]?.['additionalProperties']).toBe(false);
  });

  it('the price in US dollars above nothing [SPEC-F5]', () => {
    expect(property('PriceReference', 'price')).toMatchObject({ exclusiveMinimum: 0 });
    expect(property('PriceReference', 'currency')).toMatchObject({ const: 'USD' });
    expect(property('MarketPrice', 'basis')).toMatchObject({ const: 'adjusted_daily_close' });
  });

  it('four kinds of actor, and that nothing was executed [SPEC-F10] [SPEC-L5]', () => {
    const kinds = property('AuthorIntent', 'position_actor')['discriminator'] as Json;
    expect(Object.keys(kinds['mapping'] as Json)).toEqual(
      words('author_personal named_portfolio_or_entity unresolved not_applicable'),
    );
    expect(property('NamedActor', 'name')).toMatchObject({ minLength: 1, maxLength: 160 });
    // A boolean constant in a form for code generators: a boolean that is not the other value.
    expect(property('AuthorIntent', 'execution_verified')).toMatchObject({ type: 'boolean', not: { const: true } });
  });

  it('the bounds of a request [SPEC-L1] [SPEC-L2] [SPEC-L4]', () => {
    expect(parameter('ticker')).toMatchObject({ minLength: 1, maxLength: 32 });
    expect(parameter('max_results')).toMatchObject({ minimum: 1, maximum: 20 });
    expect(parameter('X-Request-ID')).toMatchObject({
      minLength: 1,
      maxLength: 128,
      pattern: '^[A-Za-z0-9._~:+/=-]+$',
    });
  });

  it('its versions [SPEC-V1] [SPEC-V2] [SPEC-V4]', () => {
    expect(description['openapi']).toBe('3.1.0');
    expect(description['jsonSchemaDialect']).toMatch(/^https:\/\/json-schema\.org\/draft\/2020-12\//);
    expect((description['info'] as Json)['version']).toBe('2026-10-05');
    expect(Object.keys(description['paths'] as Json)).toContain('/v1/brief');
    expect(property('BriefOverview', 'overview_version')).toMatchObject({ const: 'security-brief-overview-v1' });
    expect(property('BriefOverview', 'schema_version')).toMatchObject({ const: '1' });
    expect(property('InvestmentCase', 'schema_version')).toMatchObject({ const: 'investment-case-v1' });
    expect(property('AuthorIntent', 'methodology_version')['enum']).toEqual(
      [1, 2, 3].map((version) => `belief-author-intent-v${version}`),
    );
  });
});

describe('the coverage list', () => {
  it('is empty where nothing is released, and that is no failure [SPEC-C2]', async () => {
    const server = await startTestServer();
    const answered = await server.ask('/v1/tickers');
    expect([answered.status, bodyOf(answered)['tickers']]).toEqual([200, []]);
    await server.close();
  });

  it('is 503 with a time to come back while the store cannot be read [SPEC-C3] [SPEC-E5]', async () => {
    const away = new ProblemError('unavailable', { headers: { 'Retry-After': '2' } });
    const server = await startTestServer({ answers: { ...madeUp, tickers: () => Promise.reject(away) } });
    const answered = await server.ask('/v1/tickers', { headers: { authorization: liveKey } });
    expect([answered.status, bodyOf(answered)['code'], answered.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '2',
    ]);
    await server.close();
  });
});
