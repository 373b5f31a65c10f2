// Compiles every schema of a contract as strictly as Ajv can, so that a misspelt keyword or a broken pattern is seen.
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Finding, Json, Place } from './walk.ts';
import { everyNode, everySchema, isObject, outerSchemas } from './walk.ts';

/** Ajv finds a branch by the constants in it, and refuses a discriminator that also has a mapping. */
function withoutMappings(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutMappings);
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === 'discriminator' && isObject(value) && typeof value['propertyName'] === 'string'
        ? [key, { propertyName: value['propertyName'] }]
        : [key, withoutMappings(value)],
    ),
  );
}

/** An Ajv that knows the components of the contract under the name `contract`. */
function strictAjv(contract: Json): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: true,
    // `required` beside a oneOf names properties of the branches.
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    // Each component is compiled once, not again wherever it is referred to.
    inlineRefs: false,
    logger: false,
  });
  ajvFormats.default(ajv, { mode: 'full' });
  const extensions = everyNode(contract).flatMap(({ node }) => Object.keys(node).filter((key) => key.startsWith('x-')));
  ajv.addVocabulary(['components', ...new Set(extensions)]);
  const schemas = withoutMappings((contract['components'] as Json | undefined)?.['schemas'] ?? {});
  ajv.addSchema({ $id: 'contract', components: { schemas } }, undefined, undefined, false);
  return ajv;
}

const local = (node: unknown): object =>
  JSON.parse(JSON.stringify(withoutMappings(node)).replaceAll('"$ref":"#/', '"$ref":"contract#/')) as object;

function tryTo(rule: string, pointer: string, act: () => void): Finding[] {
  try {
    act();
    return [];
  } catch (cause) {
    return [{ rule, pointer, message: cause instanceof Error ? cause.message : String(cause) }];
  }
}

/** A fault is told where it is, though everything that refers to the broken component fails with it. */
export function compiles(contract: Json): Finding[] {
  const broken = everySchema(contract).flatMap(patterns);
  if (broken.length > 0) return broken;
  const ajv = strictAjv(contract);
  const failed = outerSchemas(contract).flatMap((place) => {
    const { pointer, node } = place;
    const schema = pointer.startsWith('/components/schemas/') ? { $ref: `contract#${pointer}` } : local(node);
    const findings = tryTo('compiles', pointer, () => {
      ajv.validateSchema(local(node), true);
      ajv.compile(schema);
    });
    return findings.map((finding) => ({ finding, text: JSON.stringify(node) }));
  });
  return failed
    .filter(({ text }) => !failed.some(({ finding }) => text.includes(`"#${finding.pointer}"`)))
    .map(({ finding }) => finding);
}

function patterns({ pointer, node }: Place): Finding[] {
  const pattern = node['pattern'];
  if (typeof pattern !== 'string') return [];
  return tryTo('compiles', `${pointer}/pattern`, () => new RegExp(pattern, 'u'));
}

/** A default must fit its own schema, and only what a client leaves out has one: parameters. */
export function defaults(contract: Json): Finding[] {
  const withDefault = everySchema(contract).filter(({ node }) => 'default' in node);
  if (withDefault.length === 0) return [];
  const ajv = strictAjv(contract);
  return withDefault.flatMap(({ pointer, node }): Finding[] => {
    if (pointer.startsWith('/components/schemas/')) {
      return [{ rule: 'defaults', pointer, message: 'a default makes a property look as if it were always there' }];
    }
    const { default: value, ...schema } = node;
    let fits: boolean;
    try {
      fits = ajv.validate(local(schema), value);
    } catch {
      return []; // `compiles` says why
    }
    return fits
      ? []
      : [{ rule: 'defaults', pointer, message: `the default ${JSON.stringify(value)} does not fit its schema` }];
  });
}
