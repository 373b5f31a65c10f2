// The tool list as chats see it before a call.
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { JsonSchemaType } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { contract } from '../contract/description.ts';
import { routes } from '../../generated/routes.ts';
import { researchTools } from './tools.ts';
import { recordedDocument, recordedRequests } from '../testing/recordings.ts';

const address = 'https://research.example';
const tools = researchTools(contract(), address);
const listed = Array.from(tools.values(), (tool) => tool.listed);

describe('the tools', () => {
  it('are the operations that the contract gives to chats, in its order [SPEC-R8]', () => {
    expect([...tools.keys()]).toEqual([
      'list_tickers',
      'get_brief',
      'get_beliefs',
      'get_belief',
      'get_changes',
      'get_sources',
      'get_evidence',
      'get_status',
    ]);
    for (const { operation, units } of tools.values()) expect(units).toBe(routes[operation].units);
  });

  it('are the same bytes each time', () => {
    const again = Array.from(researchTools(contract(), address).values(), (tool) => tool.listed);
    expect(JSON.stringify(again)).toBe(JSON.stringify(listed));
  });

  it('have no pattern against control characters, which no model sends', () => {
    const patterns = listed.flatMap(({ inputSchema }) =>
      Object.values(inputSchema.properties as Record<string, { pattern?: string }>).flatMap(
        ({ pattern }) => pattern ?? [],
      ),
    );
    expect(patterns.length).toBeGreaterThan(2);
    for (const pattern of patterns) expect(pattern).not.toContain('x00');
  });

  it('can be listed by every chat: objects with flat arguments, no alternatives at the root, nothing outside', () => {
    for (const { inputSchema, outputSchema } of listed) {
      for (const schema of [inputSchema, outputSchema]) {
        expect(schema?.type).toBe('object');
        for (const keyword of ['oneOf', 'anyOf', 'allOf']) expect(schema).not.toHaveProperty(keyword);
        expect(JSON.stringify(schema)).not.toMatch(/"#\/components|"discriminator"|"x-[a-z]/);
      }
      for (const argument of Object.values(inputSchema.properties as Record<string, Record<string, unknown>>)) {
        expect(['string', 'integer']).toContain(argument['type']);
        expect(argument['description']).toMatch(/\w/);
        expect(argument).not.toHaveProperty('$ref');
      }
      expect(inputSchema['additionalProperties']).toBe(false);
    }
    expect(listed.length).toBeGreaterThanOrEqual(8);
  });

  it('say that they only read, what they cost, and that research is quoted', () => {
    for (const { units, listed: tool } of tools.values()) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect(tool.title).toBe(tool.annotations?.title);
      expect(tool.description).toContain(units === 0 ? 'Price: free.' : `Price: ${units} request`);
      if (units > 0) expect(tool.description).toContain('quote third parties');
      expect(tool.description?.length).toBeLessThan(1_200);
    }
    expect(tools.get('get_brief')?.listed.description).toContain('Give exactly one of ticker and entity_id.');
    for (const name of ['get_beliefs', 'get_changes', 'get_sources'])
      expect(tools.get(name)?.listed.description).toContain('next_cursor');
  });

  it('have the defaults of REST and no others', () => {
    const byDefault = (name: string): [string, unknown][] =>
      Object.entries(tools.get(name)?.listed.inputSchema.properties as Record<string, { default?: unknown }>).flatMap(
        ([argument, schema]): [string, unknown][] => ('default' in schema ? [[argument, schema.default]] : []),
      );
    expect(byDefault('get_brief')).toEqual([['detail', 'overview']]);
    expect(byDefault('get_beliefs')).toEqual([
      ['view', 'beliefs'],
      ['limit', 20],
    ]);
    expect(byDefault('get_sources')).toEqual([['limit', 20]]);
    expect(byDefault('get_changes')).toEqual([['limit', 20]]);
  });

  it('take at most 16 KiB together, and each says where its answer is described in full', () => {
    const schemas = contract()['components'] as { schemas: Record<string, unknown> };
    // Every tool repeats the address: a long one with a path must fit too.
    const far = researchTools(contract(), 'https://research-intelligence.some-company.example/api/research');
    const lengths = [listed, Array.from(far.values(), (tool) => tool.listed)].map((list) =>
      Buffer.byteLength(JSON.stringify(list)),
    );
    const remedy = 'shorten an `about` of x-mcp in openapi.yaml, or leave x-mcp out of an operation';
    expect(Math.max(...lengths), remedy).toBeLessThanOrEqual(16_384);
    for (const { name, outputSchema } of listed) {
      const address =
        /^The top level\. In full: (https:\/\/research\.example\/openapi\.json)#\/components\/schemas\/(\w+)$/;
      const [, , schema = ''] = address.exec(String(outputSchema?.['description'])) ?? [];
      expect([name, Object.hasOwn(schemas.schemas, schema)]).toEqual([name, true]);
      for (const property of Object.values(outputSchema?.['properties'] as Record<string, object>))
        expect([name, Object.keys(property)]).toEqual([name, ['type']]);
    }
  });

  it('describe their answers so that the validator of a client accepts every recorded one, and refuses another one', async () => {
    const validators = new Map(
      listed.map(({ name, outputSchema }) => [
        name,
        new AjvJsonSchemaValidator().getValidator(outputSchema as JsonSchemaType),
      ]),
    );
    const byPath: [RegExp, string][] = [
      [/^\/v1\/brief\b/, 'get_brief'],
      [/^\/v1\/beliefs(\?|$)/, 'get_beliefs'],
      [/^\/v1\/beliefs\//, 'get_belief'],
      [/^\/v1\/sources(\?|$)/, 'get_sources'],
      [/^\/v1\/evidence\//, 'get_evidence'],
      [/^\/v1\/tickers/, 'list_tickers'],
      [/^\/v1\/status/, 'get_status'],
    ];
    let seen = 0;
    for (const { name, path } of recordedRequests) {
      const tool = byPath.find(([pattern]) => pattern.test(path))?.[1];
      if (tool === undefined) continue;
      const document = recordedDocument<Record<string, unknown>>(name);
      if ('code' in document) continue;
      expect([name, validators.get(tool)?.(document).valid]).toEqual([name, true]);
      expect(validators.get(tool)?.({ ...document, extra: 1 }).valid).toBe(false);
      for (const property of Object.keys(document))
        expect([property, validators.get(tool)?.({ ...document, [property]: 1.5 }).valid]).toEqual([property, false]);
      seen += 1;
    }
    expect(seen).toBeGreaterThan(90);
  });
});
