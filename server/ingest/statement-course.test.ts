import { describe, expect, it } from 'vitest';
import type { Direction } from './records.ts';
import { applyStatement, type CourseStatement, type PairCourse } from './statement-course.ts';

function said(recordId: string, hour: number, direction: Direction): CourseStatement {
  const observedAt = `2020-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
  return {
    recordId,
    observedAt,
    direction,
    text: `text ${recordId}`,
    citationId: `cit ${recordId}`,
    opensBeliefId: `belief ${recordId}`,
  };
}

/** `belief#revision direction status move`, with ~ for a late one. */
function play(statements: readonly CourseStatement[]): string[] {
  const course: PairCourse = { beliefs: [] };
  return statements.flatMap((statement) =>
    applyStatement(course, statement).revisions.map(
      (r) =>
        `${r.beliefId.slice(7)}#${r.revision} ${r.direction} ${r.status} ${r.move}${r.late ? ' ~' : ''} ${r.summary.slice(5)}`,
    ),
  );
}

const up = 'bullish';
const down = 'bearish';

const courses: [name: string, statements: CourseStatement[], revisions: string[]][] = [
  ['the first statement opens a belief', [said('a', 1, up)], ['a#1 bullish active initiated a']],
  [
    'the same direction revises it',
    [said('a', 1, up), said('b', 2, up)],
    ['a#1 bullish active initiated a', 'a#2 bullish active updated b'],
  ],
  [
    'the opposite direction ends it and opens another',
    [said('a', 1, up), said('b', 2, down), said('c', 3, down)],
    [
      'a#1 bullish active initiated a',
      'a#2 bullish reversed reversed b',
      'b#1 bearish active initiated b',
      'b#2 bearish active updated c',
    ],
  ],
  [
    'two reversals at one instant leave the last belief open',
    [said('a', 1, up), said('b', 2, down), said('c', 2, up), said('d', 3, up)],
    [
      'a#1 bullish active initiated a',
      'a#2 bullish reversed reversed b',
      'b#1 bearish active initiated b',
      'b#2 bearish reversed reversed c',
      'c#1 bullish active initiated c',
      'c#2 bullish active updated d',
    ],
  ],
  [
    'mixed and unclear never change a known direction',
    [said('a', 1, down), said('b', 2, 'mixed'), said('c', 3, 'unclear'), said('d', 4, down)],
    [
      'a#1 bearish active initiated a',
      'a#2 bearish active updated b',
      'a#3 bearish active updated c',
      'a#4 bearish active updated d',
    ],
  ],
  [
    'a belief that opened unclear takes the first clear direction',
    [said('a', 1, 'unclear'), said('b', 2, 'mixed'), said('c', 3, up), said('d', 4, down)],
    [
      'a#1 unclear active initiated a',
      'a#2 unclear active updated b',
      'a#3 bullish active updated c',
      'a#4 bullish reversed reversed d',
      'd#1 bearish active initiated d',
    ],
  ],
  [
    'a late statement repeats the state of its time and moves nothing',
    [said('a', 1, up), said('c', 5, up), said('b', 3, down), said('d', 6, up)],
    [
      'a#1 bullish active initiated a',
      'a#2 bullish active updated c',
      'a#3 bullish active none ~ a',
      'a#4 bullish active updated d',
    ],
  ],
  [
    'a late statement joins the belief whose span holds it',
    [said('a', 1, up), said('b', 4, down), said('c', 7, up), said('d', 5, up), said('e', 2, up)],
    [
      'a#1 bullish active initiated a',
      'a#2 bullish reversed reversed b',
      'b#1 bearish active initiated b',
      'b#2 bearish reversed reversed c',
      'c#1 bullish active initiated c',
      'b#3 bearish active none ~ b',
      'a#3 bullish active none ~ a',
    ],
  ],
  [
    'a statement older than every belief joins the first',
    [said('b', 4, up), said('a', 1, down)],
    ['b#1 bullish active initiated b', 'b#2 bullish active none ~ b'],
  ],
];

describe('the course of a pair of person and listing', () => {
  it.each(courses)('%s', (_name, statements, revisions) => {
    expect(play(statements)).toEqual(revisions);
  });

  it('opens a new belief when the newest that is left has ended', () => {
    const course: PairCourse = { beliefs: [] };
    for (const statement of [said('a', 1, up), said('b', 2, down)]) applyStatement(course, statement);
    course.beliefs.pop();
    const step = applyStatement(course, said('c', 3, down));
    expect(step.opened).toEqual({ beliefId: 'belief c', openedAt: '2020-01-01T03:00:00.000Z' });
    expect(step.revisions.map((r) => r.move)).toEqual(['initiated']);
  });
});
