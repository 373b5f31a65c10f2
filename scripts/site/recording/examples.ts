// Example of the documentation: one question as curl, TypeScript, command line and chat, with its answer.
import { contract } from '../../../server/contract/description.ts';
import { type OperationId, type Route, routes } from '../../../generated/routes.ts';

export type Example = {
  name: string;
  operation: OperationId;
  /** Key of the request: `none` for free ones, the device code for a poll. */
  key: 'preview' | 'live' | 'empty' | 'limited' | 'narrow' | 'wrong' | 'device' | 'none';
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  /** Continues at the next page of an earlier example's answer. */
  follow?: string;
  requestId?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sends the entity tag of an earlier example's answer. */
  holds?: string;
  /** Replaces the operation's method or path, to show a refusal. */
  raw?: { method?: string; path: string };
  body?: unknown;
  /** JSON Pointers of the parts to show; the whole answer if absent. */
  show?: readonly string[];
  /** A fault that no request can cause: the meter throws it. */
  fault?: 'request-running' | 'internal' | 'unavailable';
  /** Removes a live record before the question. */
  takesBack?: 'withdraw' | 'remove-legally';
  /** Members that differ in each run, at any depth, with their replacements. */
  masked?: Readonly<Record<string, string>>;
  /** A program with the client; its output is shown below it. */
  ts?: string;
  /** Arguments of `research`. */
  cli?: string;
  /** True if a chat can ask the same. */
  mcp?: boolean;
  /** A sentence above the answer. */
  note?: string;
};

/** Recorded answer and program outputs, stored in fixtures/examples and compared by a test. */
export type RecordedAnswer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  bytes: number;
  body: unknown;
  ts: string | null;
  cli: string | null;
};

/** Stands for the service's address in recorded answers; the server of the pages inserts the real one. */
export const exampleAddress = 'https://research.example';
export const packageName = '@research-intelligence/client';

export function pathOf({ operation, path = {}, query = {}, raw }: Example): string {
  if (raw !== undefined) return raw.path;
  const place = routes[operation].path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encodeQuery(String(value))}`);
  return asked.length === 0 ? place : `${place}?${asked.join('&')}`;
}

/** The usual spelling: a query may contain a colon and a slash unescaped. */
function encodeQuery(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2F', '/');
}

export function methodOf({ operation, raw }: Example): string {
  return raw?.method ?? routes[operation].method.toUpperCase();
}

/** `url` is the next page of an earlier answer, if the example continues there. */
export function curlOf(example: Example, url = `${exampleAddress}${pathOf(example)}`, tag?: string): string {
  const words = [`curl -s '${url}'`];
  const method = methodOf(example);
  if (method !== 'GET') words[0] = `curl -s -X ${method} '${url}'`;
  const bearer = { none: null, device: '$DEVICE_CODE', wrong: 'not-a-key' }[String(example.key)];
  if (bearer !== null) words.push(`-H "Authorization: Bearer ${bearer ?? '$SERVICE_API_KEY'}"`);
  if (example.requestId !== undefined) words.push(`-H 'X-Request-ID: ${example.requestId}'`);
  if (tag !== undefined) words.push(`-H 'If-None-Match: ${tag}'`);
  for (const [name, value] of Object.entries(example.headers ?? {})) words.push(`-H '${name}: ${value}'`);
  if (example.body !== undefined) {
    if (example.headers?.['Content-Type'] === undefined) words.push(`-H 'Content-Type: application/json'`);
    words.push(`-d '${JSON.stringify(example.body)}'`);
  }
  return words.join(' \\\n  ');
}

export function typescriptOf({ ts, key }: Example): string | null {
  if (ts === undefined) return null;
  const comment = key === 'none' ? '' : ' // reads SERVICE_API_KEY';
  const names = ['ResearchClient', 'isResearchError', 'isUsable', 'isComplete', 'verify', 'diff'];
  const used = names.filter((name) => name === 'ResearchClient' || new RegExp(`(?<!\\.)\\b${name}\\b`).test(ts));
  return [
    `import { ${used.join(', ')} } from '${packageName}';`,
    '',
    `const client = new ResearchClient({ baseUrl: '${exampleAddress}' });${comment}`,
    ts.trim(),
  ].join('\n');
}

export function cliOf({ cli }: Example): string | null {
  return cli === undefined ? null : `research ${cli}`;
}

type Tool = { tool: string };

/** The tool of the contract that answers with the same document. */
function toolOf(operation: OperationId): Tool | null {
  const { method, path }: Route = routes[operation];
  const paths = contract()['paths'] as Record<string, Record<string, { 'x-mcp'?: Tool }>>;
  return paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method]?.['x-mcp'] ?? null;
}

/** The tool call of a chat for the same question. */
export function mcpOf(example: Example): string | null {
  const tool = example.mcp === true ? toolOf(example.operation) : null;
  if (tool === null) return null;
  const call = { name: tool.tool, arguments: { ...example.path, ...example.query } };
  return JSON.stringify({ method: 'tools/call', params: call }, null, 2);
}

export type Pointer = string;

/** Parts of a document at these pointers, in the document's order; list items that are not shown are left out. */
export function partsOf(document: unknown, pointers: readonly Pointer[]): unknown {
  const wanted = pointers.map((pointer) => pointer.split('/').slice(1));
  return pruned(document, wanted, pointers.join(' '));
}

function pruned(value: unknown, wanted: readonly (readonly string[])[], asked: string): unknown {
  if (wanted.some((one) => one.length === 0)) return value;
  if (value === null || typeof value !== 'object') throw new Error(`an example shows what is not there: ${asked}`);
  const known = Array.isArray(value)
    ? value.map((item, index) => [String(index), item] as const)
    : Object.entries(value);
  const kept = known.flatMap(([key, inner]) => {
    const below = wanted.filter(([first]) => first === key).map((one) => one.slice(1));
    return below.length === 0 ? [] : [[key, pruned(inner, below, asked)] as const];
  });
  const missing = wanted.filter(([first]) => !known.some(([key]) => key === first));
  if (missing.length > 0) throw new Error(`an example shows what is not there: ${missing.join(' ')} of ${asked}`);
  return Array.isArray(value) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept);
}
