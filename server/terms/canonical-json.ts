// RFC 8785 canonical JSON: one text for one value, independent of key order. Published hashes are taken over it.
import canonicalize from 'canonicalize';

// The package is CommonJS and exports the function itself; its types describe an ES module.
const serialise = canonicalize as unknown as (input: unknown) => string | undefined;

/** The canonical text of a JSON value. */
export function canonicalJson(value: unknown): string {
  const text = serialise(value);
  if (text === undefined) throw new TypeError('only a JSON value has a canonical form');
  return text;
}
