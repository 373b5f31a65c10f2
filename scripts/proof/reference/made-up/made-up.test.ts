// The made-up set: its contents, the same in every run, and the courses of a file against the independent computation.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { computedCourse, courseLines, courseRows, readCourses } from './made-up-courses.ts';
import { randomCourse, seeded } from './made-up-random.ts';
import type { Brought } from './made-up-random.ts';
import { RELEASES } from './made-up.ts';
import { beliefsAt } from '../own/own-beliefs.ts';
import { inTime } from '../own/own-courses.ts';
import { statementOf } from '../raw-statements.ts';

const folder = mkdtempSync(join(tmpdir(), 'made-up-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const END = '2017-01-01T00:00:00.000Z';

const courses = (seed: number): Brought[][] => {
  const draw = seeded(seed);
  return Array.from({ length: 300 }, (_, i) =>
    randomCourse(draw, { ticker: 'AAA', person: i, name: `course:${i}`, releases: RELEASES }),
  );
};

describe('random courses', () => {
  const made = courses(1);
  const raw = {
    statements: made.flat().map(({ release, line }) => statementOf(line, release)),
    releases: [...RELEASES],
  };
  it('are the same for the same seed', () => {
    expect(courses(1)).toEqual(made);
    expect(courses(2)).not.toEqual(made);
  });
  it('hold every move, every direction, days, groups, ends and late steps', () => {
    const revisions = beliefsAt(raw, END).flatMap((belief) => belief.revisions);
    expect(new Set(revisions.map(({ move }) => move)).size).toBe(7);
    expect(new Set(revisions.map(({ direction }) => direction)).size).toBe(4);
    expect(new Set(revisions.map(({ status }) => status))).toEqual(
      new Set(['active', 'weakened', 'strengthened', 'reversed', 'abandoned']),
    );
    for (const fits of [
      revisions.filter(({ isLate }) => isLate),
      revisions.filter(({ isDay, statements }) => isDay && statements.length > 1),
      revisions.filter(({ isDay, statements }) => !isDay && statements.length > 1),
      revisions.filter(({ counts }) => (RELEASES as readonly string[]).includes(counts)),
    ])
      expect(fits.length).toBeGreaterThan(5);
  });
  it('never put one date of a pair into two releases', () => {
    for (const course of made) {
      const releases = new Map(course.map(({ release, line }) => [line.observed_at.slice(0, 10), release]));
      for (const { release, line } of course) expect(releases.get(line.observed_at.slice(0, 10))).toBe(release);
    }
  });
  it('make beliefs of which every step in time is later than the one before', () => {
    for (const { revisions } of beliefsAt(raw, END)) {
      const times = inTime(revisions).map(({ counts }) => counts);
      expect([...new Set(times)].sort()).toEqual(times);
    }
  });
});

describe('a course of a file', () => {
  const at = (day: string): string => `2015-0${day}-02T15:00:00Z`;
  const full = (day: string): string => at(day).replace('Z', '.000Z');
  const course = {
    name: 'hold-buy',
    note: null,
    statements: [
      { record_id: 'c:0', observed_at: at('2'), direction: 'mixed', precision: 'second', release: 1 },
      { record_id: 'c:1', observed_at: at('5'), direction: 'bullish', precision: 'second', release: 1 },
    ],
    beliefs: [
      {
        first_observed_at: full('2'),
        direction: 'bullish',
        status: 'active',
        direction_since: full('5'),
        summary_record: 'c:1',
        revisions: [
          { observed_at: full('2'), direction: 'mixed', status: 'active', move: 'initiated', records: ['c:0'] },
          { observed_at: full('5'), direction: 'bullish', status: 'active', move: 'updated', records: ['c:1'] },
        ],
      },
    ],
  };
  const path = join(folder, 'courses.ndjson');
  writeFileSync(path, `${JSON.stringify(course)}\n`);
  const [read] = readCourses(path);
  if (!read) throw new Error('no course');
  const statements = courseLines([read], () => 'AAA').map(({ release, line }) => statementOf(line, release));
  const found = beliefsAt({ statements, releases: [...RELEASES] }, END);
  it('equals what is computed from its statements', () => {
    expect(courseRows('computed', read, computedCourse(found, read)).filter(({ equal }) => !equal)).toEqual([]);
  });
  it('differs from another outcome', () => {
    const other = { ...read, beliefs: read.beliefs.map((belief) => ({ ...belief, status: 'strengthened' })) };
    const rows = courseRows('computed', other, computedCourse(found, other));
    expect(rows.filter(({ equal }) => !equal).map(({ field }) => field)).toEqual(['beliefs[0].status']);
  });
});
