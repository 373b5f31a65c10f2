// Comparison of the service's built-in calendar with the file of sessions.
import type { Admin } from './ask.ts';
import { compare } from './compare.ts';
import type { Fields, Row } from './compare.ts';
import type { Session } from './raw-files.ts';

type Report = { files: [{ records: Record<string, { read: number }>; notes: string[] }] };
type Calendar = { sessions: { count: number; covered_from: string; covered_through: string } };

/**
 * The comparison uses the reports of the commands: an import of sessions keeps only rows that differ, and the count shows
 * that the calendar has no further session. A calendar that reaches beyond the file cannot be counted so.
 */
export async function calendarRows(
  admin: Admin,
  file: string,
  sessions: readonly Session[],
  ticker: string,
): Promise<Row[]> {
  const dryRun = await admin('import-sessions', file, '--dry-run', '--json');
  const [{ records, notes }] = (JSON.parse(dryRun.stdout) as Report).files;
  const equal = Number(/\d+/.exec(notes.find((note) => note.includes('built-in calendar')) ?? '')?.[0] ?? Number.NaN);
  const { stdout } = await admin('explain', ticker, '--json');
  const { count, covered_from: from, covered_through: through } = (JSON.parse(stdout) as Calendar).sessions;
  const ours: Fields = [
    ['rows as built in', equal],
    ['rows that differ', records['session']?.read ?? 0],
  ];
  const theirs: Fields = [
    ['rows as built in', sessions.length],
    ['rows that differ', 0],
  ];
  const [first = '', last = ''] = [sessions[0]?.date, sessions.at(-1)?.date];
  if (from.slice(0, 7) >= first.slice(0, 7) && through.slice(0, 7) <= last.slice(0, 7)) {
    ours.push(['sessions built in', count]);
    theirs.push(['sessions built in', sessions.filter(({ date }) => date >= from && date <= through).length]);
  }
  return compare({ ticker: 'calendar', asOf: '' }, new Map(ours), new Map(theirs));
}
