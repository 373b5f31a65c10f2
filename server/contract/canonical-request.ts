/** A request as receipts name it, and as answers are remembered by: one text for one question. */

/** Path and parameters: the placeholders filled in, defaults present, names sorted, everything percent-encoded. */
export function canonicalRequest(
  routePath: string,
  path: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const place = routePath.includes(':')
    ? routePath.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(path[name])))
    : routePath;
  const names = Object.keys(query)
    .filter((name) => query[name] !== undefined)
    .sort();
  if (names.length === 0) return place;
  return `${place}?${names.map((name) => `${name}=${encodeURIComponent(String(query[name]))}`).join('&')}`;
}
