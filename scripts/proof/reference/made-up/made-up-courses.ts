// Courses of a file with their right outcome: the statements as rows of the made-up set, the outcome compared with a computed one.
import { readFileSync } from 'node:fs';
import { read } from '../../../stage/running-service.ts';
import { list, object } from '../answered.ts';
import type { Service } from '../ask.ts';
import { compare, under } from '../compare.ts';
import type { Fields, Row, Value } from '../compare.ts';
import type { Brought } from './made-up-random.ts';
import type { Belief } from '../own/own-beliefs.ts';
import { beliefId } from '../own/own-courses.ts';

type FileStatement = {
  record_id: string;
  observed_at: string;
  direction: string;
  precision: string;
  release: number;
  more?: Record<string, unknown>;
};
type FileRevision = { observed_at: string; direction: string; status: string; move: string; records: string[] };
export type FileBelief = {
  first_observed_at: string;
  direction: string;
  status: string;
  direction_since?: string;
  direction_last_stated_at?: string;
  summary_record: string;
  revisions: FileRevision[];
};
export type FileCourse = { name: string; note: string | null; statements: FileStatement[]; beliefs: FileBelief[] };

export const urlOf = (record: string): string => `https://made-up.example/${record}`;

export function readCourses(path: string): FileCourse[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as FileCourse);
}

/** Their first release comes after the first of the set, so that nothing of theirs is older than it. */
export function courseLines(courses: readonly FileCourse[], tickerOf: (index: number) => string): Brought[] {
  return courses.flatMap(({ name, statements }, index) =>
    statements.map(({ record_id: record, observed_at, direction, precision, release, more }) => ({
      release,
      line: {
        record_id: record,
        dataset: 'made-up',
        person: { id: `course-${name}`, name: `Course ${name}`, handle: null, kind: 'pseudonym' },
        security: { ticker: tickerOf(index) },
        direction,
        direction_basis: 'author_declared',
        observed_at,
        observed_at_precision: precision,
        statement: `Words of ${record}.`,
        source_url: urlOf(record),
        source_title: `Statement ${record}`,
        ...more,
      },
    })),
  );
}

/** The outcome of the file; a time that it leaves out is not compared. */
export function courseOf({ beliefs }: FileCourse): Map<string, Value> {
  return new Map<string, Value>([
    ['beliefs', beliefs.length],
    ...beliefs.flatMap((belief, i): Fields => {
      const { first_observed_at, direction, status, direction_since, direction_last_stated_at } = belief;
      return under(`beliefs[${i}]`, [
        ['first_observed_at', first_observed_at],
        ['direction', direction],
        ['status', status],
        ...(direction_since ? ([['direction_since', direction_since]] as Fields) : []),
        ...(direction_last_stated_at ? ([['direction_last_stated_at', direction_last_stated_at]] as Fields) : []),
        ['summary', `Words of ${belief.summary_record}.`],
        ...revisionsOf(belief.revisions.map((revision) => ({ ...revision, records: revision.records.map(urlOf) }))),
      ]);
    }),
  ]);
}

function revisionsOf(revisions: readonly FileRevision[]): Fields {
  return [
    ['revisions', revisions.length],
    ...revisions.flatMap((revision, i): Fields => {
      const { observed_at, direction, status, move, records } = revision;
      return [[`revisions[${i}]`, [observed_at, direction, status, move, ...[...records].sort()].join(' ')]];
    }),
  ];
}

/** The ids that the beliefs of a course must have: each opens with the first record of its first step. */
export const idsOf = ({ beliefs }: FileCourse): string[] =>
  beliefs.map(({ revisions }) => beliefId(revisions[0]?.records[0] ?? ''));

/** The same fields of our own computation, the revisions by their number as in the file. */
export function computedCourse(found: readonly Belief[], due: FileCourse): Map<string, Value> {
  const beliefs = idsOf(due).map((id) => found.find((belief) => belief.id === id));
  return courseFields(found.length, due, (i) => {
    const belief = beliefs[i];
    if (!belief) return null;
    const revisions = [...belief.revisions].sort((a, b) => a.number - b.number);
    return {
      first_observed_at: belief.firstAt,
      direction: belief.direction,
      status: belief.status,
      direction_since: belief.since.at,
      direction_last_stated_at: belief.lastStated.at,
      summary: belief.summary.text,
      revisions: revisions.map(({ at, direction, status, move, statements }) => ({
        observed_at: at,
        direction,
        status,
        move,
        records: statements.map(({ url }) => url),
      })),
    };
  });
}

type ComparedBelief = Omit<FileBelief, 'summary_record'> & { summary: string };

function courseFields(
  length: number,
  due: FileCourse,
  told: (index: number) => ComparedBelief | null,
): Map<string, Value> {
  return new Map<string, Value>([
    ['beliefs', length],
    ...due.beliefs.flatMap((one, i): Fields => {
      const belief = told(i);
      if (belief === null) return [];
      const { first_observed_at, direction, status, direction_since, direction_last_stated_at, summary } = belief;
      return under(`beliefs[${i}]`, [
        ['first_observed_at', first_observed_at],
        ['direction', direction],
        ['status', status],
        ...(one.direction_since ? ([['direction_since', direction_since ?? null]] as Fields) : []),
        ...(one.direction_last_stated_at
          ? ([['direction_last_stated_at', direction_last_stated_at ?? null]] as Fields)
          : []),
        ['summary', summary],
        ...revisionsOf(belief.revisions),
      ]);
    }),
  ]);
}

/** The same fields of the full records that the service answered, by belief id; `count` is how many it lists. */
export function answeredCourse(
  records: ReadonlyMap<string, unknown>,
  count: number,
  due: FileCourse,
): Map<string, Value> {
  const ids = idsOf(due);
  return courseFields(count, due, (i) => {
    const data = object(object(records.get(ids[i] ?? ''))['data']);
    const belief = object(data['belief']);
    if (belief['belief_id'] === undefined) return null;
    const links = new Map(list(data['citations']).map((one) => [one['citation_id'], String(one['source_url'])]));
    const revisions = list(belief['revisions']).sort((a, b) => Number(a['revision']) - Number(b['revision']));
    return {
      first_observed_at: String(belief['observed_at']),
      direction: String(belief['direction']),
      status: String(belief['status']),
      direction_since: String(belief['direction_since']),
      direction_last_stated_at: String(belief['direction_last_stated_at']),
      summary: String(object(belief['thesis'])['text']),
      revisions: revisions.map(({ observed_at, after, move, citation_ids }) => ({
        observed_at: String(observed_at),
        direction: String(object(after)['direction']),
        status: String(object(after)['status']),
        move: String(move),
        records: (Array.isArray(citation_ids) ? citation_ids : []).map((id) => links.get(id) ?? `(no citation ${id})`),
      })),
    };
  });
}

/** The service's answer to each course: its list by the person, then each belief in full. */
export async function askedCourses(
  { base, key }: Service,
  courses: readonly FileCourse[],
  asOf: string,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const course of courses) {
    const query = new URLSearchParams({ person_id: `course-${course.name}`, as_of: asOf });
    const page = await read(key, `${base}/v1/beliefs?${query}`);
    const beliefs = list(object(object(page.body)['data'])['beliefs']);
    const records = new Map<string, unknown>();
    for (const { belief_id, detail_url } of beliefs)
      records.set(String(belief_id), (await read(key, String(detail_url))).body);
    rows.push(...courseRows('answered', course, answeredCourse(records, beliefs.length, course)));
  }
  return rows;
}

/** Compares the file's outcome with a computed or an answered one. */
export function courseRows(form: string, course: FileCourse, ours: Map<string, Value>): Row[] {
  const at = { ticker: course.name, asOf: form };
  return compare(at, ours, courseOf(course));
}
