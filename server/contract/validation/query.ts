/** Strict parser of query strings: spellings of a value become the canonical one, and doubtful values are faults. */
import { echo, hasUnsafeCharacter } from './faults.ts';
import type { Fault } from './faults.ts';
import { spelled } from './spellings.ts';
import type { Route } from '../../../generated/routes.ts';

export interface ReadQuery {
  /** Decoded parameters without a fault, in canonical spelling. */
  readonly values: Record<string, string>;
  readonly faults: readonly Fault[];
}

/**
 * Ajv coerces `Infinity`, `1e400`, `0x5`, `05`, ` 5`, `+5` and `5.0` to integers, and its range keywords ignore numbers
 * that are not finite. So an integer is checked in the text of the query.
 */
const integer = /^-?(0|[1-9][0-9]{0,15})$/;

export function readQuery(route: Route, rawQuery: string): ReadQuery {
  const faults: Fault[] = [];
  const sent = new Map<string, string[]>();
  for (const pair of rawQuery.split('&')) {
    // An empty pair means nothing (WHATWG URL, section 5.1): clients write one at either end.
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = formDecoded(cut === -1 ? pair : pair.slice(0, cut));
    const value = cut === -1 ? '' : pair.slice(cut + 1);
    if (name === null) {
      faults.push({
        location: 'query',
        message: 'A parameter name is not valid percent-encoded UTF-8.',
        fix: encodeFix,
      });
      continue;
    }
    sent.set(name, [...(sent.get(name) ?? []), value]);
  }
  const values: Record<string, string> = {};
  for (const [name, raws] of sent) {
    const read = Object.hasOwn(route.query, name) ? valueOf(route, name, raws) : unknown(route, name);
    if (typeof read === 'string') values[name] = read;
    else faults.push(read);
  }
  return { values, faults: [...faults, ...alternatives(route, sent)] };
}

const encodeFix = 'Percent-encode the UTF-8 bytes of the text, and write a percent sign as %25.';

/** The canonical text of a parameter, or its fault. */
function valueOf(route: Route, name: string, raws: readonly string[]): string | Fault {
  const location = `query.${name}`;
  const value = formDecoded(raws[0] ?? '');
  if (raws.length > 1) return { location, message: `It was sent ${raws.length} times.`, fix: `Send ${name} once.` };
  if (value === null) return { location, message: 'It is not valid percent-encoded UTF-8.', fix: encodeFix };
  if (value === '') return { location, message: 'It is empty.', fix: `Give ${name} a value, or leave it out.` };
  if (hasUnsafeCharacter(value)) {
    return { location, message: `It holds a control character: ${echo(value)}`, fix: 'Remove the control character.' };
  }
  if (route.query[name] === 'integer' && !integer.test(value)) {
    return {
      location,
      message: `It must be a whole number in plain digits, not ${echo(value)}`,
      fix: 'Write the number as digits alone, such as 5: no sign +, no leading zero, no exponent, no decimal point.',
    };
  }
  const text = spelled(route.query[name], value);
  return 'fault' in text ? { location, ...text.fault } : text.value;
}

function unknown(route: Route, name: string): Fault {
  if (name === '') {
    return {
      location: 'query.',
      message: 'A parameter has no name.',
      fix: 'Write its name before the =, or remove it.',
    };
  }
  const known = Object.keys(route.query);
  const near = known.find((one) => one.toLowerCase() === name.toLowerCase());
  const offer = known.length === 0 ? 'This operation has no query parameters.' : `It knows: ${known.join(', ')}.`;
  return {
    location: `query.${echo(name)}`,
    message: 'This operation has no such parameter.',
    fix: near === undefined ? `Remove it. ${offer}` : `Write it ${near}: names are case-sensitive.`,
  };
}

/** A rule that OpenAPI cannot express for parameters: exactly one of several (x-exactly-one-of). */
function alternatives(route: Route, sent: ReadonlyMap<string, unknown>): readonly Fault[] {
  if (route.exactlyOneOf.length === 0) return [];
  const given = route.exactlyOneOf.filter((name) => sent.has(name));
  if (given.length === 1) return [];
  const names = route.exactlyOneOf.join(' or ');
  return [
    given.length === 0
      ? { location: 'query', message: `One of ${names} is needed, and neither was sent.`, fix: `Add ${names}.` }
      : { location: 'query', message: `Only one of ${names} may be sent.`, fix: `Keep one of ${given.join(', ')}.` },
  ];
}

/** A plus sign is a space, as in forms; returns null if the percent-encoding or its UTF-8 is broken. */
export function formDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
