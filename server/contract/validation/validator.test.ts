import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { describe, expect, it, vi } from 'vitest';
import { contract, servedContract } from '../description.ts';
import type { Json } from '../description.ts';
import { createValidator } from './validator.ts';
import type { ValidatorInput } from './validator.ts';
import { routes } from '../../../generated/routes.ts';
import type { OperationId, Route } from '../../../generated/routes.ts';

const all = Object.keys(routes) as OperationId[];
const validator = await createValidator(contract());
const received = (changes: Partial<ValidatorInput>): ValidatorInput => ({
  rawQuery: '',
  path: {},
  headers: {},
  body: undefined,
  contentType: null,
  ...changes,
});
const device = (body: unknown) =>
  validator.check('initiateDevice', received({ body, contentType: 'application/json' }));
const question = (rawQuery: string) => validator.check('getBrief', received({ rawQuery }));
const placesOf = async (check: Promise<{ faults: readonly { location: string }[] }>) =>
  (await check).faults.map((one) => one.location);

describe('the validator', () => {
  it('fills in defaults and turns checked digits into numbers', async () => {
    const { query, faults } = await validator.check('getBrief', received({ rawQuery: 'ticker=A&max_results=5' }));
    expect([query, faults]).toEqual([{ ticker: 'A', max_results: 5, detail: 'overview' }, []]);
  });

  it('reports the faults of its own checks and of the schema at once, one a place', async () => {
    const rawQuery = 'ticker=A&entity_id=x&as_of=2026-02-30T00:00:00Z&max_results=0x5&detail=all&foo=1';
    const headers = { 'x-request-id': 'a b', 'if-none-match': '' };
    const found = await placesOf(validator.check('getBrief', received({ rawQuery, headers })));
    expect(found.toSorted()).toEqual(
      [
        'header.If-None-Match',
        'header.X-Request-ID',
        'query',
        'query.as_of',
        'query.detail',
        'query.entity_id',
        'query.foo',
        'query.max_results',
      ].toSorted(),
    );
  });

  it('says of a question that it remembers what it says of one that it has never seen', async () => {
    const other = await createValidator(contract());
    const questions: [OperationId, Partial<ValidatorInput>][] = [
      ['getBrief', { rawQuery: 'ticker=NWTB' }],
      ['getBrief', { rawQuery: 'ticker=NWTB&max_results=5&as_of=2026-01-01T00:00:00Z' }],
      ['getBrief', { rawQuery: 'ticker=BRK%2FB', headers: { 'x-request-id': 'a' } }],
      ['getBelief', { path: { belief_id: 'bel_1' } }],
      ['getBelief', { path: { belief_id: 'bel_2' } }],
      ['listBeliefs', { rawQuery: 'ticker=NWTB&limit=50' }],
      ['listTickers', {}],
    ];
    for (const [id, asked] of questions) {
      const first = await validator.check(id, received(asked));
      const again = await validator.check(id, received({ ...asked, headers: { 'x-request-id': 'another' } }));
      expect([id, again]).toEqual([id, await other.check(id, received(asked))]);
      expect(again).toBe(first);
      expect(Object.isFrozen(again.query)).toBe(true);
    }
    const faulty = received({ rawQuery: 'ticker=NWTB', headers: { 'x-request-id': 'a b' } });
    expect(await placesOf(validator.check('getBrief', faulty))).toEqual(['header.X-Request-ID']);
    const held = received({ rawQuery: 'ticker=NWTB', headers: { 'if-none-match': '' } });
    expect(await placesOf(validator.check('getBrief', held))).toEqual(['header.If-None-Match']);
    for (let asked = 0; asked < 2; asked += 1) {
      expect(await placesOf(validator.check('getBrief', received({ rawQuery: 'ticker=A&foo=1' })))).toEqual([
        'query.foo',
      ]);
    }
  });

  it('knows bounds, lengths, patterns, path parameters and closed bodies', async () => {
    expect(await placesOf(validator.check('getBrief', received({ rawQuery: 'ticker=A&max_results=21' })))).toEqual([
      'query.max_results',
    ]);
    expect(await placesOf(validator.check('getBrief', received({ rawQuery: `ticker=${'A'.repeat(33)}` })))).toEqual([
      'query.ticker',
    ]);
    expect(await placesOf(validator.check('getBelief', received({ path: { belief_id: 'a b' } })))).toEqual([
      'path.belief_id',
    ]);
    expect(await placesOf(validator.check('getBelief', received({ path: { belief_id: 'a\u0000' } })))).toEqual([
      'path.belief_id',
    ]);
    expect(await placesOf(device({ deviceName: 'x' }))).toEqual([]);
    expect(await placesOf(device({}))).toEqual(['body.deviceName']);
    expect(await placesOf(device({ deviceName: 5 }))).toEqual(['body.deviceName']);
    expect(await placesOf(device({ deviceName: 'x', extra: 1, acquisition: { source: 'a b', medium: '' } }))).toEqual([
      'body.extra',
      'body.acquisition.medium',
      'body.acquisition.source',
    ]);
    expect(await placesOf(device(JSON.parse('{"deviceName":"x","__proto__":{}}')))).toEqual(['body.__proto__']);
    expect(await placesOf(device({ deviceName: 'a\ud800' }))).toEqual(['body.deviceName']);
  });

  it('says what is wrong and what to send in plain words, not in those of the schema language', async () => {
    const cases: [ReturnType<typeof device>, message: string, fix: string][] = [
      [question('ticker=A&max_results=21'), 'It is more than 20.', 'Send at most 20.'],
      [question('ticker=A&max_results=0'), 'It is less than 1.', 'Send at least 1.'],
      [question(`ticker=${'A'.repeat(33)}`), 'It has more than 32 characters.', 'Send at most 32 characters.'],
      [question('ticker=A&detail=all'), 'It is not one of the allowed values.', 'Send one of: overview, full.'],
      [device({ deviceName: 5 }), 'It is not a JSON string.', 'Send a JSON string.'],
      [device({ deviceName: 'a', acquisition: [] }), 'It is not a JSON object.', 'Send a JSON object.'],
    ];
    for (const [checked, message, fix] of cases) {
      const [fault] = (await checked).faults;
      expect([fault?.message, fault?.fix.startsWith(fix)]).toEqual([message, true]);
    }
  });

  it('keeps no validator for a content type that the contract does not name', async () => {
    const fresh = await createValidator(contract());
    const made = vi.spyOn(RequestValidator.prototype as unknown as { buildMiddleware(): unknown }, 'buildMiddleware');
    for (let index = 0; index < 200; index += 1) {
      // Each question is new, because a remembered one skips the validator.
      const asked = { rawQuery: `ticker=A${index}`, headers: { 'content-type': `a/b; x=${index}` } };
      expect(await fresh.check('getBrief', received(asked))).toHaveProperty('faults', []);
    }
    expect(made).toHaveBeenCalledTimes(1);
    made.mockRestore();
  });

  it('can be asked for every operation, with each body that it reads', async () => {
    let asked = 0;
    for (const id of all) {
      const { body }: Route = routes[id];
      for (const contentType of body.length > 0 ? body : [null]) {
        const question = received({ contentType, ...(contentType !== null && { body: {} }) });
        await expect(validator.check(id, question), id).resolves.toHaveProperty('faults');
        asked += 1;
      }
    }
    expect(asked).toBeGreaterThanOrEqual(all.length);
  });

  it('rejects a contract that does not load or compile', async () => {
    const broken = (change: (schemas: Record<string, Json>) => void): Json => {
      const copy = structuredClone(servedContract(contract(), null)) as {
        components: { schemas: Record<string, Json> };
      };
      change(copy.components.schemas);
      return copy as unknown as Json;
    };
    const start = async (description: Json) => (await createValidator(description)).check('getBrief', received({}));
    await expect(start(servedContract(contract(), null))).resolves.toBeDefined();
    await expect(
      start(broken((schemas) => (schemas['Timestamp'] = { $ref: '#/components/schemas/Nowhere' }))),
    ).rejects.toThrow('Nowhere');
    await expect(start(broken((schemas) => (schemas['Timestamp'] = { type: 'string', pattern: '(' })))).rejects.toThrow(
      'Invalid regular expression',
    );
    await expect(start({ ...contract(), openapi: '3.2.0' })).rejects.toThrow('version');
    await expect(start({ ...contract(), paths: {} })).rejects.toThrow('not found');
  });
});

describe('the served contract', () => {
  it('has every operation, and every component that it refers to', () => {
    const served = servedContract(contract(), 'https://research.test');
    const text = JSON.stringify(served);
    const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    // A link names its target operation.
    expect([...new Set(ids)].toSorted()).toEqual(all.toSorted());
    const components = served['components'] as Record<string, Json>;
    const references = [...text.matchAll(/"#\/components\/([^/"]+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    for (const [, kind = '', name = ''] of references)
      expect([kind, name, components[kind]?.[name]]).not.toContain(undefined);
    expect(served['servers']).toEqual([{ url: 'https://research.test' }]);
    expect(served).not.toHaveProperty('x-generated');
  });
});
