// The contract against documents that fit it, every way to break them, and the frozen broken ones.
import { describe, expect, it } from 'vitest';
import { contract } from './description.ts';
import type { Json } from './description.ts';
import { attacksOn } from './testing/attack.ts';
import { allowsNull, coWalk, find, isObject } from './testing/co-walk.ts';
import type { Step } from './testing/co-walk.ts';
import { brokenBy, createJudge, frozenMutations, mutated, validDocuments } from './testing/documents.ts';
import { missingMutations, unfitDocuments } from './testing/frozen.ts';
import { groupBy } from './testing/groups.ts';

const description = contract();
const schemas = (description['components'] as Record<string, Json>)['schemas'] as Record<string, Json>;
const documents = validDocuments();
const frozen = frozenMutations();
const broken = brokenBy(documents);
const fits = createJudge(description);
const steps: readonly Step[] = documents.flatMap(({ schema, document }) => coWalk(description, schema, document));

/** Every schema of the components with its pointer; references are not followed. */
function* schemasOf(node: unknown, at: string): Generator<{ at: string; node: Json }> {
  if (!isObject(node)) return;
  yield { at, node };
  yield* schemasOf(node['items'], `${at}/items`);
  for (const [name, one] of Object.entries((node['properties'] ?? {}) as Json)) {
    yield* schemasOf(one, `${at}/properties/${name}`);
  }
  for (const [index, one] of ((node['oneOf'] ?? []) as Json[]).entries()) yield* schemasOf(one, `${at}/oneOf/${index}`);
}
/** Schemas that only request parameters refer to: no document contains them. */
const parametersOnly = new Set(['Timestamp', 'Sha256']);
const places = Object.entries(schemas)
  .filter(([name]) => !parametersOnly.has(name))
  .flatMap(([name, node]) => [...schemasOf(node, `/components/schemas/${name}`)]);

const stepsAt = groupBy(steps, (step) => step.at);
const valuesAt = (at: string): readonly unknown[] => (stepsAt.get(at) ?? []).map(({ value }) => value);

describe('the valid documents', () => {
  it('fit the contract', () => {
    expect(unfitDocuments(description, documents)).toEqual([]);
    expect(documents.length).toBeGreaterThanOrEqual(92);
  });

  it('reach every closed object', () => {
    const closed = places.filter(({ node }) => node['additionalProperties'] === false);
    expect(closed.filter(({ at }) => !stepsAt.has(at)).map(({ at }) => at)).toEqual([]);
    expect(closed.length).toBeGreaterThanOrEqual(90);
  });

  it('show every value of every list, and every constant [SPEC-S1]', () => {
    const listed = places.flatMap(({ at, node }) =>
      [...((node['enum'] ?? []) as unknown[]), ...('const' in node ? [node['const']] : [])].map((value) => ({
        at,
        value,
      })),
    );
    const unseen = listed.filter(({ at, value }) => !valuesAt(at).includes(value));
    expect(unseen.map(({ at, value }) => `${at} ${String(value)}`)).toEqual([]);
    expect(listed.length).toBeGreaterThanOrEqual(250);
  });

  it('show every value that may be null as null, and as something', () => {
    const nullable = places.filter(({ node }) => allowsNull(node) && node['type'] !== 'null' && node['const'] !== null);
    const oneSided = nullable.filter(({ at }) => new Set(valuesAt(at).map((value) => value === null)).size < 2);
    expect(oneSided.map(({ at }) => at)).toEqual([]);
    expect(nullable.length).toBeGreaterThanOrEqual(60);
  });

  it('show every optional field present and absent', () => {
    const optional = places.flatMap(({ at, node }) => {
      const required = (node['required'] ?? []) as unknown[];
      const names = Object.keys((node['properties'] ?? {}) as Json).filter((name) => !required.includes(name));
      return names.map((name) => ({ at, name }));
    });
    const oneSided = optional.filter(
      ({ at, name }) => new Set(valuesAt(at).map((value) => Object.hasOwn(value as Json, name))).size < 2,
    );
    expect(oneSided.map(({ at, name }) => `${at} ${name}`)).toEqual([]);
    expect(optional.length).toBeGreaterThanOrEqual(35);
  });

  it('show every branch of every union', () => {
    const branches = places.flatMap(({ at, node }) => {
      const mapping = Object.values(((node['discriminator'] as Json | undefined)?.['mapping'] ?? {}) as Json);
      return mapping.map((_, index) => `${at}/oneOf/${index}`);
    });
    expect(branches.filter((at) => !stepsAt.has(at))).toEqual([]);
    expect(branches).toHaveLength(17);
  });

  it('cite only what they carry', () => {
    const carriers = documents.filter(({ schema }) => /^Brief|^Belief/.test(schema));
    const dangling = carriers.flatMap(({ name, schema, document }) => {
      const parts = coWalk(description, schema, document);
      const carried = new Set(
        parts
          .filter(({ at }) => at === '/components/schemas/Citation')
          .map((one) => (one.value as Json)['citation_id']),
      );
      const cited = parts
        .filter(({ at, pointer }) => /citation_id(s\/items)?$/.test(at) && !/^(\/data)?\/citations\//.test(pointer))
        .map(({ value }) => value)
        .filter((id) => id !== null);
      return cited.filter((id) => typeof id === 'string' && !carried.has(id)).map((id) => `${name} ${String(id)}`);
    });
    expect(dangling).toEqual([]);
    expect(carriers.length).toBeGreaterThanOrEqual(12);
  });
});

describe('a broken document', () => {
  it('is refused, whichever way it is broken [SPEC-F2]', () => {
    const attacks = documents.flatMap((document) => {
      return attacksOn(description, document).map((attack) => ({ attack, document: document.document }));
    });
    const accepted = attacks.filter(({ attack, document }) => fits(attack.schema, mutated(document, attack)));
    expect(accepted.map(({ attack }) => `${attack.fixture} ${attack.pointer} ${attack.why}`)).toEqual([]);
    expect(attacks.length).toBeGreaterThanOrEqual(10_000);
  });
});

describe('the frozen broken documents', () => {
  it('are all refused: a contract that was loosened accepts one', () => {
    const accepted = frozen.filter((mutation) => fits(mutation.schema, broken(mutation)));
    expect(accepted.map(({ fixture, pointer, why }) => `${fixture} ${pointer} ${why}`)).toEqual([]);
    expect(frozen.length).toBeGreaterThanOrEqual(2_000);
  });

  it('have a line for each constraint', () => {
    const missing = missingMutations(description, documents, frozen);
    expect(missing, 'run `npx tsx scripts/freeze-invalid.ts`, which adds these lines').toEqual([]);
  });

  it.each([
    ['the frozen file', frozen],
    ['an empty file', []],
  ])('gain only lines of a field that gains a constraint: %s', (_file, kept) => {
    const narrowed = structuredClone(description);
    const { citation_id: field } = find(narrowed, '#/components/schemas/Citation')['properties'] as Record<
      string,
      Json
    >;
    Object.assign(field ?? {}, { pattern: '^[^\\u0000]+$' });
    const before = missingMutations(description, documents, kept).map((line) => JSON.stringify(line));
    const gained = missingMutations(narrowed, documents, kept).filter((line) => !before.includes(JSON.stringify(line)));
    expect(gained.map(({ pointer }) => pointer.split('/').at(-1))).toEqual(['citation_id', 'citation_id']);
  });
});
