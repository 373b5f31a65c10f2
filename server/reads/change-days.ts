// Days on which recorded research of a listing or a person changed, for the cutoff slider; cached until the next release.
import { remembered } from '../memory/remembered.ts';
import { type CollectionHead, readHead } from '../store/known/clock.ts';
import type { Collection, Db } from '../store/engine/db.ts';
import { stateOf } from '../store/engine/db.ts';
import { readRows } from '../store/engine/read.ts';
import { type ChangeDayRow, type ChangeSubject, changeDays } from '../store/known/read-change-days.ts';

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
/** For a person without views, the list is empty. */
export type PersonDaysReader = (collection: Collection, personId: string) => Promise<ChangeDays>;

export function changeDaysReader(db: Db): ChangeDaysReader {
  const daysOf = subjectReader(db);
  return (collection, entityId, known) => daysOf(collection, { entityId }, known);
}

export function personDaysReader(db: Db): PersonDaysReader {
  const daysOf = subjectReader(db);
  return (collection, personId) => daysOf(collection, { personId });
}

function subjectReader(db: Db) {
  const kept = remembered<string, ChangeDays>('change-days');
  return async (collection: Collection, subject: ChangeSubject, known?: CollectionHead): Promise<ChangeDays> => {
    const { watermark, ...head } = known ?? (await readHead(db, collection));
    const cutoff = { ...head, asOf: watermark };
    const name = `${stateOf(cutoff)} ${'entityId' in subject ? subject.entityId : subject.personId}`;
    const found = kept.get(name);
    if (found !== undefined) return found;
    const rows = await readRows(db, changeDays(cutoff, subject, DAYS_MAX));
    // Before its first view a subject has no research to read: a name or a price alone is not a mark.
    const days = rows.slice(0, rows.findLastIndex(({ revisions }) => revisions > 0) + 1);
    const made = { days, omitted: (rows[0]?.days ?? 0) - rows.length, newest: watermark };
    kept.set(name, made);
    return made;
  };
}
