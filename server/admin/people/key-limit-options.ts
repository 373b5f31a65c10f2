// The options with which an operator holds a key to less than its workspace may.
import { allowedSet, isKeyOperation, keyOperations, key_minute_max } from '../../access/key-operations.ts';
import { canonicalInstant, isInstant } from '../../contract/validation/formats.ts';
import type { Instant } from '../../store/engine/db.ts';
import type { KeyLimits } from '../../store/people/keys.ts';
import { UsageError } from '../command.ts';

export const keyLimitOptions = {
  'expires-at': 'from when on it is refused, such as 2027-01-31T00:00:00Z, or never',
  minute: 'requests a minute, or usual: as many as its workspace may ask',
  operations: `what it may call, separated by commas, or all: ${keyOperations.map(([name]) => name).join(', ')}`,
} as const;

export const keyLimitUsage = '[--expires-at T|never] [--minute N|usual] [--operations A,B|all]';

type Values = { readonly [name: string]: string };

/** The limits from the options; an absent option leaves its limit unchanged. */
export function keyLimitsOf(values: Values, before: KeyLimits, now: Instant): KeyLimits {
  const { 'expires-at': expiry, minute, operations } = values;
  return {
    expires_at: expiry === undefined ? before.expires_at : expiryOf(expiry, now),
    minute_max: minute === undefined ? before.minute_max : minuteOf(minute),
    operations: operations === undefined ? before.operations : operationsOf(operations),
  };
}

export const namesKeyLimits = (values: Values): boolean =>
  Object.keys(keyLimitOptions).some((option) => values[option] !== undefined);

function expiryOf(text: string, now: Instant): Instant | null {
  if (text === 'never') return null;
  if (!isInstant(text))
    throw new UsageError(`--expires-at ${text} is no UTC instant: write it as 2027-01-31T00:00:00Z, or never`);
  const instant = canonicalInstant(text);
  if (instant > now) return instant;
  throw new UsageError(`--expires-at ${text} is over: revoke-key ends a key now`);
}

function minuteOf(text: string): number | null {
  if (text === 'usual') return null;
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= 1 && value <= key_minute_max) return value;
  throw new UsageError(`--minute ${text} is not a whole number from 1 to ${key_minute_max}, or usual`);
}

function operationsOf(text: string): readonly string[] | null {
  if (text === 'all') return null;
  const names = text.split(',').map((name) => name.trim());
  const known = names.filter(isKeyOperation);
  const unknown = names.find((name) => !isKeyOperation(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--operations ${unknown} is unknown: it is ${keyOperations.map(([name]) => name).join(', ')}, or all`,
    );
  return allowedSet(known);
}

/** In words for the operator; empty if the key has no limits. */
export function keyLimitWords({ expires_at, minute_max, operations }: KeyLimits): string {
  return [
    ...(expires_at === null ? [] : [`until ${expires_at}`]),
    ...(minute_max === null ? [] : [`${minute_max} a minute`]),
    ...(operations === null ? [] : [`only ${operations.join(', ')}`]),
  ].join('; ');
}
