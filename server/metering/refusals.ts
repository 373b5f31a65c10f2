/** Refusals of a metered call: a failed condition, a document above the door's bound, no free slot. */
import type { Answer, Condition, MeteredCall } from '../contract/metered.ts';
import { ProblemError } from '../contract/problems.ts';

export function conditionOf(call: MeteredCall, answer: Answer): Condition {
  return call.conditionOf?.(answer) ?? 'met';
}

export function isTooLarge({ bytesMax = Infinity }: MeteredCall, { bytes }: Answer): boolean {
  return bytes.length > bytesMax;
}

export function tooLarge({ bytesMax = Infinity }: MeteredCall, { bytes }: Answer): ProblemError {
  return new ProblemError('answer-too-large', {
    detail: `The answer takes ${bytes.length} bytes, and a chat gets at most ${bytesMax}.`,
    extra: { limit_bytes: bytesMax, actual_bytes: bytes.length },
  });
}

export function busy(): ProblemError {
  return new ProblemError('unavailable', {
    detail: 'This server is building as many new answers of yours as it can. Nothing was charged.',
    headers: { 'Retry-After': '1' },
  });
}
