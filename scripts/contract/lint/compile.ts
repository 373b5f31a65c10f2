// Compilation of every schema under the strictest settings of Ajv, which reveals misspelt keywords and broken patterns.
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { LintFault, Json, Place } from './walk.ts';
import { everyNode, everySchema, isObject, outerSchemas } from './walk.ts';

/** Ajv selects a branch by its constants, and refuses a discriminator that also has a mapping. */
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
    // A `required` next to a oneOf names properties of the branches.
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    // Compiles each component once, instead of at every reference.
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

function tryTo(rule: string, pointer: string, act: () => void): LintFault[] {
  try {
    act();
    return [];
  } catch (cause) {
    return [{ rule, pointer, message: cause instanceof Error ? cause.message : String(cause) }];
  }
}

/** Reports a fault at its own place; everything that refers to the broken component fails with it. */
export function compiles(contract: Json): LintFault[] {
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

function patterns({ pointer, node }: Place): LintFault[] {
  const pattern = node['pattern'];
  if (typeof pattern !== 'string') return [];
  return tryTo('compiles', `${pointer}/pattern`, () => new RegExp(pattern, 'u'));
}

/** A default must fit its own schema, and only a parameter, which a client may omit, may have one. */
export function defaults(contract: Json): LintFault[] {
  const withDefault = everySchema(contract).filter(({ node }) => 'default' in node);
  if (withDefault.length === 0) return [];
  const ajv = strictAjv(contract);
  return withDefault.flatMap(({ pointer, node }): LintFault[] => {
    if (pointer.startsWith('/components/schemas/')) {
      return [{ rule: 'defaults', pointer, message: 'a default makes a property look as if it were always there' }];
    }
    const { default: value, ...schema } = node;
    let fits: boolean;
    try {
      fits = ajv.validate(local(schema), value);
    } catch {
      return []; // Reported by `compiles`.
    }
    return fits
      ? []
      : [{ rule: 'defaults', pointer, message: `the default ${JSON.stringify(value)} does not fit its schema` }];
  });
}
