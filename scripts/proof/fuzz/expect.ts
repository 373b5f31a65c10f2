// Expected outcome of a request, from the fuzzer's own reading of the contract.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { contractVersion } from '../../../server/contract/description.ts';
import type { Operation, Parameter } from './contract.ts';
import { fitting } from './fits.ts';
import { type Expectation, type FuzzRequest, anything, headOf, valueOf } from './sent.ts';

export const HEAD_BYTES_MAX = 8 * 1024;
const BODY_BYTES_MAX = 16 * 1024;

export type Query = readonly (readonly [name: string, value: string | null])[];

/** A request in its parts; what is true of a part that was drawn from a table comes along. Null: it may be either. */
export type Parts = {
  operation: Operation;
  query: Query;
  /** As written into the path. */
  path: ReadonlyMap<string, string>;
  isAcceptable: boolean | null;
  isCredentialGood: boolean;
  isTypeGood: boolean;
};

/** The dates that there are, in years 0001 to 9999 of UTC; what Ajv's own formats let through is not asked for. */
function isInstant(value: string): boolean {
  const read = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}:\d{2})$/i.exec(value);
  if (read === null) return false;
  const [, day = '', time = '', zone = ''] = read;
  const local = Date.parse(`${day}T${time}Z`);
  const at = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  if (Number.isNaN(local) || Number.isNaN(at) || !new Date(local).toISOString().startsWith(`${day}T${time}`))
    return false;
  return /^(?!0000)\d{4}-/.test(new Date(at).toISOString());
}

/** A symbol neither begins nor ends with white space or an invisible character. */
const isSymbol = (value: string): boolean =>
  !/^[\p{White_Space}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\p{White_Space}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]$/u.test(
    value,
  );

const fits = fitting(
  new Ajv2020({ strict: false, formats: { 'date-time': isInstant, uuid: true, uri: true, date: true } }),
);

function decoded(raw: string): string | null {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

const hasControl = (value: string): boolean => /[\u0000-\u001f\u007f-\u009f]/.test(value);

function areSymbols(name: string, place: Parameter['in'], value: string): boolean {
  if (place !== 'query') return true;
  if (name === 'tickers') return value.split(',').every(isSymbol);
  return name !== 'ticker' || isSymbol(value);
}

/** An integer is what people write as one. */
function isValue({ name, in: place, schema }: Parameter, value: string): boolean {
  if (hasControl(value) || !areSymbols(name, place, value)) return false;
  if (schema['type'] !== 'integer') return fits(schema, value);
  return /^(0|[1-9][0-9]{0,14})$/.test(value) && fits(schema, Number(value));
}

export function expectedOf(parts: Parts, sent: Omit<FuzzRequest, 'expected' | 'kind' | 'values'>): Expectation {
  const { operation, isAcceptable, isCredentialGood, isTypeGood } = parts;
  const head = headOf({ ...sent, expected: anything, kind: 'operation', values: [] }).length;
  // The parser counts in its own way: near the limit it may do either.
  if (head > HEAD_BYTES_MAX - 256) return head > HEAD_BYTES_MAX + 256 ? only(431) : anything;
  const path = pathPlaces(parts);
  if (path === null) return only(404);
  if (path.has('path')) return { status: 400, places: path, hasOther: false };
  if (isAcceptable === null) return anything;
  if (!isAcceptable) return only(406);
  if (operation.body !== null) {
    const size = sent.body?.length ?? 0;
    if (size > BODY_BYTES_MAX && !sent.isChunked) return only(413);
    if (!isTypeGood) return only(415);
    if (size > BODY_BYTES_MAX) return only(413);
  }
  if (!isCredentialGood) return only(401);
  const query = queryPlaces(parts);
  const body = operation.body !== null && !isBodyGood(operation, sent.body);
  const places = new Set([...path, ...query.places, ...headerPlaces(operation, sent.headers)]);
  const hasOther = query.hasOther || body;
  if (places.size > 0 || hasOther) return { status: 400, places, hasOther };
  return { status: null, places, hasOther };
}

const only = (status: number): Expectation => ({ status, places: null, hasOther: false });

/** Null: the path is not that of the operation after all. */
function pathPlaces({ operation, path }: Parts): Set<string> | null {
  const places = new Set<string>();
  const parameters = operation.parameters.filter((one) => one.in === 'path');
  if (parameters.some(({ name }) => (path.get(name) ?? '') === '')) return null;
  for (const parameter of parameters) {
    const raw = path.get(parameter.name) ?? '';
    const value = undecoded(raw);
    if (value === null) return new Set(['path']);
    if (!isValue(parameter, value)) places.add(`path.${parameter.name}`);
  }
  return places;
}

/** In a path a plus sign is a plus sign. */
function undecoded(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}

function queryPlaces({ operation, query }: Parts): { places: Set<string>; hasOther: boolean } {
  const places = new Set<string>();
  const given = new Map<string, (string | null)[]>();
  let hasOther = false;
  for (const [rawName, rawValue] of query) {
    if (rawName === '' && rawValue === null) continue;
    const name = decoded(rawName);
    if (name === null) hasOther = true;
    else given.set(name, [...(given.get(name) ?? []), decoded(rawValue ?? '')]);
  }
  const known = new Map(operation.parameters.filter((one) => one.in === 'query').map((one) => [one.name, one]));
  for (const [name, values] of given) {
    const parameter = known.get(name);
    const [value] = values;
    if (parameter === undefined) hasOther = true;
    else if (values.length > 1 || typeof value !== 'string' || value === '' || !isValue(parameter, value)) {
      places.add(`query.${name}`);
    }
  }
  for (const { name, required } of known.values()) if (required && !given.has(name)) places.add(`query.${name}`);
  const alternatives = operation.exactlyOneOf.filter((name) => given.has(name));
  if (operation.exactlyOneOf.length > 0 && alternatives.length !== 1) hasOther = true;
  return { places, hasOther };
}

function headerPlaces(operation: Operation, headers: FuzzRequest['headers']): string[] {
  return operation.parameters
    .filter((one) => one.in === 'header')
    .filter(({ name, schema }) => {
      const value = valueOf(headers, name.toLowerCase());
      if (value === null) return false;
      return !fits(schema, value) || (name === 'Research-Version' && value !== contractVersion());
    })
    .map(({ name }) => `header.${name}`);
}

function isBodyGood({ body }: Operation, bytes: Buffer | null): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes ?? Buffer.alloc(0));
    return body !== null && fits(body.schema, JSON.parse(text));
  } catch {
    return false;
  }
}
