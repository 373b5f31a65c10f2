/** Reader of form bodies within a limit, for browsers and OAuth clients. */
import type { IncomingMessage } from 'node:http';
import { readBodyBytes } from './body-bytes.ts';
import { limits } from '../contract/limits.ts';
import { ProblemError } from '../contract/problems.ts';

/** Fields of an `application/x-www-form-urlencoded` body; other types are refused with the sentence `otherType`. */
export async function readFormBody(request: IncomingMessage, otherType: string): Promise<URLSearchParams> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const coding = request.headers['content-encoding'] ?? 'identity';
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded' || coding !== 'identity') {
    throw new ProblemError('unsupported-media-type', { detail: otherType });
  }
  const { body_bytes_max: bytesMax } = limits;
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const bytes = await readBodyBytes(request);
  if (bytes === null) throw tooLarge(bytesMax);
  return new URLSearchParams(bytes.toString('utf8'));
}

function tooLarge(bytesMax: number): ProblemError {
  return new ProblemError('payload-too-large', { detail: `A form may have at most ${bytesMax} bytes.` });
}
