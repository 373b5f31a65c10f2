// Rules for links: valid addresses, faults of others, and the encoding of links from earlier loads.
import { fitsSchema } from './documents-validator.ts';

export type LinkFault = { what: string; fix: string };

/**
 * A link must fit the schema that answers are checked against: with another rule here, a record could load and its
 * answer fail. A browser must open it too, and it names no user.
 */
export function isWebAddress(value: string): boolean {
  return fitsSchema('WebUri', value) && opened(value) !== null && !hasUser(value);
}

/**
 * The fault of a value that is not a web address. The value is not changed: only its owner knows which address is
 * meant.
 */
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

/** Fast path: most links need no closer look. */
const plain = /^https?:\/\/[a-z0-9][a-z0-9.-]*(\/[\w.~!$&'()*+,;=:@/-]*)?(\?[\w.~!$&'()*+,;=:@/?-]*)?$/i;

/**
 * A stored link as answers carry it: unchanged, or percent-encoded if the contract requires it. Links loaded before the
 * contract's rule could not be sent at all, so encoding them changes no answer that a client has received.
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
/** A longer address would fill the screen; the rule is quicker to follow. */
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

/** Characters that RFC 3986 does not allow there; positions count characters from 1. */
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

/** The address that is most likely meant: percent-encoded, and the host in its canonical form. */
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

/** Half of a surrogate pair has no encoding: it stays, and no correction of the address is proposed. */
const percentEncoded = (character: string): string =>
  /\p{Cs}/u.test(character) ? character : encodeURIComponent(character);
