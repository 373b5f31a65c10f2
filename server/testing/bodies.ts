/** Test support: a body with its records as separate parts. */
import { RECORD_PLACE, joined, sharedRecord } from '../memory/shared-records.ts';
import type { DeliveredBody, DeliveredRecord } from '../store/ledger/usage.ts';

export type BodyInParts = { digest: Buffer; bytes: Buffer; kept: DeliveredBody; records: DeliveredRecord[] };

/** `texts` are JSON, each of them a record. */
export function bodyInParts(asOf: string, texts: readonly string[]): BodyInParts {
  const shared = texts.map(sharedRecord);
  const places = texts.map(() => String.fromCharCode(RECORD_PLACE)).join(',');
  const frame = Buffer.from(`{"as_of":"${asOf}","said":"schön","data":[${places}]}`);
  const bytes = joined({ frame, records: shared });
  const digest = Buffer.from(sharedRecord(bytes.toString()).sha256, 'latin1');
  const records = shared.map((record) => ({ digest: Buffer.from(record.sha256, 'latin1'), bytes: record.bytes }));
  return {
    digest,
    bytes,
    kept: { digest, frame, records: Buffer.concat(records.map((record) => record.digest)) },
    records,
  };
}
