/** Test support: the hand-written documents of fixtures/documents, the frozen broken ones, and the judge of both. */
import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { contract } from '../description.ts';
import type { Json } from '../description.ts';
import { createDocumentsValidator, InvalidDocument } from '../validation/documents-validator.ts';
import type { SchemaName } from '../validation/documents-validator.ts';

const folder = new URL('../../../fixtures/documents/', import.meta.url);

export interface NamedDocument {
  /** File and name, such as `brief-overview#dates-unknown`. */
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly schema: SchemaName;
  readonly document: unknown;
}

/** One broken document: a valid one with one value set or removed. */
export interface Mutation {
  readonly schema: SchemaName;
  readonly fixture: string;
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly why: string;
  /** Absent if the value is removed. */
  readonly value?: unknown;
}

export function validDocuments(): readonly NamedDocument[] {
  const valid = new URL('valid/', folder);
  return readdirSync(valid, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .flatMap((file) => {
      const { schema, documents } = JSON.parse(readFileSync(new URL(file, valid), 'utf8')) as {
        schema: SchemaName;
        documents: Record<string, unknown>;
      };
      return Object.entries(documents).map(([name, document]) => ({
        name: `${basename(file, '.json')}#${name}`,
        file: `fixtures/documents/valid/${file}`,
        schema,
        document,
      }));
    });
}

export const frozenFile = new URL('invalid.ndjson', folder);

export function frozenMutations(): readonly Mutation[] {
  return readFileSync(frozenFile, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Mutation);
}

/** Returns the broken document of a mutation of these valid ones. */
export function brokenBy(documents: readonly NamedDocument[]): (mutation: Mutation) => unknown {
  const named = new Map(documents.map((one): [string, NamedDocument] => [one.name, one]));
  return (mutation) => {
    const found = named.get(mutation.fixture);
    if (found === undefined)
      throw new Error(
        `${mutation.fixture} is gone from fixtures/documents/valid; put it back, because a line of invalid.ndjson names it`,
      );
    return mutated(found.document, mutation);
  };
}

/** Returns a check of documents, as the service makes it; a contract that does not compile is an error. */
export function createJudge(description: Json = contract()): (schema: SchemaName, document: unknown) => boolean {
  const validate = createDocumentsValidator(description);
  return (schema, document) => {
    try {
      validate(schema, document);
      return true;
    } catch (cause) {
      if (cause instanceof InvalidDocument) return false;
      throw cause;
    }
  };
}

export const tokensOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

export const escaped = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

export function valueAt(document: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce((at, token) => (at as Json | undefined)?.[token], document);
}

/** A copy with the change; everything off the path is shared with the original. */
export function mutated(document: unknown, mutation: Mutation): unknown {
  return changed(document, tokensOf(mutation.pointer), mutation);
}

function changed(node: unknown, [token, ...rest]: readonly string[], mutation: Mutation): unknown {
  if (token === undefined) return mutation.value;
  if (typeof node !== 'object' || node === null) throw new Error(`${mutation.pointer} is not in ${mutation.fixture}`);
  const copy = Array.isArray(node) ? [...(node as unknown[])] : { ...node };
  const key = token as keyof typeof copy;
  if (rest.length === 0 && !('value' in mutation)) {
    if (!Reflect.has(copy, key)) throw new Error(`${mutation.pointer} is not in ${mutation.fixture}`);
    Reflect.deleteProperty(copy, key);
    return copy;
  }
  // Defined, not assigned: `__proto__` must become an own property, as JSON.parse makes it.
  const value = changed((node as Json)[token], rest, mutation);
  Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}
