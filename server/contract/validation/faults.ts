/** Faults of a request, in words that are safe to return. */
import { limits } from '../limits.ts';
import { cutSecrets } from './secret-text.ts';

export interface Fault {
  /** Such as query.as_of, header.X-Request-ID, path.belief_id, body.deviceName, or query for all of it. */
  readonly location: string;
  readonly message: string;
  readonly fix: string;
}

/** Input that is safe to repeat: no secret of ours, at most 64 characters, only printable ASCII unescaped. */
export function echo(value: string): string {
  const characters = Array.from(cutSecrets(value).slice(0, 4 * limits.echo_characters_max), escaped);
  let text = '';
  for (const character of characters) {
    if (text.length + character.length > limits.echo_characters_max - 1) return `${text}…`;
    text += character;
  }
  return text;
}

function escaped(character: string): string {
  if (/^[\x20-\x7e]$/.test(character)) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

// Controls, and halves of surrogate pairs: PostgreSQL refuses the former (22021) and silently alters the latter.
const unsafe = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;

export function hasUnsafeCharacter(value: string): boolean {
  return unsafe.test(value);
}

const none: readonly Fault[] = [];

/** One fault per location, the first one: format and pattern do not both complain about one value. */
export function merge(...groups: readonly (readonly Fault[])[]): readonly Fault[] {
  if (groups.every(({ length }) => length === 0)) return none;
  const byLocation = new Map<string, Fault>();
  for (const fault of groups.flat()) {
    if (!byLocation.has(fault.location)) byLocation.set(fault.location, fault);
  }
  return [...byLocation.values()].slice(0, limits.faults_max);
}
