/** Canonical spellings of query values: one question has one text, and so one identity. */
import { foldTicker } from '../../terms/ticker.ts';
import { echo } from './faults.ts';
import type { Fault } from './faults.ts';
import { requestedInstant } from './formats.ts';
import { limits } from '../limits.ts';

/** The canonical value, or a fault if there is none. */
export type Canonical = { readonly value: string } | { readonly fault: Omit<Fault, 'location'> };

const plain = (value: string): Canonical => ({ value });

/** By kind of parameter, as in the route table. Other kinds have one spelling. */
const canonical: Readonly<Record<string, (value: string) => Canonical>> = {
  instant: spelledInstant,
  ticker: spelledTicker,
  uuid: (value) => plain(value.toLowerCase()),
};

export function spelled(kind: string | undefined, value: string): Canonical {
  return (kind === undefined ? undefined : canonical[kind])?.(value) ?? plain(value);
}

function spelledInstant(value: string): Canonical {
  if (value.length > limits.instant_characters_max) {
    const message = `It has more than ${limits.instant_characters_max} characters.`;
    return { fault: { message, fix: 'Write at most three digits of a second: the rest is cut off.' } };
  }
  const instant = requestedInstant(value);
  return instant === null ? { fault: instantFault(value) } : plain(instant);
}

const instantForm = {
  message: 'It is not an instant of RFC 3339 on a day that exists.',
  fix: 'Write a day, a T, a time, and a Z or an offset, from year 0001 on, such as 2026-10-05T20:00:00Z.',
};

/** Common mistakes have a specific message. */
function instantFault(value: string): Omit<Fault, 'location'> {
  const plus = /^(\S+:\d\d(?:\.\d+)?) (\d\d):?(\d\d)$/.exec(value);
  const meant = plus === null ? null : requestedInstant(`${plus[1]}+${plus[2]}:${plus[3]}`);
  if (meant !== null) {
    return {
      message: 'The + of its offset arrived as a space, which is what a + means in a query.',
      fix: `Percent-encode the + as %2B, or write the instant in UTC: ${meant}`,
    };
  }
  const leap = /^(.*:\d\d:)60((?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))$/.exec(value);
  if (leap !== null && requestedInstant(`${leap[1]}59${leap[2]}`) !== null) {
    return {
      message: 'It is a leap second, which the clock of this service does not have.',
      fix: 'Write second 59 of that minute, or second 00 of the next one.',
    };
  }
  const offset = /^(.*)([+-]\d\d)(\d\d)$/.exec(value);
  const exact = offset === null ? null : requestedInstant(`${offset[1]}${offset[2]}:${offset[3]}`);
  if (exact !== null) {
    return { message: 'Its offset has no colon.', fix: `Write the offset as -05:00 is written, or ${exact}` };
  }
  if (requestedInstant(value.replace(' ', 'T')) !== null) {
    return { message: 'A space stands between its day and its time.', fix: 'Write a T there.' };
  }
  if (requestedInstant(`${value}Z`) !== null) {
    return { message: 'It has no offset from UTC.', fix: `Add a Z if it is in UTC: ${echo(value)}Z` };
  }
  return instantForm;
}

/** White space and invisible characters that copying adds: direction marks and zero-width spaces. */
const unseen = /[\s\p{White_Space}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

function withoutUnseen(value: string): string {
  const characters = [...value];
  const isSeen = (character: string): boolean => !unseen.test(character);
  return characters.slice(characters.findIndex(isSeen), characters.findLastIndex(isSeen) + 1).join('');
}

/** A longer text is not a ticker: the contract's bound refuses it. */
const TICKER_LENGTH_MAX = 64;

function spelledTicker(value: string): Canonical {
  if (value.length > TICKER_LENGTH_MAX) return plain(value);
  const symbol = withoutUnseen(value);
  if (symbol === value) return plain(foldTicker(value));
  if (symbol === '') return { fault: { message: 'It is white space alone.', fix: 'Send a symbol.' } };
  const message = 'White space or an invisible character stands before or after the symbol.';
  return { fault: { message, fix: `Send ${echo(foldTicker(symbol))} without it.` } };
}
