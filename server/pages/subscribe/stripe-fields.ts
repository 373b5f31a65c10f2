/** Fields of Stripe's objects, whose shape depends on the API version. */

export function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found ?? undefined;
}

export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : null;
}

export function wholeAt(value: unknown, ...path: readonly string[]): number | null {
  const found = at(value, ...path);
  return Number.isSafeInteger(found) ? (found as number) : null;
}

/** References come as ids, or as whole objects if they were expanded. */
export function idAt(value: unknown, ...path: readonly string[]): string | null {
  return textAt(value, ...path) ?? textAt(value, ...path, 'id');
}
