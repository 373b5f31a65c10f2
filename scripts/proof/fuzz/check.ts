// Compares one answer with the contract: its status, type, headers and body, and what it must never say.
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Problem } from '../../../generated/api.ts';
import type { Json } from '../../../server/contract/description.ts';
import { type SchemaName, validateDocument } from '../../../server/contract/validation/documents-validator.ts';
import { chatFaults } from './check-chat.ts';
import type { StatusForm } from './contract.ts';
import { HEAD_BYTES_MAX } from './expect.ts';
import { fitting } from './fits.ts';
import { type FuzzRequest, headOf, valueOf } from './sent.ts';
import { type Answer, headerOf } from './wire.ts';

/** Internals that no answer may contain: a stack, a path, a statement, a driver's message. */
const inside =
  /\n\s+at |node_modules|\.(?:ts|js|mjs):\d+|\b(?:Type|Range|Syntax|Reference|Aggregate)Error\b|ECONN|pg_catalog|select .{1,80} from|violates|invalid input syntax|\[object Object\]/;
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const ECHOED_MAX = 64;

/** Everything that is wrong with an answer, in words. */
export function faultsOf(sent: FuzzRequest, answer: Answer, baseUrl: string): string[] {
  const { status } = answer;
  if (status >= 500) return [`a ${status}: ${answer.body.toString().slice(0, 300)}`];
  if (status === 431) return headOf(sent).length > HEAD_BYTES_MAX - 256 ? [] : ['431 for a head within the limit'];
  if (sent.kind === 'mcp') return [...chatFaults(sent, answer), ...bodyFaults(sent, answer)];
  const expected = sent.expected.status;
  // A limit is looked at before what it limits.
  const isPaced = status === 429 && (expected === 400 || expected === 413);
  // An address with a slash at its end leads to the one without.
  const isSlash = status === 308 && expected === 404;
  const faults =
    expected !== null && expected !== status && !isPaced && !isSlash
      ? [`${status} where only ${expected} is right`]
      : [];
  faults.push(...bodyFaults(sent, answer), ...idFaults(sent, answer));
  if (sent.kind === 'page' || isMissingPage(sent, answer)) return [...faults, ...pageFaults(answer, baseUrl)];
  // A path that cannot be decoded is refused before anybody looks for an operation.
  const documented = sent.operation?.answers.get(status);
  if (documented === undefined && sent.kind === 'operation' && ![404, 405].includes(status)) {
    return [...faults, `${status} is not documented`];
  }
  if (documented !== undefined) faults.push(...documentedFaults(sent, answer, documented));
  else if (sent.method !== 'HEAD') faults.push(...problemFaults(sent, answer, null, baseUrl));
  const isProblem = documented?.content.has('application/problem+json') === true;
  if (documented !== undefined && isProblem && sent.method !== 'HEAD') {
    faults.push(...problemFaults(sent, answer, documented, baseUrl));
  }
  return [...faults, ...headerFaults(sent, answer, baseUrl)];
}

/** The page instead of a problem, for a caller that prefers HTML, where nothing is found outside of the research. */
const isMissingPage = (sent: FuzzRequest, answer: Answer): boolean =>
  answer.status === 404 &&
  headerOf(answer, 'content-type')?.startsWith('text/html') === true &&
  valueOf(sent.headers, 'accept')?.includes('text/html') === true;

const texts = /^(?:text\/|application\/(?:problem\+)?json)/;

function bodyFaults({ kind, target, values }: FuzzRequest, answer: Answer): string[] {
  const type = headerOf(answer, 'content-type') ?? '';
  if (answer.status < 400 || !texts.test(type)) return [];
  const text = answer.body.toString();
  const faults = [];
  if (inside.test(text)) faults.push(`something of our inside: ${inside.exec(text)?.[0]}`);
  // JSON-RPC has places for what was sent, such as the address that nothing is found at.
  if (kind !== 'mcp' && invisible.test(text)) faults.push('a control character in a refusal');
  const repeated = values.find((value) => value.length > ECHOED_MAX && text.includes(value.slice(0, ECHOED_MAX + 1)));
  // The console keeps in its fields what was chosen there.
  const isConsole = /^\/docs\/try(?:\?|$)/.test(target);
  if (repeated !== undefined && !isConsole) faults.push('more than 64 characters of the input are repeated');
  return faults;
}

const isId = /^[A-Za-z0-9._~:+/=-]{1,128}$/;

/** The id of the client where it is usable, one of ours where it is not. */
function idFaults(sent: FuzzRequest, answer: Answer): string[] {
  if (
    sent.kind === 'page' ||
    isMissingPage(sent, answer) ||
    (sent.operation?.path === '/oauth/authorize' && answer.status !== 405)
  )
    return [];
  const id = headerOf(answer, 'x-request-id');
  if (sent.method === 'OPTIONS' && answer.status === 204) return [];
  // An answer for shared caches has nothing of one caller.
  if (headerOf(answer, 'cache-control')?.startsWith('public') === true)
    return id === null ? [] : ['X-Request-ID is kept'];
  if (id === null || !isId.test(id)) return [`X-Request-ID is ${id}`];
  const own = valueOf(sent.headers, 'x-request-id');
  return own !== null && isId.test(own) && own !== id ? [`X-Request-ID is ${id} and not ${own}`] : [];
}

function documentedFaults(sent: FuzzRequest, answer: Answer, { content }: StatusForm): string[] {
  const type = headerOf(answer, 'content-type');
  if (content.size === 0) return answer.body.length > 0 ? ['a body where none is documented'] : [];
  const [media = ''] = (type ?? '').split(';');
  const schema = content.get(media.trim());
  if (schema === undefined) return [`${type} is not documented for ${answer.status}`];
  if (sent.method === 'HEAD' || media === 'text/html') return [];
  const bytes = plain(answer);
  const faults = digestFaults(answer, bytes);
  if (media === 'application/atom+xml') return bytes.includes('</feed>') ? faults : [...faults, 'no whole feed'];
  // Checkpoints and tiles: each is more than nothing.
  if (media !== 'application/json') return bytes.length > 0 ? faults : [...faults, 'an empty body'];
  try {
    const document = JSON.parse(bytes.toString()) as unknown;
    validateDocument(String(schema['$ref']).split('/').at(-1) as SchemaName, document);
    return [...faults, ...linkFaults(answer, document)];
  } catch (error) {
    return [...faults, `the body: ${String(error).slice(0, 300)}`];
  }
}

function plain(answer: Answer): Buffer {
  const coding = headerOf(answer, 'content-encoding');
  if (coding === 'gzip') return gunzipSync(answer.body);
  return coding === 'br' ? brotliDecompressSync(answer.body) : answer.body;
}

function digestFaults(answer: Answer, bytes: Buffer): string[] {
  const digest = headerOf(answer, 'document-digest');
  const right = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return digest === null || digest === right ? [] : ['Document-Digest is that of another document'];
}

function linkFaults(answer: Answer, document: unknown): string[] {
  const next = (document as { pagination?: { next_page_url: string | null } }).pagination?.next_page_url ?? null;
  const link = headerOf(answer, 'link');
  return link === (next === null ? null : `<${next}>; rel="next"`) ? [] : [`Link is ${link} and the next page ${next}`];
}

function problemFaults(sent: FuzzRequest, answer: Answer, documented: StatusForm | null, baseUrl: string): string[] {
  if (headerOf(answer, 'content-type') !== 'application/problem+json') {
    return [`${answer.status} is no problem but ${headerOf(answer, 'content-type')}`];
  }
  let problem: Problem;
  try {
    problem = JSON.parse(answer.body.toString()) as Problem;
    validateDocument('Problem', problem);
  } catch (error) {
    return [`the problem: ${String(error).slice(0, 300)}`];
  }
  const faults: string[] = [];
  const say = (isWrong: boolean, what: string): void => void (isWrong && faults.push(what));
  const { code, request_id: id } = problem;
  const generic = answer.status === 404 ? ['not-found'] : answer.status === 405 ? ['method-not-allowed'] : [];
  say(problem.status !== answer.status, `the problem says ${problem.status}`);
  say(problem.charged !== false, 'a refusal that is charged');
  say(id !== headerOf(answer, 'x-request-id'), 'the problem names another request');
  say(problem.type !== `${baseUrl}/docs/errors/${code}`, `the type is ${problem.type}`);
  say(![...(documented?.codes ?? ['invalid-request']), ...generic].includes(code), `${code} is not documented here`);
  return [...faults, ...placeFaults(sent, problem)];
}

const FAULTS_MAX = 32;

/** A 400 names the places that are wrong and no other ones. */
function placeFaults({ expected }: FuzzRequest, { code, errors }: Problem): string[] {
  const { places, hasOther } = expected;
  if (places === null || code === 'rate-limited' || errors.length >= FAULTS_MAX) return [];
  const isOnlyVersion = places.size === 1 && places.has('header.Research-Version');
  if (places.size === 0 && !hasOther) {
    // Only the operation can judge the meaning of values, as against their form.
    return code === 'invalid-request' && !errors.every(({ message }) => betweenValues.test(message))
      ? [`refused although nothing is wrong with it: ${JSON.stringify(errors).slice(0, 300)}`]
      : [];
  }
  if (code !== 'invalid-request' && !(isOnlyVersion && code === 'unsupported-version')) return [`refused as ${code}`];
  const named = new Set(errors.map(({ location }) => location));
  const missing = [...places].filter((place) => !named.has(place));
  const own = [...named].filter((place) => !places.has(place));
  const faults = missing.map((place) => `${place} is wrong and not named`);
  if (hasOther && own.length === 0) faults.push('something else is wrong and not named');
  if (!hasOther && own.length > 0) faults.push(`${own.join(', ')} named without a reason`);
  return faults;
}

/** Rules of meaning: which values go together, that a range ends after its start, and that a number was released. */
const betweenValues = /entities|subjects|is not after (\w+_)?since|not released yet/;

const fits = fitting(new Ajv2020({ strict: false, coerceTypes: true }));

/** Those that have their reasons to be there or not; a documented header that is not one of them is always there. */
const sometimes = new Set([
  'usage-remaining',
  'idempotent-replayed',
  'link',
  // Preview research is in no log.
  'log-checkpoint',
  'preference-applied',
  'ratelimit',
  'ratelimit-policy',
  'www-authenticate',
]);

function headerFaults(sent: FuzzRequest, answer: Answer, baseUrl: string): string[] {
  const { status } = answer;
  const faults: string[] = [];
  const say = (isWrong: boolean, what: string): void => void (isWrong && faults.push(what));
  const documented = sent.operation?.answers.get(status)?.headers ?? new Map<string, Json>();
  for (const [name, schema] of documented) {
    const value = headerOf(answer, name);
    if (value === null) say(!sometimes.has(name), `the header ${name} is missing`);
    else say(!fits(schema, value), `the header ${name} is ${value}`);
  }
  const isApi = sent.operation?.access === 'apiKey' || sent.operation?.access === 'deviceCode';
  say(status === 401 && isApi && headerOf(answer, 'www-authenticate') === null, '401 without WWW-Authenticate');
  say([429, 503, 409].includes(status) && headerOf(answer, 'retry-after') === null, `${status} without Retry-After`);
  say(status === 405 && headerOf(answer, 'allow') === null, '405 without Allow');
  say(headerOf(answer, 'cache-control') === null && status !== 204, 'no Cache-Control');
  say(status >= 400 && !/no-store/.test(headerOf(answer, 'cache-control') ?? ''), 'a refusal that may be kept');
  say(status >= 400 && headerOf(answer, 'usage-charge') !== null, 'a refusal with a charge');
  say(headerOf(answer, 'x-content-type-options') !== 'nosniff' && status !== 204 && status !== 303, 'no nosniff');
  say(
    answer.headers.get('content-type') !== undefined && answer.headers.get('content-type')?.length !== 1,
    'two types',
  );
  faults.push(...placesLed(answer, baseUrl));
  return faults;
}

/** Redirects may lead only to this service and to the registered chat. */
function placesLed(answer: Answer, baseUrl: string): string[] {
  const location = headerOf(answer, 'location');
  if (location === null) return [];
  const isOwn = /^\/(?![/\\])/.test(location) || location.startsWith(`${baseUrl}/`);
  return isOwn || location.startsWith('https://chat.example/callback?') ? [] : [`Location is ${location}`];
}

function pageFaults(answer: Answer, baseUrl: string): string[] {
  const type = headerOf(answer, 'content-type') ?? '';
  const faults = placesLed(answer, baseUrl);
  if (type.startsWith('text/html') && headerOf(answer, 'content-security-policy') === null)
    faults.push('a page without a policy');
  return faults;
}
