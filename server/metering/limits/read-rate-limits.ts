// RATE_LIMITS as the operator writes it: overrides of the defaults, validated.
import { isObject, parseJson } from '../../contract/validation/parse-json.ts';
import { type Policy, type RateLimits, defaultRateLimits } from './rate-limit.ts';

/** Above it the numbers in the headers would exceed the integers of a structured field. */
const QUOTA_MAX = 1_000_000_000;
const windows: Readonly<Record<string, number>> = { burst: 1, minute: 60, hour: 3_600 };
const places: Readonly<Record<string, readonly string[]>> = {
  keyed: ['burst', 'minute'],
  unkeyed: ['minute'],
  device_initiation: ['hour'],
};

/** Example: `{"keyed":{"burst":50,"minute":600},"unkeyed":{"minute":120},"proxies":1}`. Adds mistakes to the list. */
export function readRateLimits(text: string | undefined, mistakes: string[]): RateLimits {
  if (text === undefined || text === '') return defaultRateLimits;
  const given = parseJson(text);
  if (!isObject(given)) {
    mistakes.push('RATE_LIMITS must be a JSON object such as {"keyed":{"burst":50,"minute":600}}');
    return defaultRateLimits;
  }
  const { proxies = 0, ...rest } = given;
  for (const name of Object.keys(rest).filter((one) => !Object.hasOwn(places, one))) {
    mistakes.push(`RATE_LIMITS knows no ${name}; it knows ${[...Object.keys(places), 'proxies'].join(', ')}`);
  }
  if (!isCount(proxies) && proxies !== 0) mistakes.push('RATE_LIMITS.proxies must be a whole number from 0');
  const policies = (place: 'keyed' | 'unkeyed' | 'device_initiation', usual: readonly Policy[]): readonly Policy[] =>
    policiesOf(place, rest[place], { usual, mistakes });
  const [hourly = defaultRateLimits.device_initiation] = policies('device_initiation', [
    defaultRateLimits.device_initiation,
  ]);
  return {
    keyed: policies('keyed', defaultRateLimits.keyed),
    unkeyed: policies('unkeyed', defaultRateLimits.unkeyed),
    device_initiation: hourly,
    proxies: isCount(proxies) ? proxies : 0,
  };
}

function policiesOf(
  place: string,
  given: unknown,
  { usual, mistakes }: { usual: readonly Policy[]; mistakes: string[] },
): readonly Policy[] {
  if (given === undefined) return usual;
  const known = places[place] ?? [];
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  if (entries.length === 0) mistakes.push(`RATE_LIMITS.${place} must be an object with ${known.join(' and ')}`);
  for (const [name, quota] of entries) {
    if (!known.includes(name)) mistakes.push(`RATE_LIMITS.${place} knows no ${name}; it knows ${known.join(' and ')}`);
    else if (!isCount(quota))
      mistakes.push(`RATE_LIMITS.${place}.${name} must be a whole number from 1 to ${QUOTA_MAX}`);
  }
  const quotas = new Map(entries.filter((entry): entry is [string, number] => isCount(entry[1])));
  return usual.map((policy) => ({
    ...policy,
    quota: quotas.get(policy.name) ?? policy.quota,
    seconds: windows[policy.name] ?? 1,
  }));
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= QUOTA_MAX;
}
