// House rules for examples: each is a recording, and none stands where a client would send it again.
import { readFileSync, readdirSync } from 'node:fs';
import type { LintFault, Json, Place } from './walk.ts';
import { everyNode, everyParameter, isObject, resolved } from './walk.ts';

const folder = new URL('../../../fixtures/examples/', import.meta.url);

/** Not recorded: secrets, which are masked, pages, and OAuth endpoints. */
const unrecorded =
  /^\/(paths\/~1(oauth|\.well-known|api~1auth~1cli)|components\/(responses\/(OAuth|ProtectedResource|Page|ErrorPage|TooOftenPage|Forbidden)|parameters\/OAuth))/;
/** Parameters that a console must not fill in: request ids, and cursors and tags that belong to one answer. */
const opaque = new Set(['X-Request-ID', 'If-None-Match', 'If-Match', 'cursor', 'request_id', 'tile']);
/** Headers that differ in each answer, and those of pages. */
const plainHeaders = new Set(['X-Request-ID', 'Location', 'Log-Checkpoint']);

type Recordings = { documents: ReadonlySet<string>; values: ReadonlySet<string> };

function recordings(): Recordings {
  const documents = new Set<string>();
  const values = new Set<string>();
  const collect = (node: unknown): void => {
    if (node !== null && typeof node === 'object') Object.values(node).forEach(collect);
    else values.add(String(node));
  };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.json')) continue;
    const { headers, body } = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
      headers: Json;
      body: unknown;
    };
    documents.add(JSON.stringify(body));
    collect([headers, body]);
  }
  return { documents, values };
}

export function examples(contract: Json): LintFault[] {
  const recorded = recordings();
  const found = [
    ...everyParameter(contract).flatMap((place) => ofParameter(contract, place, recorded)),
    ...ofHeaders(contract, recorded),
    ...ofBodies(contract, recorded),
  ];
  return found
    .filter(({ pointer }) => !unrecorded.test(pointer))
    .map(({ pointer, message }) => ({ rule: 'examples', pointer, message }));
}

type Fault = Omit<LintFault, 'rule'>;

function ofParameter(contract: Json, { pointer, node }: Place, { values }: Recordings): Fault[] {
  const schema = resolved(contract, (node['schema'] ?? {}) as Json);
  const { example } = node;
  if (opaque.has(String(node['name']))) {
    return example === undefined ? [] : [{ pointer, message: 'a console would send its example with every call' }];
  }
  if (example === undefined) {
    const isShown = Array.isArray(schema['enum']) || schema['default'] !== undefined;
    return isShown ? [] : [{ pointer, message: 'has no example' }];
  }
  return values.has(String(example)) ? [] : [{ pointer, message: `no recording has ${String(example)}` }];
}

function ofHeaders(contract: Json, { values }: Recordings): Fault[] {
  const { headers = {} } = (contract['components'] ?? {}) as Record<string, Record<string, Json>>;
  return Object.entries(headers).flatMap(([name, { example }]) => {
    const pointer = `/components/headers/${name}`;
    if (plainHeaders.has(name)) return example === undefined ? [] : [{ pointer, message: 'belongs to one answer' }];
    if (example === undefined) return [{ pointer, message: 'has no example' }];
    return values.has(String(example)) ? [] : [{ pointer, message: `no recording has ${String(example)}` }];
  });
}

function ofBodies(contract: Json, { documents }: Recordings): Fault[] {
  return everyNode(contract).flatMap(({ pointer, node }) => {
    if (!isObject(node['schema']) || typeof node['in'] === 'string') return [];
    const named = Object.entries((node['examples'] ?? {}) as Record<string, Json>);
    const isBody = /\/content\/application~1(problem\+)?json$/.test(pointer);
    if (isBody && named.length === 0) return [{ pointer, message: 'has no example' }];
    return named
      .filter(([, one]) => !documents.has(JSON.stringify(resolved(contract, one)['value'])))
      .map(([name]) => ({ pointer: `${pointer}/examples/${name}`, message: 'is not what the service answered' }));
  });
}
