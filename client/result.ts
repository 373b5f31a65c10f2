// A result: the document, and what its answer said beside it about cost, identity and age.
import type { DataStatus, Warning } from '../generated/api.ts';

/** What documents have in common; each has some of it. */
type Dated = { as_of?: string; data_status?: DataStatus; warnings?: readonly Warning[] };

/** Units, or that the plan has no limit. */
export type Remaining = number | 'unlimited';

export class ResearchResult<T> {
  readonly data: T;
  readonly requestId: string;
  /** Units that this call cost, all its attempts together; 0 for what is free, repeated or unchanged. */
  readonly charge: number;
  /** Units left, if the answer says it: what is free and preview data do not. */
  readonly remaining: Remaining | null;
  readonly etag: string | null;
  /** `sha256:` and the digest of the document's bytes, as receipts name it. */
  readonly digest: string | null;
  /** The cutoff that was used. Ask with it again and get the same bytes. */
  readonly asOf: string | null;
  /** Answered before under this request id, and free this time. */
  readonly replayed: boolean;
  /** Unchanged since the result that was given as `held`, whose document this is. */
  readonly notModified: boolean;
  readonly dataStatus: DataStatus | null;
  readonly warnings: readonly Warning[];
  readonly #bytes: Uint8Array;

  constructor(data: T, bytes: Uint8Array, { headers, status }: Response, requestId: string) {
    const { as_of, data_status, warnings } = (data ?? {}) as Dated;
    this.data = data;
    this.requestId = requestId;
    this.charge = Number(headers.get('Usage-Charge') ?? 0);
    this.remaining = remainingOf(headers.get('Usage-Remaining') ?? '');
    this.etag = headers.get('ETag');
    this.digest = headers.get('Document-Digest');
    this.asOf = as_of ?? null;
    this.replayed = headers.get('Idempotent-Replayed') === 'true';
    this.notModified = status === 304;
    this.dataStatus = data_status ?? null;
    this.warnings = warnings ?? [];
    this.#bytes = bytes;
  }

  /** The document as it came, which its digest is over. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }
}

function remainingOf(said: string): Remaining | null {
  if (said === 'unlimited') return said;
  return /^\d+$/.test(said) ? Number(said) : null;
}

/** Reads a good answer; `held` is the earlier result that a 304 speaks of. */
export async function resultOf<T>(
  response: Response,
  requestId: string,
  held?: ResearchResult<T>,
): Promise<ResearchResult<T>> {
  if (response.status === 304 && held !== undefined)
    return new ResearchResult(held.data, held.bytes, response, requestId);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return new ResearchResult(JSON.parse(new TextDecoder().decode(bytes)) as T, bytes, response, requestId);
}
