// The days on which something recorded of a listing changed, for whoever chooses a cutoff; kept while nothing is released.
import { LRUCache } from 'lru-cache';
import { type CollectionHead, readHead } from '../store/known/clock.ts';
import type { Collection, Db } from '../store/engine/db.ts';
import { stateOf } from '../store/engine/db.ts';
import { readRows } from '../store/engine/read.ts';
import { type ChangeDayRow, changeDays } from '../store/known/read-change-days.ts';

export type ChangeDay = Omit<ChangeDayRow, 'days'>;

export type ChangeDays = {
  /** The newest first. */
  days: readonly ChangeDay[];
  /** Earlier ones that are not listed. */
  omitted: number;
  /** The time up to which the collection is settled. */
  newest: string;
};

/** More marks than this nobody can choose from. */
const DAYS_MAX = 120;
const LISTINGS_MAX = 500;

export type ChangeDaysReader = (collection: Collection, entityId: string, head?: CollectionHead) => Promise<ChangeDays>;

export function changeDaysReader(db: Db): ChangeDaysReader {
  const kept = new LRUCache<string, ChangeDays>({ max: LISTINGS_MAX });
  return async (collection, entityId, known) => {
    const { watermark, ...head } = known ?? (await readHead(db, collection));
    const cutoff = { ...head, asOf: watermark };
    const name = `${stateOf(cutoff)} ${entityId}`;
    const found = kept.get(name);
    if (found !== undefined) return found;
    const rows = await readRows(db, changeDays(cutoff, entityId, DAYS_MAX));
    // Before its first view a listing has no research of its own to read: a name or a price is no mark then.
    const days = rows.slice(0, rows.findLastIndex(({ revisions }) => revisions > 0) + 1);
    const made = { days, omitted: (rows[0]?.days ?? 0) - rows.length, newest: watermark };
    kept.set(name, made);
    return made;
  };
}
