/** A request as receipts name it, and as answers are remembered by: one text for one question. */

type Parameters = Readonly<Record<string, unknown>>;

/** The same question is checked once and comes again as the same objects: its text is written once, for as long as they live. */
const written = new WeakMap<Parameters, string>();

/** The canonical request of what was checked. The text names the operation too: each has a path of its own. */
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
