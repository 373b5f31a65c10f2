/** Conditional requests: If-Match and If-None-Match against the tags of one document (RFC 9110, section 13). */
import type { IncomingMessage } from 'node:http';
import type { Condition } from '../contract/metered.ts';
import { ProblemError } from '../contract/problems.ts';
import { codingOf } from './coding.ts';
import { entityTag } from './respond.ts';

type DocumentBytes = { readonly bytes: Uint8Array; readonly sha256: string };

/** Tags in quotes may contain commas and stars, so the list is read tag by tag. */
const listed = /(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"/g;

const tagsIn = (header: string): readonly string[] => header.match(listed) ?? [];

/**
 * The tag of this document, in any of its codings, that the client holds already, or `*` for any document; null if it
 * holds another document or none. A GET compares weakly (section 13.1.2): a W/ in front changes nothing.
 */
export function heldTag(request: IncomingMessage, sha256: string): string | null {
  const header = request.headers['if-none-match'];
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  const own = (['identity', 'gzip', 'br'] as const).map((coding) => entityTag(sha256, coding));
  const held = tagsIn(header).map((tag) => tag.replace(/^W\//, ''));
  return held.find((tag) => own.includes(tag)) ?? null;
}

/** If-Match compares strongly, with the tag of the very bytes that would be sent (section 13.1.1). */
function isMatched(request: IncomingMessage, { bytes, sha256 }: DocumentBytes): boolean {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return true;
  return tagsIn(header).includes(entityTag(sha256, codingOf(request, bytes)));
}

export function isConditional({ headers }: IncomingMessage): boolean {
  return headers['if-none-match'] !== undefined || headers['if-match'] !== undefined;
}

export function notMatched(): ProblemError {
  return new ProblemError('precondition-failed', { detail: 'The document is none of those that If-Match names.' });
}

/** In the order of section 13.2.2: If-None-Match counts only if If-Match holds. */
export function conditionOf(request: IncomingMessage, document: DocumentBytes): Condition {
  if (!isMatched(request, document)) return 'failed';
  return heldTag(request, document.sha256) === null ? 'met' : 'unchanged';
}
