import { describe, expect, it } from 'vitest';
import { contract } from '../description.ts';
import type { Json } from '../description.ts';
import { InvalidDocument, type SchemaName, createDocumentsValidator, validateDocument } from './documents-validator.ts';

const examples = (contract()['components'] as { examples: Record<string, { value: Json }> }).examples;
const overview = examples['BriefOverview']?.value ?? {};

describe('validateDocument', () => {
  it('takes the documents of the contract, chosen by their discriminator', () => {
    expect(() => validateDocument('BriefOverview', overview)).not.toThrow();
    expect(() => validateDocument('Brief', overview)).not.toThrow();
    expect(() => validateDocument('Brief', examples['BriefEntity']?.value)).not.toThrow();
    expect(() => validateDocument('BriefFull', overview)).toThrow('theses');
  });

  it('names the place of what does not fit, and repeats nothing of the document', () => {
    const wrong = { ...overview, coverage: { ...(overview['coverage'] as Json), detail_available: 'a secret' } };
    const thrown = (() => {
      try {
        return validateDocument('Brief', wrong);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toBeInstanceOf(InvalidDocument);
    expect((thrown as InvalidDocument).pointers).toContain('/coverage/detail_available');
    expect(String(thrown)).not.toContain('a secret');
  });

  it('refuses an extra field, a missing one, and a day that does not exist [SPEC-F1] [SPEC-F2]', () => {
    expect(() => validateDocument('BriefOverview', { ...overview, extra: 1 })).toThrow('additional properties');
    const { as_of: _asOf, ...without } = overview;
    expect(() => validateDocument('BriefOverview', without)).toThrow('as_of');
    expect(() => validateDocument('BriefOverview', { ...overview, as_of: '2026-02-30T00:00:00.000Z' })).toThrow(
      '/as_of',
    );
  });

  it('can be made for every schema of the contract, and says when one is broken', () => {
    const ofContract = createDocumentsValidator(contract());
    const names = Object.keys((contract()['components'] as { schemas: object }).schemas) as SchemaName[];
    expect(names.length).toBeGreaterThan(50);
    for (const name of names) expect(() => ofContract.compile(name), name).not.toThrow();
    const broken = structuredClone(contract()) as { components: { schemas: Record<string, Json> } };
    broken.components.schemas['Text'] = { type: 'object', additionalPropertes: false };
    const validator = createDocumentsValidator(broken as unknown as Json);
    expect(() => validator.compile('BriefOverview')).toThrow('additionalPropertes');
  });
});
