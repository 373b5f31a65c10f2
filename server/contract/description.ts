/** The contract as data. */
import { readFileSync } from 'node:fs';
import type { KeyStatus } from '../../generated/api.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Keys of a path that are operations; the other keys apply to all of them. */
export const httpMethods: readonly string[] = ['get', 'put', 'post', 'delete', 'patch'];

let whole: Json | null = null;

/** generated/openapi.json, read once; it lies equally far from the source and from the built file. */
export function contract(): Json {
  whole ??= JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')) as Json;
  return whole;
}

/** The contract as this server publishes it: with the server's address. */
export function servedContract(description: Json, baseUrl: string | null): Json {
  const { 'x-generated': _mark, ...served } = description;
  if (baseUrl === null) return served;
  const info = served['info'] as Json & { contact: Json & { url: string } };
  const contact = { ...info.contact, url: `${baseUrl}${info.contact.url}` };
  const components = withSignInAt(served['components'] as Json, baseUrl);
  return { ...served, info: { ...info, contact }, servers: [{ url: baseUrl }], components };
}

/** Sign-in addresses; OpenAPI wants absolute ones. */
function withSignInAt(components: Json, baseUrl: string): Json {
  const schemes = components['securitySchemes'] as Record<string, Json>;
  const whole = (_key: string, value: unknown): unknown =>
    typeof value === 'string' && value.startsWith('/oauth/') ? `${baseUrl}${value}` : value;
  const oauth = JSON.parse(JSON.stringify(schemes['oauth']), whole) as Json;
  return { ...components, securitySchemes: { ...schemes, oauth } };
}

/**
 * The contract without answers and their schemas: the validator would compile them too (five times the CPU of a start).
 */
export function requestsOnly(description: Json): Json {
  const mute = { default: { description: 'Answers are checked elsewhere.' } };
  const paths = Object.fromEntries(
    Object.entries(description['paths'] as Record<string, Json>).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([key, value]) => [
          key,
          httpMethods.includes(key) ? { ...(value as Json), responses: mute } : value,
        ]),
      ),
    ]),
  );
  const muted: Json = { ...description, paths };
  return { ...muted, components: usedComponents(muted) };
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

/** A node, with references followed to their end. */
export function resolved(description: Json, node: Json): Json {
  const reference = node['$ref'];
  if (typeof reference !== 'string') return node;
  const found = reference
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, key) => (at as Json | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      description,
    );
  if (found === undefined) throw new Error(`openapi.yaml refers to ${reference}, which is not there`);
  return resolved(description, found as Json);
}

/** Version of the contract; every answer names it. */
export function contractVersion(): KeyStatus['apiVersion'] {
  return (contract()['info'] as { version: KeyStatus['apiVersion'] }).version;
}
