// The session calendar with the operator's sessions in it, released and staged.
import { createCalendar, type Calendar, type SessionOverride } from '../../measures/calendar.ts';
import { readHead } from '../../store/known/clock.ts';
import { operatorSessions } from '../../store/known/read-calendar.ts';
import { allStagedBodies } from '../../store/staged/staging-lookups.ts';
import type { ImportOptions } from '../files/loading.ts';
import type { SessionRecord } from './records.ts';

export async function loadedSessions({
  db,
  collection,
}: Pick<ImportOptions, 'db' | 'collection'>): Promise<SessionOverride[]> {
  const head = await readHead(db, collection);
  const released = await operatorSessions(db, { collection, version: head.version, asOf: head.watermark });
  const staged = (await allStagedBodies(db, collection, 'session')).map((body) => JSON.parse(body) as SessionRecord);
  return withNewer(released, staged);
}

/** `newer`: what a file says that is being checked. */
export async function loadedCalendar(
  loading: Pick<ImportOptions, 'db' | 'collection'>,
  newer: readonly SessionRecord[] = [],
): Promise<Calendar> {
  return createCalendar(withNewer(await loadedSessions(loading), newer));
}

function withNewer(known: readonly SessionOverride[], records: readonly SessionRecord[]): SessionOverride[] {
  const newer = records.map((s) => ({ date: s.session_date, closeAt: s.close_at, early: s.early_close }));
  return [...new Map([...known, ...newer].map((session) => [session.date, session])).values()];
}
