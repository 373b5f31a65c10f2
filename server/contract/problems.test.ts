/** The catalogue against the contract, in both directions. */
import { describe, expect, it } from 'vitest';
import { contract } from './description.ts';
import type { Json } from './description.ts';
import { validateDocument } from './validation/documents-validator.ts';
import { ProblemError, asProblem, catalogue, problem } from './problems.ts';
import type { ProblemCode } from './problems.ts';

const components = contract()['components'] as Record<string, Record<string, Json>>;
const codes = components['schemas']?.['ProblemCode']?.['enum'] as readonly string[];
const context = { baseUrl: 'https://research.test', requestId: 'r-1' };

describe('the problem catalogue', () => {
  it('has exactly the codes of the contract', () => {
    expect(codes.length).toBeGreaterThan(20);
    expect(Object.keys(catalogue).toSorted()).toEqual([...codes].toSorted());
  });

  it('gives each code the status whose response lists it', () => {
    const statuses = new Map<string, Set<number>>();
    for (const item of Object.values(contract()['paths'] as Record<string, Json>)) {
      for (const operation of Object.values(item) as { responses?: Record<string, { $ref?: string }> }[]) {
        for (const [status, answer] of Object.entries(operation.responses ?? {})) {
          const response = components['responses']?.[answer.$ref?.split('/').at(-1) ?? ''];
          for (const code of (response?.['x-problem-codes'] ?? []) as string[]) {
            statuses.set(code, (statuses.get(code) ?? new Set()).add(Number(status)));
          }
        }
      }
    }
    expect(statuses.size).toBeGreaterThan(20);
    for (const [code, found] of statuses)
      expect([code, ...found]).toEqual([code, catalogue[code as ProblemCode].status]);
  });

  it('is what the examples of the contract show', () => {
    let seen = 0;
    for (const response of Object.values(components['responses'] ?? {})) {
      const { content = {} } = response as { content?: Record<string, { examples?: Record<string, { value: Json }> }> };
      for (const { value } of Object.values(content['application/problem+json']?.examples ?? {})) {
        const code = value['code'] as ProblemCode;
        const { status, retryable, title } = catalogue[code];
        expect(value).toMatchObject({ status, retryable, title });
        expect(value['type']).toMatch(new RegExp(`^https://[^/]+/docs/errors/${code}$`));
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(4);
  });

  it('makes a body of the contract of every code', () => {
    let seen = 0;
    for (const code of Object.keys(catalogue) as ProblemCode[]) {
      validateDocument('Problem', problem(new ProblemError(code), context));
      seen += 1;
    }
    expect(seen).toBe(codes.length);
    const extra = { limit_bytes: 32_768, actual_bytes: 40_000, suggested_max_results: 3 };
    validateDocument('Problem', problem(new ProblemError('brief-too-large', { extra }), context));
    validateDocument('Problem', problem(new ProblemError('withdrawn', { extra: { reason: 'a mistake' } }), context));
  });

  it('tells the client nothing of what really happened', () => {
    const thrown = asProblem(new Error('relation "api_key" at /srv/store.ts does not exist'));
    expect(thrown.code).toBe('internal');
    expect(JSON.stringify(problem(thrown, context))).not.toMatch(/api_key|srv/);
    expect(thrown.cause).toBeInstanceOf(Error);
    const own = new ProblemError('unavailable', { cause: new Error('10.0.0.7 refused') });
    expect(asProblem(own)).toBe(own);
    expect(JSON.stringify(problem(own, context))).not.toContain('10.0.0.7');
  });

  it('takes no stack of its own, and leaves those of other errors as they are', () => {
    const cause = new Error('why');
    const problem = new ProblemError('unavailable', { cause });
    expect(problem.stack).not.toMatch(/\n\s+at /);
    expect((problem.cause as Error).stack).toMatch(/\n\s+at /);
    expect(new Error('afterwards').stack).toMatch(/\n\s+at /);
  });
});
