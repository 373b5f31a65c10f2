/** Strict reader of JSON bodies: within the limit, valid UTF-8, an object, not compressed. */
import type { IncomingMessage } from 'node:http';
import { readBodyBytes } from './body-bytes.ts';
import { type Fault, echo } from '../contract/validation/faults.ts';
import { limits } from '../contract/limits.ts';
import { isObject, isTooDeep, parseJson } from '../contract/validation/parse-json.ts';
import { ProblemError } from '../contract/problems.ts';
import { repeatedFault, repeatedMember } from '../contract/validation/repeated-member.ts';

/** Refuses a body by its declared length, before reading it. */
export function refuseLargeBody(request: IncomingMessage): void {
  if (Number(request.headers['content-length'] ?? 0) > limits.body_bytes_max) throw tooLarge();
}

/** The documented content type of a body, without parameters; refuses others. */
export function contentTypeOf(request: IncomingMessage, documented: readonly string[]): string | null {
  if (documented.length === 0) return null;
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((one) => one.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  const coding = request.headers['content-encoding'] ?? 'identity';
  if (!documented.includes(type) || (charset ?? 'utf-8') !== 'utf-8' || coding !== 'identity') {
    throw new ProblemError('unsupported-media-type', {
      detail: `The body must be ${documented.join(' or ')} in UTF-8, not compressed.`,
    });
  }
  return type;
}

/** A body or its fault; the fault is reported together with the other faults of the request. */
export interface ReadBody {
  readonly body: unknown;
  readonly fault: Fault | null;
}

export async function readBody(request: IncomingMessage): Promise<ReadBody> {
  const bytes = await readBodyBytes(request);
  if (bytes === null) throw tooLarge();
  const text = textOf(bytes);
  const body = parseJson(text);
  if (body === undefined) return notJson('The body is not JSON in UTF-8.');
  if (isTooDeep(body)) return notJson(`The body has more than ${limits.json_levels_max} levels.`);
  if (!isObject(body)) return notJson('The body must be a JSON object.');
  const repeated = repeatedMember(text);
  return { body, fault: repeated === null ? null : repeatedFault(`body.${echo(repeated)}`) };
}

/** Empty, which is not JSON, if the bytes are not UTF-8. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '';
  }
}

function notJson(message: string): ReadBody {
  const fault = { location: 'body', message, fix: 'Send one JSON object, such as {"deviceName":"laptop"}.' };
  return { body: {}, fault };
}

function tooLarge(): ProblemError {
  return new ProblemError('payload-too-large', { detail: `A body may have at most ${limits.body_bytes_max} bytes.` });
}
