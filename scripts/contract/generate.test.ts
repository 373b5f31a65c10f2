/** Generation: the output is marked as generated, written once, and every drift is reported. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { generate } from '../generate.ts';

const folder = await mkdtemp(join(tmpdir(), 'research-generate-'));
const output = pathToFileURL(`${folder}/generated/`);
const contract = pathToFileURL(join(folder, 'openapi.yaml'));
afterAll(() => rm(folder, { recursive: true }));

const source = (maximum: number): string => `
openapi: 3.1.0
info: {title: T, version: '1'}
security: [{apiKey: []}]
paths:
  /v1/things/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
    get:
      operationId: getThing
      x-metered: {units: 2}
      x-exactly-one-of: [a, n]
      parameters:
        - {name: a, in: query, schema: {type: string}}
        - {name: n, in: query, schema: {$ref: '#/components/schemas/Count'}}
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}
        '503': {$ref: '#/components/responses/Down'}
components:
  securitySchemes: {apiKey: {type: http, scheme: bearer}}
  responses: {Down: {description: down, content: {application/problem+json: {schema: {type: object}}}}}
  schemas:
    Count: {allOf: [{type: integer, maximum: ${maximum}}]}
    Thing: {type: object, additionalProperties: false, properties: {kind: {type: string, const: thing}}}
`;

describe('generate', () => {
  it('writes the three files with a mark in line 1, and a second run writes nothing', async () => {
    await writeFile(contract, source(5));
    expect(await generate({ contract, output })).toEqual({
      written: ['api.ts', 'openapi.json', 'routes.ts'],
      drift: [],
    });
    for (const name of ['api.ts', 'openapi.json', 'routes.ts']) {
      expect((await readFile(new URL(name, output), 'utf8')).split('\n')[0]).toContain('Generated from openapi.yaml');
    }
    expect(await generate({ contract, output })).toEqual({ written: [], drift: [] });
    expect(await generate({ contract, output, check: true })).toEqual({ written: [], drift: [] });
  });

  it('knows of an operation what the contract says of it', async () => {
    const { routes } = (await import(new URL('routes.ts', output).href)) as { routes: unknown };
    expect(routes).toEqual({
      getThing: {
        method: 'get',
        path: '/v1/things/:id',
        access: 'apiKey',
        units: 2,
        exactlyOneOf: ['a', 'n'],
        query: { a: 'string', n: 'integer' },
        largest: { n: 5 },
        headers: [],
        pathParameters: ['id'],
        body: [],
        answers: { '200': { 'application/json': 'Thing' }, '503': { 'application/problem+json': null } },
      },
    });
  });

  it('names a file that differs and a file that nothing generates, and mends only the first', async () => {
    await writeFile(contract, source(6));
    await writeFile(new URL('old.ts', output), '');
    expect(await generate({ contract, output, check: true })).toEqual({
      written: [],
      drift: ['old.ts', 'openapi.json', 'routes.ts'],
    });
    expect(await generate({ contract, output })).toEqual({ written: ['openapi.json', 'routes.ts'], drift: ['old.ts'] });
  });
});
