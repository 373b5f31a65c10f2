// Days on which recorded research of a listing changed, for the cutoff slider; cached until the next release.
import { remembered } from '../memory/remembered.ts';
import { type CollectionHead, readHead } from '../store/known/clock.ts';
import type { Collection, Db } from '../store/engine/db.ts';
import { stateOf } from '../store/engine/db.ts';
import { readRows } from '../store/engine/read.ts';
import { type ChangeDayRow, changeDays } from '../store/known/read-change-days.ts';

export type ChangeDay = Omit<ChangeDayRow, 'days'>;

export type ChangeDays = {
  /** Newest first. */
  days: readonly ChangeDay[];
  /** Number of earlier days that are not listed. */
  omitted: number;
  /** The watermark. */
  newest: string;
};

/** A user cannot choose among more marks. */
const DAYS_MAX = 120;

export type ChangeDaysReader = (collection: Collection, entityId: string, head?: CollectionHead) => Promise<ChangeDays>;

export function changeDaysReader(db: Db): ChangeDaysReader {
  const kept = remembered<string, ChangeDays>('change-days');
  return async (collection, entityId, known) => {
    const { watermark, ...head } = known ?? (await readHead(db, collection));
    const cutoff = { ...head, asOf: watermark };
    const name = `${stateOf(cutoff)} ${entityId}`;
    const found = kept.get(name);
    if (found !== undefined) return found;
    const rows = await readRows(db, changeDays(cutoff, entityId, DAYS_MAX));
    // Before its first view a listing has no research to read: a name or a price alone is not a mark.
    const days = rows.slice(0, rows.findLastIndex(({ revisions }) => revisions > 0) + 1);
    const made = { days, omitted: (rows[0]?.days ?? 0) - rows.length, newest: watermark };
    kept.set(name, made);
    return made;
  };
}
