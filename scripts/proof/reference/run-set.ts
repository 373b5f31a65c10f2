// One set of raw data loaded into a separate service and compared with the answers of that service.
import type { RawData } from './raw-files.ts';
import { liveKey, settings, startServer, succeed, withTemporaryFolder } from '../../stage/running-service.ts';
import type { Admin, Service } from './ask.ts';
import { calendarRows } from './calendar-rows.ts';
import { line, printedRows, TOLERANCE } from './compare.ts';
import type { Row } from './compare.ts';
import { entityRows, tickersRows } from './coverage-rows.ts';
import { askedCourses, computedCourse, courseRows } from './made-up/made-up-courses.ts';
import type { FileCourse } from './made-up/made-up-courses.ts';
import { beliefsAt } from './own/own-beliefs.ts';
import { momentOf } from './own/own-subject.ts';
import { cutoffRows } from './rows.ts';
import { newSizes, sizeLines } from './sizes.ts';
import { count, newTally, summary } from './tally.ts';

export type DataSet = {
  name: string;
  raw: RawData;
  /** The command lines of the operator that load it. */
  commands: string[][];
  sessionsFile: string;
  tickers: string[];
  cutoffs: string[];
  courses: FileCourse[];
};

async function load({ commands }: DataSet, admin: Admin): Promise<void> {
  for (const command of commands) {
    const { seconds } = await admin(...command);
    const size = command.length > 4 ? ` (${command.length - 1} arguments)` : '';
    process.stderr.write(`admin ${command[0]}${size}: ${seconds.toFixed(1)} s\n`);
  }
}

/** A store that is thrown away, loaded and served; the work gets the address and a key without a limit. */
export async function withService<T>(set: DataSet, work: (service: Service) => Promise<T>): Promise<T> {
  return withTemporaryFolder(async (dataDir) => {
    const chosen = await settings({ dataDir });
    const admin: Admin = (...args) => succeed(['scripts/admin.js', ...args], chosen.env);
    await load(set, admin);
    const key = await liveKey(chosen.env);
    const server = await startServer(chosen);
    try {
      return await work({ admin, base: server.base, key });
    } finally {
      await server.stop();
    }
  });
}

function computedRows({ raw, courses, cutoffs }: DataSet): Row[] {
  const found = beliefsAt(raw, cutoffs.at(-1) ?? '');
  return courses.flatMap((course) => {
    const own = found.filter(({ personId }) => personId === `course-${course.name}`);
    return courseRows('computed', course, computedCourse(own, course));
  });
}

/** Prints the rows, then the tally and the sizes; true if all is equal. */
export async function compareSet(set: DataSet, all: boolean): Promise<boolean> {
  const { raw, tickers, cutoffs, courses } = set;
  const [tally, sizes] = [newTally(), newSizes()];
  const print = (rows: readonly Row[]): void => {
    for (const row of printedRows(rows, all)) process.stdout.write(`${line(row)}\n`);
    count(rows, tally);
  };
  print(computedRows(set));
  await withService(set, async (service) => {
    print(await calendarRows(service.admin, set.sessionsFile, raw.sessions, raw.statements[0]?.ticker ?? ''));
    print(await tickersRows(service, raw));
    print(await askedCourses(service, courses, cutoffs.at(-1) ?? ''));
    for (const moment of cutoffs.map((cutoff) => momentOf(raw, cutoff))) {
      print(await entityRows(service, tickers, moment));
      await cutoffRows({ service, sizes, print }, tickers, moment);
    }
  });
  process.stdout.write(
    `${set.name}: ${tickers.length} tickers at ${cutoffs.length} cutoffs: ${summary(tally, TOLERANCE)}\n`,
  );
  for (const text of sizeLines(sizes)) process.stdout.write(`${set.name}: ${text}\n`);
  return tally.unequal === 0;
}
