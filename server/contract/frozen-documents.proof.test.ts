// The frozen broken documents notice each constraint of the contract that is deleted.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { contract } from './description.ts';
import type { Json } from './description.ts';
import { coWalk } from './testing/co-walk.ts';
import { brokenBy, frozenMutations, validDocuments, valueAt } from './testing/documents.ts';
import { groupBy } from './testing/groups.ts';
import { loosenings } from './testing/loosened.ts';

const description = contract();
const schemas = (description['components'] as Record<string, Json>)['schemas'] as Record<string, Json>;
const documents = validDocuments();
const frozen = frozenMutations();
const broken = brokenBy(documents);
/** Schemas that only request parameters refer to: no document contains them. */
const parametersOnly = new Set(['Timestamp', 'Sha256']);

it('notice each constraint that is deleted, save those that a neighbour makes redundant', () => {
  const parts = brokenParts();
  const found = Object.keys(schemas)
    .filter((name) => !parametersOnly.has(name))
    .flatMap((name) => survivors(name, parts.get(name) ?? []));
  expect(found.filter(({ redundant }) => !redundant).map(({ constraint }) => constraint)).toEqual([]);
  expect(deleted).toBeGreaterThanOrEqual(1_900);
});

/** For each component, the parts of the frozen documents on the way to the break. */
function brokenParts(): ReadonlyMap<string, readonly unknown[]> {
  const roots = new Map(
    documents.map(({ name, schema, document }) => [
      name,
      coWalk(description, schema, document).filter(
        ({ at, node }) => /^\/components\/schemas\/\w+$/.test(at) && !('$ref' in node),
      ),
    ]),
  );
  const parts = frozen.flatMap((mutation) => {
    const document = broken(mutation);
    return (roots.get(mutation.fixture) ?? [])
      .filter(({ pointer }) => mutation.pointer === pointer || mutation.pointer.startsWith(`${pointer}/`))
      .map(({ at, pointer }) => ({ component: at.split('/')[3] ?? '', part: valueAt(document, pointer) }));
  });
  const grouped = groupBy(parts, ({ component }) => component);
  return new Map([...grouped].map(([component, list]) => [component, list.map(({ part }) => part)]));
}

let deleted = 0;

function survivors(
  component: string,
  parts: readonly unknown[],
): readonly { constraint: string; redundant: boolean }[] {
  const ajv = new Ajv2020({ strict: false, addUsedSchema: false });
  ajvFormats.default(ajv, { mode: 'full' });
  const judges = new Map<Json, ValidateFunction>();
  const judge = (schema: Json): ValidateFunction => {
    const found = judges.get(schema) ?? ajv.compile(schema);
    judges.set(schema, found);
    return found;
  };
  const all = loosenings(description, component);
  deleted += all.length;
  return all.filter(({ before, after }) => {
    const [strict, loosened] = [judge(before), judge(after)];
    return !parts.some((part) => !strict(part) && loosened(part));
  });
}
