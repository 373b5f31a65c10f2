/** Faults with location, message and fix, made from the validator's errors. */
import { error } from 'express-openapi-validator';
import { echo, hasUnsafeCharacter } from './faults.ts';
import type { Fault } from './faults.ts';
import { type Json, resolved } from '../description.ts';
import type { Route } from '../../../generated/routes.ts';

interface ItemError {
  readonly path: string;
  readonly message: string;
  readonly errorCode?: string;
}

const places: Readonly<Record<string, string>> = { query: 'query', headers: 'header', params: 'path', body: 'body' };

/** The faults of a refusal; any other failure is ours and is thrown again. */
export function faultsOf(failure: unknown, known: ReadonlyMap<string, string>): readonly Fault[] {
  if (!(failure instanceof error.BadRequest)) throw failure;
  const items = failure.errors as readonly ItemError[];
  // A format's message is clearer than a pattern's, and one fault per location is kept.
  const clear = items.toSorted(
    (one, other) => Number(keywordOf(one) === 'pattern') - Number(keywordOf(other) === 'pattern'),
  );
  return clear.map((item) => faultOf(item, known));
}

function faultOf(item: ItemError, known: ReadonlyMap<string, string>): Fault {
  const location = locationOf(item.path, known);
  const keyword = keywordOf(item);
  const example = known.get(location) ?? '';
  const like = example === '' ? '' : ` For example: ${example}`;
  if (keyword === 'required') return { location, message: 'It is missing.', fix: `Add it.${like}` };
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    return { location, message: 'This object has no such field.', fix: 'Remove it.' };
  }
  if (keyword === 'format') return { location, ...(forms[item.message.split('"')[1] ?? ''] ?? anyForm) };
  if (keyword === 'pattern') return { location, message: anyForm.message, fix: `${anyForm.fix}${like}` };
  const [message, fix] = sentenceOf(item.message);
  return { location, message, fix: `${fix}${like}` };
}

type Sentence = readonly [message: string, fix: string];

/** Messages of the validator, and the sentences that people read instead. */
const sentences: readonly (readonly [pattern: RegExp, (found: string) => Sentence])[] = [
  [/^must be <= (\S+)$/, (most) => [`It is more than ${most}.`, `Send at most ${most}.`]],
  [/^must be >= (\S+)$/, (least) => [`It is less than ${least}.`, `Send at least ${least}.`]],
  [
    /^must NOT have more than (\d+) characters$/,
    (most) => [`It has more than ${most} characters.`, `Send at most ${most} characters.`],
  ],
  [
    /^must NOT have fewer than (\d+) characters$/,
    (least) => [`It has fewer than ${least} characters.`, `Send at least ${least} characters.`],
  ],
  [
    /^must be equal to one of the allowed values: (.*)$/s,
    (values) => ['It is not one of the allowed values.', `Send one of: ${values}.`],
  ],
  [/^must be (string|object)$/, (type) => [`It is not a JSON ${type}.`, `Send a JSON ${type}.`]],
];

function sentenceOf(text: string): Sentence {
  for (const [pattern, sentence] of sentences) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return sentence(found);
  }
  return [`It ${text}.`, 'Send a value that does.'];
}

function keywordOf(item: ItemError): string {
  return item.errorCode?.split('.')[0] ?? '';
}

/** Patterns are for programs; people read the form in words. */
const anyForm = {
  message: 'It holds a character that is not allowed here, or does not have the form it must have.',
  fix: 'Write it in the form that the documentation of the operation gives.',
};

const forms: Readonly<Record<string, Omit<Fault, 'location'>>> = {
  date: { message: 'It is not a day that exists.', fix: 'Write it as YYYY-MM-DD, such as 2026-10-05.' },
  uuid: { message: 'It is not a UUID.', fix: 'Write it as 874b4ebf-6f5a-5931-9ee3-cffdace7df6e is written.' },
};

/** `/query/as_of` is query.as_of; `/body/items/0/name` is body.items[0].name; header names as the contract writes them. */
function locationOf(path: string, known: ReadonlyMap<string, string>): string {
  const [place = '', ...rest] = path
    .split('/')
    .filter((part) => part !== '')
    .map(unpoint);
  const within = rest.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${echo(part)}`)).join('');
  const location = `${places[place] ?? 'body'}${within}`;
  if (place !== 'headers') return location;
  return [...known.keys()].find((one) => one.toLowerCase() === location.toLowerCase()) ?? location;
}

function unpoint(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Checks every text of a body, names included: the store would refuse a control character and alter half a pair. */
export function unsafeText(node: unknown, location: string): readonly Fault[] {
  if (typeof node === 'string') {
    return hasUnsafeCharacter(node) ? [{ location, message: 'It holds a control character.', fix: 'Remove it.' }] : [];
  }
  if (Array.isArray(node)) return node.flatMap((item, index) => unsafeText(item, `${location}[${index}]`));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => unsafeText(value, `${location}.${echo(name)}`));
}

/** Example values by location, for the parameters that have one. */
export function fixes(description: Json, route: Route): ReadonlyMap<string, string> {
  const path = route.path.replaceAll(/:([A-Za-z0-9_]+)/g, '{$1}');
  const item = (description['paths'] as Record<string, Json>)[path] ?? {};
  const operation = item[route.method] as Json;
  const found = new Map<string, string>(route.headers.map((name) => [`header.${name}`, '']));
  for (const parameter of [...list(item['parameters']), ...list(operation['parameters'])]) {
    const one = resolved(description, parameter);
    const example = exampleOf(description, one);
    if (example !== null) found.set(`${String(one['in'])}.${String(one['name'])}`, example);
  }
  return found;
}

function exampleOf(description: Json, parameter: Json): string | null {
  const schema = resolved(description, (parameter['schema'] ?? {}) as Json);
  const named = Object.values((parameter['examples'] ?? {}) as Record<string, Json>).map((one) =>
    resolved(description, one),
  );
  const found = [parameter['example'], named[0]?.['value'], list(schema['examples'])[0], schema['example']];
  const value = found.find((one) => one !== undefined);
  return value === undefined ? null : String(value);
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
