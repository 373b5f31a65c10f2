// A serialised document, ready to send.
import type { Parts } from './page-parts.ts';

export interface Answer {
  /** UTF-8 JSON. */
  readonly bytes: Buffer;
  /** SHA-256 of the bytes, in base64: what the entity tag and Document-Digest are made of. */
  readonly sha256: string;
  /** The cutoff that the document carries. */
  readonly asOf: string;
  /** Of a page that is not the last: where the next one is, as the document says it too. */
  readonly nextPageUrl?: string;
  /** The frame and the records, if other documents share the records. */
  readonly parts?: Parts;
}
