// The contract's parameters and answers as the JSON Schemas of a tool: one object with flat arguments, no reference outside.
import { type Json, resolved } from '../contract/description.ts';

export type ObjectSchema = { type: 'object'; [keyword: string]: unknown };

type Parameter = Json & { name: string; in: string; required?: boolean; schema: Json; description?: string };

/** Keywords of OpenAPI and of our own that no JSON Schema has. */
const foreign = /^(x-.*|discriminator|example|allowReserved)$/;
const components = '#/components/schemas/';

/**
 * Query and path parameters as arguments. `defaults` are what a chat gets where it leaves them out. Neither `oneOf` nor
 * `anyOf` stands at the root: chats refuse such tools, so what must be given alone is said in words and checked.
 */
export function argumentsSchema(contract: Json, parameters: readonly Json[], defaults: Json): ObjectSchema {
  const named = parameters
    .map((one) => resolved(contract, one) as Parameter)
    .filter(({ in: place }) => place === 'query' || place === 'path');
  const properties = Object.fromEntries(
    named.map(({ name, schema, description, example }) => [
      name,
      {
        ...(bare(writtenOut(contract, schema)) as Json),
        ...(description === undefined ? {} : { description: told(description, defaults[name]) }),
        ...(example === undefined ? {} : { examples: [example] }),
        ...(name in defaults ? { default: defaults[name] } : {}),
      },
    ]),
  );
  const required = named.filter((one) => one.required === true).map(({ name }) => name);
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** What the contract says of a parameter may tell what leaving it out means over REST. */
function told(description: string, byDefault: unknown): string {
  return byDefault === undefined
    ? description
    : `${description} In a chat it is ${String(byDefault)} where it is left out.`;
}

/** The answer of an operation, with all that it refers to inside. */
export function answerSchema(contract: Json, schema: Json): ObjectSchema {
  const definitions: Record<string, unknown> = {};
  const collect = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(collect);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
        if (key !== '$ref' || typeof value !== 'string') return [[key, collect(value)]];
        const name = value.slice(components.length);
        if (!(name in definitions)) {
          definitions[name] = null;
          definitions[name] = collect(bare(resolved(contract, { $ref: value })));
        }
        return [[key, `#/$defs/${name}`]];
      }),
    );
  };
  const root = collect(bare(schema)) as Json;
  const inOrder = Object.fromEntries(Object.entries(definitions).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { type: 'object', ...root, $defs: inOrder };
}

/** Arguments are scalars: their schemas are written out, without references. */
function writtenOut(contract: Json, schema: Json): Json {
  const found = resolved(contract, schema);
  const { allOf, ...rest } = found;
  const parts = (allOf ?? []) as readonly Json[];
  return Object.assign({}, ...parts.map((part) => writtenOut(contract, part)), rest) as Json;
}

/** Without the keywords that validators of other people would stumble over. Names of properties are no keywords. */
function bare(node: unknown, areNames = false): unknown {
  if (Array.isArray(node)) return node.map((one) => bare(one));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => areNames || !foreign.test(key))
      .map(([key, value]) => [key, bare(value, !areNames && key === 'properties')]),
  );
}
