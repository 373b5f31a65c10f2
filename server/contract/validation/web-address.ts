// Links: the ones that may be loaded, the reasons why another one may not, and how an earlier one is answered.
import { fitsSchema } from './documents-validator.ts';

export type LinkFault = { what: string; fix: string };

/**
 * A link must fit the schema that every answer with it is checked against: another rule here would turn a record that
 * loads into an answer that cannot be sent. It must also be one that a browser opens, without a user in it.
 */
export function isWebAddress(value: string): boolean {
  return fitsSchema('WebUri', value) && opened(value) !== null && !hasUser(value);
}

/** For a value that is not a web address. The value itself is never changed: which address is meant is its owner's to say. */
export function linkFault(value: string): LinkFault {
  const scheme = /^https?:\/\//i.exec(value)?.[0];
  if (scheme === undefined)
    return { what: 'is no http or https address', fix: 'write the whole address, from https:// on' };
  if (hasUser(value)) return { what: 'has a user name in it', fix: 'remove what stands before the @, and the @' };
  const encoded = encodedAddress(value, scheme);
  const reasons = [
    ...(scheme === scheme.toLowerCase() ? [] : ['capital letters in its scheme']),
    ...strangersIn(value, scheme.length).map(({ what, position }) => `${what} at position ${position}`),
  ];
  if (reasons.length === 0) return { what: 'is not an address that a browser opens', fix: fixOf(encoded) };
  return { what: `has ${reasons.slice(0, named_max).join(', ')}${beyond(reasons.length)}`, fix: fixOf(encoded) };
}

/** Nearly every link: nothing in it needs a closer look. */
const plain = /^https?:\/\/[a-z0-9][a-z0-9.-]*(\/[\w.~!$&'()*+,;=:@/-]*)?(\?[\w.~!$&'()*+,;=:@/?-]*)?$/i;

/**
 * A kept link the way it travels: as it is, or percent-encoded where the contract requires it. A store may hold links
 * that were loaded before the load had the contract's rule; their answers could not be sent, so encoding them changes
 * no answer that anyone has received.
 */
export function travellingAddress(value: string): string {
  if (plain.test(value) || fitsSchema('WebUri', value)) return value;
  const scheme = /^https?:\/\//i.exec(value)?.[0];
  if (scheme === undefined) return value;
  const href = opened(value)?.href ?? value;
  const candidates = [encodedAddress(value, scheme), encodedAddress(href, scheme.toLowerCase())];
  return candidates.find((candidate) => fitsSchema('WebUri', candidate)) ?? value;
}

const named_max = 3;
/** A longer address fills the screen, and the rule is quicker to follow. */
const address_characters_max = 300;

const beyond = (count: number): string => (count > named_max ? `, and ${count - named_max} more` : '');

function fixOf(encoded: string): string {
  if (!isWebAddress(encoded)) return 'correct its host or port, or write another address';
  if (encoded.length <= address_characters_max) return `write ${encoded}`;
  return 'write each of them percent-encoded: %25 for %, %5B for [, %5D for ]';
}

const opened = (value: string): URL | null => (URL.canParse(value) ? new URL(value) : null);

function hasUser(value: string): boolean {
  const url = opened(value);
  return url !== null && (url.username !== '' || url.password !== '');
}

type Part = 'host' | 'path' | 'query' | 'fragment';
type Stranger = { at: number; character: string; what: string; position: number };

/** The characters that RFC 3986 does not allow where they stand; positions count characters from 1. */
function strangersIn(value: string, start: number): Stranger[] {
  const found: Stranger[] = [];
  let part: Part = 'host';
  let at = 0;
  for (const [index, character] of [...value].entries()) {
    if (at >= start) {
      const next = partAfter(part, character);
      if (next === part && !isAllowed(value, at, part)) {
        found.push({ at, character, what: nameOf(character, part), position: index + 1 });
      }
      part = next;
    }
    at += character.length;
  }
  return found;
}

function partAfter(part: Part, character: string): Part {
  if (part === 'fragment') return part;
  if (character === '#') return 'fragment';
  if (part === 'query') return part;
  if (character === '?') return 'query';
  return character === '/' ? 'path' : part;
}

function isAllowed(value: string, at: number, part: Part): boolean {
  const character = value.charAt(at);
  if (character === '%') return /^%[0-9a-f]{2}/i.test(value.slice(at, at + 3));
  if (character === '[' || character === ']') return part === 'host';
  return /[\w.~!$&'()*+,;=:@/?-]/.test(character);
}

function nameOf(character: string, part: Part): string {
  if (character === '%') return 'a percent sign that is not followed by two hexadecimal digits';
  if (character === '#') return 'a second #';
  if (character === ' ') return `a space in the ${part}`;
  if (/[\x21-\x7e]/.test(character)) return `an unescaped ${character} in the ${part}`;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `the character U+${code} in the ${part}`;
}

/** The address that is most likely meant: percent-encoded where it must be, and its host the way it travels. */
function encodedAddress(value: string, scheme: string): string {
  const strangers = new Map(strangersIn(value, scheme.length).map((one) => [one.at, one.character]));
  const [, host = '', rest = ''] = /^([^/?#]*)(.*)$/s.exec(value.slice(scheme.length)) ?? [];
  const restAt = value.length - rest.length;
  let [encoded, at] = ['', restAt];
  for (const character of rest) {
    encoded += strangers.has(at) ? percentEncoded(character) : character;
    at += character.length;
  }
  const isAscii = /^[\x21-\x7e]*$/.test(host);
  return scheme.toLowerCase() + (isAscii ? host : (opened(`http://${host}`)?.host ?? host)) + encoded;
}

/** Half of a surrogate pair has no encoding: it stays, and the address that it stays in is not proposed. */
const percentEncoded = (character: string): string =>
  /\p{Cs}/u.test(character) ? character : encodeURIComponent(character);
