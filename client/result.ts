// Result of a call: the document, with the cost, identity and age from the headers of its answer.
import type { DataStatus, Warning } from '../generated/api.ts';

/** Fields that documents share; each document has some of them. */
type DocumentLabels = { as_of?: string; data_status?: DataStatus; warnings?: readonly Warning[] };

/** A number of units, or a plan without a limit. */
export type RemainingUnits = number | 'unlimited';

export class ResearchResult<T> {
  readonly data: T;
  readonly requestId: string;
  /** Units that this call cost, all its attempts together; 0 for free, repeated or unchanged answers. */
  readonly charge: number;
  /** Units left; null for free calls and preview data, whose answers do not report it. */
  readonly remaining: RemainingUnits | null;
  readonly etag: string | null;
  /** `sha256:` and the digest of the document's bytes, as receipts name it. */
  readonly digest: string | null;
  /** The cutoff of the answer. Ask with it again to get the same bytes. */
  readonly asOf: string | null;
  /** An answer to this request id from an earlier call, repeated free. */
  readonly replayed: boolean;
  /** Unchanged since the `held` result, whose document this is. */
  readonly notModified: boolean;
  readonly dataStatus: DataStatus | null;
  readonly warnings: readonly Warning[];
  readonly #bytes: Uint8Array;

  constructor(data: T, bytes: Uint8Array, { headers, status }: Response, requestId: string) {
    const { as_of, data_status, warnings } = (data ?? {}) as DocumentLabels;
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

  /** The document as it arrived; its digest is over these bytes. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }
}

function remainingOf(said: string): RemainingUnits | null {
  if (said === 'unlimited') return said;
  return /^\d+$/.test(said) ? Number(said) : null;
}

/** Result of a successful answer; `held` is the earlier result that a 304 confirms. */
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
