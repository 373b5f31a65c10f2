// Which records the store keeps for the bodies that tell them, so that a page of known ones is kept as its frame alone.
import { LRUCache } from 'lru-cache';
import type { Parts, SharedRecord } from '../contract/shared-records.ts';
import { RECORD_NOTED_DAYS } from '../store/balance.ts';
import type { DeliveredRecord } from '../store/usage.ts';

const RECORDS_MAX = 100_000;
const DIGEST_BYTES = 32;
const DAY_MS = 86_400_000;

/** What the bodies of one statement need. */
export type NeededRecords = {
  /** A body of these parts as it is kept; null where it is better kept whole, because most of it is told for the first time. */
  parts(parts: Parts): { frame: Buffer; records: Buffer } | null;
  /** Those that may not be in the store yet. */
  records(): DeliveredRecord[];
  /** The statement has succeeded. */
  areKept(): void;
};

export type KeptRecords = { needed(): NeededRecords };

/** `now` is the server's clock: every RECORD_NOTED_DAYS it is noted anew that a record is told. */
export function keptRecords(now: () => string): KeptRecords {
  /** Whoever walks through a list once has each of its pages kept whole. */
  const told = new WeakSet<SharedRecord>();
  /** The day on which this server noted a record last. */
  const noted = new LRUCache<string, number>({ max: RECORDS_MAX });
  return {
    needed() {
      const day = Math.floor(Date.parse(now()) / DAY_MS);
      const missing = new Map<string, SharedRecord>();
      const isKept = ({ sha256 }: SharedRecord): boolean => {
        const on = noted.peek(sha256);
        return on !== undefined && on <= day && day - on < RECORD_NOTED_DAYS;
      };
      return {
        parts({ frame, records }) {
          const isKnown = 2 * records.filter((record) => told.has(record)).length >= records.length;
          for (const record of records) {
            told.add(record);
            if (isKnown && !isKept(record)) missing.set(record.sha256, record);
          }
          return isKnown ? { frame, records: digestsOf(records) } : null;
        },
        records: () =>
          [...missing.values()].map(({ sha256, bytes }) => ({ digest: Buffer.from(sha256, 'base64'), bytes })),
        areKept() {
          for (const sha256 of missing.keys()) noted.set(sha256, day);
        },
      };
    },
  };
}

function digestsOf(records: readonly SharedRecord[]): Buffer {
  const digests = Buffer.allocUnsafe(records.length * DIGEST_BYTES);
  for (const [index, { sha256 }] of records.entries()) digests.write(sha256, index * DIGEST_BYTES, 'base64');
  return digests;
}
