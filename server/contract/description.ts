/** The contract as data: the whole of it, and the part that this server answers. */
import { readFileSync } from 'node:fs';
import { planned } from './operations.ts';
import { routes } from '../../generated/routes.ts';
import type { OperationId } from '../../generated/routes.ts';

export type Json = Readonly<Record<string, unknown>>;

const methods = ['get', 'put', 'post', 'delete', 'patch'];

let whole: Json | null = null;

/** generated/openapi.json, read once; the build keeps the same distance between the two folders. */
export function contract(): Json {
  whole ??= JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')) as Json;
  return whole;
}

/** What this server answers. */
export function servedOperations(): readonly OperationId[] {
  return (Object.keys(routes) as OperationId[]).filter((id) => !(planned as readonly OperationId[]).includes(id));
}

/** The contract without what is only planned, and without the components that nothing else uses; its server is this one. */
export function servedContract(description: Json, baseUrl: string | null): Json {
  const { 'x-generated': _mark, ...rest } = description;
  const paths = Object.fromEntries(
    Object.entries(description['paths'] as Record<string, Json>)
      .map(([path, item]): [string, Json] => [path, servedItem(item)])
      .filter(([, item]) => methods.some((method) => method in item)),
  );
  const served: Json = { ...rest, ...(baseUrl === null ? {} : { servers: [{ url: baseUrl }] }), paths };
  return { ...served, tags: usedTags(served), components: usedComponents(served) };
}

/**
 * What a request is checked against: without the answers and their schemas, which the validator would read, copy and
 * compile all the same (five times the CPU of a start).
 */
export function requestsOnly(description: Json): Json {
  const mute = { default: { description: 'Answers are checked elsewhere.' } };
  const paths = Object.fromEntries(
    Object.entries(description['paths'] as Record<string, Json>).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([key, value]) => [
          key,
          methods.includes(key) ? { ...(value as Json), responses: mute } : value,
        ]),
      ),
    ]),
  );
  const muted: Json = { ...description, paths };
  return { ...muted, components: usedComponents(muted) };
}

function usedTags(description: Json): readonly Json[] {
  const operations = Object.values(description['paths'] as Record<string, Json>).flatMap((item) => Object.values(item));
  const used = new Set(operations.flatMap((operation) => (operation as { tags?: readonly string[] }).tags ?? []));
  return ((description['tags'] ?? []) as readonly Json[]).filter((tag) => used.has(String(tag['name'])));
}

function servedItem(item: Json): Json {
  const absent = new Set<string>(planned);
  return Object.fromEntries(
    Object.entries(item).filter(([method, operation]) => {
      return !methods.includes(method) || !absent.has(String((operation as Json)['operationId']));
    }),
  );
}

/** Follows references from the paths; security schemes are used by name and all stay. */
function usedComponents(description: Json): Json {
  const all = description['components'] as Record<string, Json>;
  const used = new Set<string>();
  const follow = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(follow);
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref' && typeof value === 'string' && !used.has(value)) {
        used.add(value);
        const [, , kind = '', name = ''] = value.split('/');
        follow(all[kind]?.[name]);
      } else if (key === 'mapping' && typeof value === 'object' && value !== null) {
        follow(Object.values(value).map(($ref: unknown) => ({ $ref })));
      } else {
        follow(value);
      }
    }
  };
  follow(description['paths']);
  const kept = Object.entries(all).map(([kind, entries]): [string, Json] => [
    kind,
    kind === 'securitySchemes'
      ? entries
      : Object.fromEntries(Object.entries(entries).filter(([name]) => used.has(`#/components/${kind}/${name}`))),
  ]);
  return Object.fromEntries(kept.filter(([, entries]) => Object.keys(entries).length > 0));
}

/** The version of the contract, which every answer names. */
export function contractVersion(): string {
  return (contract()['info'] as { version: string }).version;
}
