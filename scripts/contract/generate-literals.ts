// Literal types for constants that the contract spells in a way that every generator reads.
import type { TransformNodeOptions, SchemaObject } from 'openapi-typescript';
import ts from 'typescript';

const { factory } = ts;
const nothing = factory.createLiteralTypeNode(factory.createNull());
const truth = (value: boolean): ts.TypeNode =>
  factory.createLiteralTypeNode(value ? factory.createTrue() : factory.createFalse());

/** The only type other than null; undefined if there are several. */
function single(type: unknown): { name: unknown; nullable: boolean } {
  const names = [type].flat();
  const others = names.filter((name) => name !== 'null');
  return { name: others.length === 1 ? others[0] : undefined, nullable: others.length < names.length };
}

/**
 * The generator reads `const: null`, `not: {const: true}` and `minimum: 100, maximum: 100` as string, boolean and
 * number.
 */
export function literalType(schema: SchemaObject, _options: TransformNodeOptions): ts.TypeNode | undefined {
  const { type, const: constant, not, minimum, maximum } = schema as unknown as Readonly<Record<string, unknown>>;
  const { name, nullable } = single(type);
  if (constant === null) return nothing;
  const excluded = (not as { const?: unknown } | undefined)?.const;
  if (name === 'boolean' && typeof excluded === 'boolean') {
    const value = truth(!excluded);
    return nullable ? factory.createUnionTypeNode([value, nothing]) : value;
  }
  if (name === 'number' && typeof minimum === 'number' && minimum === maximum) {
    return factory.createLiteralTypeNode(factory.createNumericLiteral(minimum));
  }
  return undefined;
}
