/** Test support: every way to break a valid document that the contract says is a break. */
import type { Json } from '../description.ts';
import { allowsNull, branchesOf, coWalk, find, isObject } from './co-walk.ts';
import type { Step } from './co-walk.ts';
import { escaped } from './documents.ts';
import type { Mutation, NamedDocument } from './documents.ts';

/** A break, and the constraint of the contract that must refuse it. */
export interface Attack extends Mutation {
  readonly constraint: string;
}

interface Break {
  readonly keyword: string;
  readonly why: string;
  /** Added to the pointer of the step. */
  readonly below?: string;
  readonly value?: unknown;
}

/** Texts that only the format refuses. */
const badFormats: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-30', '2025-02-29', '2026-04-31'],
  'date-time': ['2026-02-30T00:00:00Z', '2025-02-29T12:00:00.000Z', '2026-06-31T23:59:59Z'],
  uri: ['https://letters.example/%zz'],
};
/** Texts that only the pattern refuses. */
const laxFormats: Readonly<Record<string, readonly string[]>> = {
  date: ['0000-01-01'],
  'date-time': [
    '2026-10-05T00:00:00+00:00',
    '2026-10-05T00:00:00z',
    '2026-10-05t00:00:00Z',
    '2026-10-05 00:00:00Z',
    '2016-12-31T23:59:60Z',
    '0000-01-01T00:00:00Z',
  ],
  uri: ['javascript:alert(1)', 'ftp://letters.example/a'],
  uuid: ['urn:uuid:874b4ebf-6f5a-5931-9ee3-cffdace7df6e'],
};
/** Texts that both refuse. */
const badTexts: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-13-01', '2026-00-10', '2026-10-00', '2026-1-1', '20261005', '2026-10-05T00:00:00Z'],
  'date-time': [
    '2026-13-01T00:00:00Z',
    '2026-10-05T24:00:00Z',
    '2026-10-05T00:00Z',
    '2026-10-05T00:00:00.Z',
    '2026-10-05',
  ],
  uri: ['//letters.example/a', 'https://letters.example/a b'],
  uuid: ['874b4ebf6f5a59319ee3cffdace7df6e'],
};
const anyBadText = ['', ' ', '\u0000', 'A\u0000', 'NO!', '\u202Eno', 'x'.repeat(200), 'sha256:ABC'];

/** Every break of one document; a constraint with several values is attacked at the first one. */
export function attacksOn(contract: Json, { name, schema, document }: NamedDocument): readonly Attack[] {
  const seen = new Set<string>();
  return coWalk(contract, schema, document).flatMap((step) => {
    const place = `${step.at} ${step.pointer.replaceAll(/\/\d+/g, '/*')}`;
    return breaksOf(contract, step).flatMap(({ keyword, why, below, ...rest }): Attack[] => {
      const key = `${place} ${keyword} ${why}`;
      if (seen.has(key)) return [];
      seen.add(key);
      const pointer = `${step.pointer}${below ?? ''}`;
      return [{ schema, fixture: name, pointer, why, constraint: `${step.at}/${keyword}`, ...rest }];
    });
  });
}

function breaksOf(contract: Json, step: Step): readonly Break[] {
  const { node, target, value, nullAllowed } = step;
  if (typeof node['$ref'] === 'string') return referenceBreaks(contract, target, nullAllowed);
  if (branchesOf(node).length > 0) return unionBreaks(node, value);
  return [
    ...typeBreaks(node, nullAllowed),
    ...valueBreaks(node, value),
    ...(typeof value === 'string' ? textBreaks(node, value) : []),
    ...(typeof value === 'number' ? numberBreaks(node) : []),
    ...(Array.isArray(value) ? listBreaks(node, value) : []),
    ...(isObject(value) ? objectBreaks(node, value) : []),
  ];
}

/** Replaces the target of a reference by another type, because a dropped reference accepts anything. */
function referenceBreaks(contract: Json, target: Json, nullAllowed: boolean): Break[] {
  const wrong = isScalar(contract, target) ? { not: 'a value' } : 7;
  const breaks: Break[] = [{ keyword: '$ref', why: 'a value of another type', value: wrong }];
  if (!nullAllowed && !allowsNull(target)) breaks.push({ keyword: '$ref', why: 'null', value: null });
  return breaks;
}

function isScalar(contract: Json, target: Json): boolean {
  const reference = target['$ref'];
  if (typeof reference === 'string') return isScalar(contract, find(contract, reference));
  return target['type'] !== 'object' && branchesOf(target).length === 0;
}

function unionBreaks(node: Json, value: unknown): Break[] {
  const { propertyName } = (node['discriminator'] ?? {}) as { propertyName?: string };
  if (propertyName === undefined) return [{ keyword: 'oneOf', why: 'neither the object nor null', value: 7 }];
  return [
    { keyword: 'oneOf', why: 'an object of no kind', value: {} },
    {
      keyword: 'oneOf',
      why: 'an object of an unknown kind',
      value: { ...(value as Json), [propertyName]: 'nonsense' },
    },
  ];
}

const otherTypes: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, {}, ['x'], true],
  integer: ['7', 0.5, {}],
  number: ['7', {}],
  boolean: ['true', 0],
  array: [{}, 'x'],
  object: [[], 'x'],
  null: ['x', 0],
};

function typeBreaks(node: Json, nullAllowed: boolean): Break[] {
  if (node['const'] === null) return [{ keyword: 'const', why: 'not null', value: 'x' }];
  const types = (Array.isArray(node['type']) ? node['type'] : [node['type']]).map(String);
  const wrong = otherTypes[types.find((type) => type !== 'null') ?? 'null'] ?? [];
  const breaks: Break[] = wrong.map((value) => ({ keyword: 'type', why: `not ${types.join(' or ')}`, value }));
  if (!nullAllowed && !types.includes('null')) breaks.push({ keyword: 'type', why: 'null', value: null });
  return breaks.map((one, index) => ({
    ...one,
    why: index === 0 ? one.why : `${one.why}, ${JSON.stringify(one.value)}`,
  }));
}

function valueBreaks(node: Json, value: unknown): Break[] {
  if (value === null) return [];
  const others = typeof value === 'string' ? [`${value}x`, '', flipped(value)] : [Number(value) + 1, !value];
  if ('const' in node) {
    const other = typeof value === 'boolean' ? !value : others[0];
    return [{ keyword: 'const', why: 'another constant', value: other }];
  }
  const excluded = (node['not'] as Json | undefined)?.['const'];
  if (excluded !== undefined) return [{ keyword: 'not', why: 'another constant', value: excluded }];
  if (!Array.isArray(node['enum'])) return [];
  const allowed: readonly unknown[] = node['enum'];
  const same = others.filter((other) => typeof other === typeof value && !allowed.includes(other));
  return same.map((other) => ({ keyword: 'enum', why: `not in the list, ${JSON.stringify(other)}`, value: other }));
}

const flipped = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

function textBreaks(node: Json, value: string): Break[] {
  const { minLength, maxLength } = node as { [key: string]: number | undefined };
  const { pattern, format = '' } = node as { [key: string]: string | undefined };
  const breaks: Break[] = [];
  if (minLength !== undefined) {
    breaks.push({ keyword: 'minLength', why: 'too short', value: 'x'.repeat(minLength - 1) });
  }
  if (maxLength !== undefined) {
    breaks.push({ keyword: 'maxLength', why: 'too long', value: value.padEnd(maxLength + 1, value.at(-1)) });
  }
  for (const bad of badFormats[format] ?? []) {
    breaks.push({ keyword: 'format', why: `not a ${format}, ${bad}`, value: bad });
  }
  if (pattern === undefined) return breaks;
  const expression = new RegExp(pattern, 'u');
  const bad = [...(laxFormats[format] ?? []), ...(badTexts[format] ?? anyBadText)].filter((text) => {
    return !expression.test(text);
  });
  if (bad.length === 0) throw new Error(`no text is known that ${pattern} refuses`);
  return [
    ...breaks,
    ...bad.map((text) => ({ keyword: 'pattern', why: `refused text ${JSON.stringify(text)}`, value: text })),
  ];
}

function numberBreaks(node: Json): Break[] {
  const { minimum, maximum, exclusiveMinimum } = node as { [key: string]: number | undefined };
  const breaks: Break[] = [];
  if (minimum !== undefined) breaks.push({ keyword: 'minimum', why: 'below the minimum', value: minimum - 1 });
  if (maximum !== undefined) breaks.push({ keyword: 'maximum', why: 'above the maximum', value: maximum + 1 });
  if (exclusiveMinimum !== undefined) {
    breaks.push({ keyword: 'exclusiveMinimum', why: 'at the bound', value: exclusiveMinimum });
    breaks.push({ keyword: 'exclusiveMinimum', why: 'below the bound', value: exclusiveMinimum - 1 });
  }
  return breaks;
}

function listBreaks(node: Json, value: readonly unknown[]): Break[] {
  const { minItems, maxItems } = node as { [key: string]: number | undefined };
  const breaks: Break[] = [];
  if (minItems !== undefined) breaks.push({ keyword: 'minItems', why: 'too few', value: value.slice(0, minItems - 1) });
  if (maxItems !== undefined && value.length > 0) {
    const many = Array.from({ length: maxItems + 1 }, (_, index) => value[index % value.length]);
    breaks.push({ keyword: 'maxItems', why: 'too many', value: many });
  }
  return breaks;
}

function objectBreaks(node: Json, value: Json): Break[] {
  const required = (node['required'] ?? []) as readonly string[];
  const missing = required.map((name) => ({ keyword: `required/${name}`, why: 'missing', below: `/${escaped(name)}` }));
  if (node['additionalProperties'] !== false) return missing;
  const names = Object.keys((node['properties'] ?? {}) as Json);
  const extra = ['extra', '__proto__', 'constructor', ...names.slice(0, 1).map((name) => name.toUpperCase())];
  return [
    ...missing,
    ...extra
      .filter((name) => !names.includes(name) && !Object.hasOwn(value, name))
      .map((name) => ({ keyword: 'additionalProperties', why: 'one too many', below: `/${name}`, value: 'x' })),
  ];
}
