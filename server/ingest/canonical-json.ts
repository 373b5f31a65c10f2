// The canonical JSON (RFC 8785) that content hashes are taken over.
import { createRequire } from 'node:module';

// Required, not imported: the package's types promise a default export that its CommonJS module does not have.
const canonicalize = createRequire(import.meta.url)('canonicalize') as (value: unknown) => string | undefined;

export function canonicalJson(value: object): string {
  return canonicalize(value) ?? '';
}
