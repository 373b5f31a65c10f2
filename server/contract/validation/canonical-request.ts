/** Canonical text of a request, for receipts and as a cache key: one text for one question. */

type Parameters = Readonly<Record<string, unknown>>;

/** Texts by parameter objects: a repeated question comes as the same objects, so its text is written once. */
const written = new WeakMap<Parameters, string>();

/** The canonical request. Each operation has its path, so the text names the operation too. */
export function requestOf(routePath: string, { path, query }: { path: Parameters; query: Parameters }): string {
  const known = written.get(query);
  if (known !== undefined) return known;
  const made = canonicalRequest(routePath, path, query);
  written.set(query, made);
  return made;
}

/** Path and parameters: the placeholders filled in, defaults present, names sorted, everything percent-encoded. */
export function canonicalRequest(routePath: string, path: Parameters, query: Parameters): string {
  const place = routePath.includes(':')
    ? routePath.replaceAll(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(path[name])))
    : routePath;
  const names = Object.keys(query)
    .filter((name) => query[name] !== undefined)
    .sort();
  if (names.length === 0) return place;
  return `${place}?${names.map((name) => `${name}=${encodeURIComponent(String(query[name]))}`).join('&')}`;
}
