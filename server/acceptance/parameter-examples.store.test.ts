// Examples of parameters: a console that fills all of them in gets an answer from the preview.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Json, contract, resolved } from '../contract/description.ts';
import type { Store } from '../store/engine/engine.ts';
import { makeTestKey } from '../testing/accounts.ts';
import { type ServedStore, serveStoreAt } from '../testing/served-store.ts';
import { openPublished } from '../ingest/testing/published.ts';

let store: Store;
let service: ServedStore;
let key: string;
beforeAll(async () => {
  store = await openPublished('preview');
  service = await serveStoreAt(store, '2026-11-26T12:00:00.000Z');
  ({ key } = await makeTestKey(store, null));
});
afterAll(async () => {
  await service.close();
  await store.close();
});

type Parameter = { name: string; in: string; example?: unknown };

/** The address of an operation with the examples of all its parameters but these. */
function filledIn(path: string, operation: Json, without: readonly string[]): string {
  const parameters = (operation['parameters'] as Json[]).map((one) => resolved(contract(), one) as Parameter);
  const filled = parameters.filter(({ name, example }) => example !== undefined && !without.includes(name));
  const query = filled
    .filter(({ in: place }) => place === 'query')
    .map(({ name, example }): [string, string] => [name, String(example)]);
  const within = filled.filter(({ in: place }) => place === 'path');
  const target = within.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
  return `${target}?${new URLSearchParams(query).toString()}`;
}

const research = Object.entries(contract()['paths'] as Record<string, Json>).flatMap(([path, item]) => {
  const operation = item['get'] as Json | undefined;
  // A receipt's id is new for each request, so it has no example.
  if (!path.startsWith('/v1/') || operation === undefined || path.includes('{request_id}')) return [];
  const alternatives = (operation['x-exactly-one-of'] ?? [null]) as readonly (string | null)[];
  return alternatives.map((left) => {
    const others = alternatives.filter((one) => one !== left && one !== null) as string[];
    return [`${String(operation['operationId'])} ${left ?? ''}`, filledIn(path, operation, others)] as const;
  });
});

it.each(research)('%s is answered: %s', async (_name, path) => {
  expect(path).not.toContain('{');
  const response = await fetch(`${service.address}${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect([path, response.status]).toEqual([path, 200]);
});

it('are those of every operation that reads research', () => {
  expect(research.length).toBeGreaterThan(11);
});
