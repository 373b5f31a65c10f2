// Selection of records that the store keeps once for many bodies, so that a page of known records is kept as its frame.
import type { Parts, SharedRecord } from '../terms/page-parts.ts';
import { RECORD_NOTED_DAYS } from '../store/engine/lifetimes.ts';
import type { DeliveredRecord } from '../store/ledger/usage.ts';

const DAY_MS = 86_400_000;
const NEVER = Number.NEGATIVE_INFINITY;

/** The records that the bodies of one statement need. */
export type NeededRecords = {
  /** The stored form of a body in parts; null if most of its records are new and it is better kept whole. */
  parts(parts: Parts): { frame: Buffer; records: Buffer } | null;
  /** Records that the store may lack. */
  records(): DeliveredRecord[];
  /** Marks the records as stored, after the statement has succeeded. */
  areKept(): void;
};

export type KeptRecords = { needed(): NeededRecords };

/** `now` is the server's clock: a record is noted again every RECORD_NOTED_DAYS. */
export function keptRecords(now: () => string): KeptRecords {
  /** The day on which each record was last noted; an entry lives as long as its record. */
  const told = new WeakMap<SharedRecord, number>();
  return {
    needed() {
      const day = Math.floor(Date.parse(now()) / DAY_MS);
      const isKept = (on = NEVER): boolean => on <= day && day - on < RECORD_NOTED_DAYS;
      const missing = new Set<SharedRecord>();
      return {
        parts({ frame, records }) {
          const days = records.map((record) => told.get(record));
          // If most records are new, store the page whole.
          const isKnown = 2 * days.filter((on) => on !== undefined).length >= records.length;
          records.forEach((record, place) => {
            if (days[place] === undefined) told.set(record, NEVER);
            if (isKnown && !isKept(days[place])) missing.add(record);
          });
          return isKnown ? { frame, records: digestsOf(records) } : null;
        },
        // An evicted record that was read again is another object with the same bytes.
        records: () => [...new Map([...missing].map((record) => [record.sha256, record])).values()].map(delivered),
        areKept() {
          for (const record of missing) told.set(record, day);
        },
      };
    },
  };
}

function delivered({ sha256, bytes }: SharedRecord): DeliveredRecord {
  return { digest: Buffer.from(sha256, 'latin1'), bytes };
}

function digestsOf(records: readonly SharedRecord[]): Buffer {
  return Buffer.from(records.map(({ sha256 }) => sha256).join(''), 'latin1');
}
