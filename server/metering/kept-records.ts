// Which records the store keeps for the bodies that tell them, so that a page of known ones is kept as its frame alone.
import type { Parts, SharedRecord } from '../terms/page-parts.ts';
import { RECORD_NOTED_DAYS } from '../store/engine/lifetimes.ts';
import type { DeliveredRecord } from '../store/ledger/usage.ts';

const DAY_MS = 86_400_000;
const NEVER = Number.NEGATIVE_INFINITY;

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
  /** Of each record that a page has told, the day on which it was noted last; it goes when the record does. */
  const told = new WeakMap<SharedRecord, number>();
  return {
    needed() {
      const day = Math.floor(Date.parse(now()) / DAY_MS);
      const isKept = (on = NEVER): boolean => on <= day && day - on < RECORD_NOTED_DAYS;
      const missing = new Set<SharedRecord>();
      return {
        parts({ frame, records }) {
          const days = records.map((record) => told.get(record));
          // Whoever walks through a list once has each of its pages kept whole.
          const isKnown = 2 * days.filter((on) => on !== undefined).length >= records.length;
          records.forEach((record, place) => {
            if (days[place] === undefined) told.set(record, NEVER);
            if (isKnown && !isKept(days[place])) missing.add(record);
          });
          return isKnown ? { frame, records: digestsOf(records) } : null;
        },
        // One that went and was read again meanwhile is another object with the same bytes.
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
