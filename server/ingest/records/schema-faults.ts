// Schema errors in the words of the person who wrote the record, each with its fix.
import { type PatternWords, patternMeaning, unseen } from '../files/pattern-words.ts';
import type { SchemaError } from './record-schemas.ts';
import { shown } from '../files/faults.ts';
import { linkFault } from '../../contract/validation/web-address.ts';

export type FieldFault = { field: string; what: string; fix: string };

/** The faults of one record; errors that only say that another one exists are left out. */
export function fieldFaults(errors: readonly SchemaError[]): FieldFault[] {
  const telling = errors.filter(
    (error) =>
      !['if', 'allOf', 'anyOf'].includes(error.keyword) && !inFalseBranch(error, errors) && !inFormat(error, errors),
  );
  const faults = telling.map((error) => ({ field: fieldOf(error), ...meaning(error) }));
  return [...new Map(faults.map((fault) => [`${fault.field} ${fault.what}`, fault])).values()];
}

/** Below a oneOf without a discriminator every branch complains; the oneOf itself says it in one sentence. */
function inFalseBranch(error: SchemaError, errors: readonly SchemaError[]): boolean {
  return (
    error.keyword !== 'oneOf' &&
    errors.some((other) => other.keyword === 'oneOf' && error.schemaPath.startsWith(`${other.schemaPath}/`))
  );
}

/** The format of a link covers its pattern. */
function inFormat(error: SchemaError, errors: readonly SchemaError[]): boolean {
  return (
    error.keyword === 'pattern' &&
    errors.some(({ keyword, instancePath }) => keyword === 'format' && instancePath === error.instancePath)
  );
}

function fieldOf(error: SchemaError): string {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (joined, part) => (/^\d+$/.test(part) ? `${joined}[${part}]` : joined === '' ? part : `${joined}.${part}`),
      '',
    );
  const named = param(error, 'missingProperty') ?? param(error, 'additionalProperty');
  if (named === undefined) return path === '' ? 'record' : path;
  return path === '' ? named : `${path}.${named}`;
}

function param(error: SchemaError, name: string): string | undefined {
  const value: unknown = (error.params as { [name: string]: unknown })[name];
  return typeof value === 'string' ? value : undefined;
}

const formats: { readonly [format: string]: PatternWords } = {
  'date-time': { what: 'is no UTC instant on a day that exists', fix: 'write it as 2014-06-30T23:59:59Z' },
  date: { what: 'is no calendar date that exists', fix: 'write it as 2014-06-30' },
};

/** Text stands in quotes; numbers, true, false and null do not. */
function shownValue(value: unknown): string {
  return value === null || typeof value === 'number' || typeof value === 'boolean' ? String(value) : shown(value);
}

function meaning(error: SchemaError): PatternWords {
  const value = shownValue(error.data);
  switch (error.keyword) {
    case 'required':
      return { what: 'is missing', fix: 'add it' };
    case 'additionalProperties':
      return { what: 'is no field of this record', fix: 'remove it, or correct its name' };
    case 'false schema':
      return { what: 'does not belong to this kind', fix: 'remove it' };
    case 'enum':
      return { what: `${value} is not an allowed value`, fix: `write one of ${listed(error)}` };
    case 'const':
      return { what: `${value} is not the allowed value`, fix: `write ${shown(error.schema)}` };
    case 'type':
      return typeMeaning(error, value);
    case 'format':
      return formatMeaning(error, value);
    case 'pattern':
      return patternFault(error, value);
    case 'oneOf':
      return { what: 'has to be exactly one of its forms', fix: oneOfFix(error) };
    case 'discriminator':
      return { what: 'has an unknown kind', fix: 'write one of the kinds of the schema' };
    case 'not':
      return { what: 'has two fields that exclude each other, or lacks both of two', fix: notFix(error) };
    default:
      return boundMeaning(error, value);
  }
}

const typeWords: { readonly [type: string]: string } = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function typeMeaning(error: SchemaError, value: string): PatternWords {
  if (isRounded(error.data)) return rounded;
  const types = [error.schema].flat().map((type) => typeWords[String(type)] ?? String(type));
  return { what: `${value} is not ${types.join(' or ')}`, fix: `write ${types.join(' or ')}` };
}

function patternFault(error: SchemaError, value: string): PatternWords {
  const known = patternMeaning(String(error.schema));
  if (known === unseen) return unseen;
  return known === undefined
    ? { what: `${value} has a form that is not allowed`, fix: 'see the schema of the record' }
    : { what: `${value} ${known.what}`, fix: known.fix };
}

/** Sizes of texts, lists and numbers. */
function boundMeaning(error: SchemaError, value: string): PatternWords {
  const bound = String(error.schema);
  const number = isRounded(error.data) ? 'the number' : value;
  switch (error.keyword) {
    case 'minLength':
      return unseen;
    case 'maxLength':
      return { what: `it has ${[...String(error.data)].length} characters, more than ${bound}`, fix: 'shorten it' };
    case 'minimum':
      return { what: `${number} is less than ${bound}`, fix: `write ${bound} or more` };
    case 'maximum':
      return { what: `${number} is more than ${bound}`, fix: `write ${bound} or less` };
    case 'exclusiveMinimum':
      return { what: `${number} is not above ${bound}`, fix: `write a number above ${bound}` };
    case 'minItems':
      return { what: 'the list is too short', fix: `give at least ${bound}` };
    case 'maxItems':
      return { what: `the list is longer than ${bound}`, fix: `give at most ${bound}` };
    case 'uniqueItems':
      return { what: 'the list has an entry twice', fix: 'keep one of them' };
    default:
      return { what: `${value} is not allowed`, fix: 'see the schema of the record' };
  }
}

const rounded: PatternWords = {
  what: 'the number has more digits than JSON keeps',
  fix: 'write it as text, in quotes',
};

/** Two integers of the file may be one number here: what stands in the file is not known any more. */
const isRounded = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

function formatMeaning(error: SchemaError, value: string): PatternWords {
  const known = error.schema === 'uri' ? linkFault(String(error.data)) : formats[String(error.schema)];
  return known === undefined
    ? { what: `${value} is malformed`, fix: 'see the schema' }
    : { what: `${value} ${known.what}`, fix: known.fix };
}

function listed(error: SchemaError): string {
  return Array.isArray(error.schema) ? error.schema.join(', ') : String(error.schema);
}

function oneOfFix(error: SchemaError): string {
  const branches = Array.isArray(error.schema) ? (error.schema as { required?: string[] }[]) : [];
  const names = branches.flatMap((branch) => branch.required?.join(' with ') ?? []);
  return names.length === 0 ? 'see the schema of the record' : `give one of ${names.join(', or ')}`;
}

function notFix(error: SchemaError): string {
  const excluded = error.schema as { required?: string[]; properties?: object };
  if (excluded.required) return `give one of ${excluded.required.join(' and ')}, not both`;
  return `give at least one of ${Object.keys(excluded.properties ?? {}).join(' and ')}`;
}
