import { describe, expect, it } from 'vitest';
import type { Direction } from '../records/records.ts';
import { applyGroup, type PairCourse } from './statement-course.ts';
import { groupsOf, type CourseStatement } from './statement-groups.ts';
import { courseStatement } from '../testing/courses.ts';

function said(
  recordId: string,
  hour: number,
  direction: Direction,
  given: Partial<CourseStatement> = {},
): CourseStatement {
  const countsFrom = `2020-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
  return courseStatement({ recordId, countsFrom, direction, ...given });
}

/** `belief#revision direction status move [~ for a late one] summary [/words of the step]`, a release at a time. */
function play(...releases: readonly (readonly CourseStatement[])[]): string[] {
  const course: PairCourse = { beliefs: [] };
  return releases.flatMap((release) =>
    groupsOf(release).flatMap((group) => {
      const opens = group.statements[0].recordId;
      return applyGroup(course, group, opens).revisions.map(
        ({ beliefId, revision, direction, status, move, late, summary, said: own }) =>
          `${beliefId}#${revision} ${direction} ${status} ${move}${late ? ' ~' : ''} ${summary.text}${own ? ` /${own.text}` : ''}`,
      );
    }),
  );
}

const up = 'bullish';
const down = 'bearish';

const courses: [name: string, releases: CourseStatement[][], revisions: string[]][] = [
  ['the first statement opens a belief', [[said('a', 1, up)]], ['a#1 bullish active initiated a']],
  [
    'the same direction revises it',
    [[said('a', 1, up), said('b', 2, up)]],
    ['a#1 bullish active initiated a', 'a#2 bullish active updated b'],
  ],
  [
    'the opposite direction ends it with its own last words and opens another',
    [[said('a', 1, up), said('b', 2, down), said('c', 3, down)]],
    [
      'a#1 bullish active initiated a',
      'a#2 bullish reversed reversed a /b',
      'b#1 bearish active initiated b',
      'b#2 bearish active updated c',
    ],
  ],
  [
    'mixed words weaken a clear direction, the same direction strengthens it again, and updates keep that status',
    [[said('a', 1, down), said('b', 2, 'mixed'), said('c', 3, 'mixed'), said('d', 4, down), said('e', 5, down)]],
    [
      'a#1 bearish active initiated a',
      'a#2 mixed weakened weakened b',
      'a#3 mixed weakened updated c',
      'a#4 bearish strengthened strengthened d',
      'a#5 bearish strengthened updated e',
    ],
  ],
  [
    'the opposite of the last clear direction reverses a mixed belief, over any unclear words',
    [[said('a', 1, up), said('b', 2, 'mixed'), said('c', 3, 'unclear'), said('d', 4, down)]],
    [
      'a#1 bullish active initiated a',
      'a#2 mixed weakened weakened b',
      'a#3 mixed weakened updated b /c',
      'a#4 mixed reversed reversed b /d',
      'd#1 bearish active initiated d',
    ],
  ],
  [
    'a belief that opened unclear takes the first direction, mixed ones too, and keeps its status',
    [[said('a', 1, 'unclear'), said('b', 2, 'unclear'), said('c', 3, 'mixed'), said('d', 4, up), said('e', 5, down)]],
    [
      'a#1 unclear active initiated a',
      'a#2 unclear active updated a /b',
      'a#3 mixed active updated c',
      'a#4 bullish active updated d',
      'a#5 bullish reversed reversed d /e',
      'e#1 bearish active initiated e',
    ],
  ],
  [
    'statements of one instant are one revision, whose id comes from the first',
    [[said('b', 1, up), said('a', 1, up)]],
    ['a#1 bullish active initiated b'],
  ],
  [
    'statements of one instant that disagree are mixed, with the last words that are not unclear',
    [[said('a', 1, up)], [said('d', 2, 'unclear'), said('c', 2, down), said('b', 2, up)]],
    ['a#1 bullish active initiated a', 'a#2 mixed weakened weakened c'],
  ],
  [
    'unclear words beside clear ones do not make them mixed',
    [[said('a', 1, down)], [said('b', 2, up), said('c', 2, 'unclear')]],
    ['a#1 bearish active initiated a', 'a#2 bearish reversed reversed a /b', 'b#1 bullish active initiated b'],
  ],
  [
    'where all of an instant have a trade date, the latest gives the direction',
    [[said('a', 1, up, { transactionDate: '2020-01-01' }), said('b', 1, down, { transactionDate: '2019-12-30' })]],
    ['a#1 bullish active initiated a'],
  ],
  [
    'where one of an instant has no trade date, all count',
    [[said('a', 1, up, { transactionDate: '2020-01-01' }), said('b', 1, down)]],
    ['a#1 mixed active initiated b'],
  ],
  [
    'a statement known to the day joins all of its date',
    [[said('a', 1, up), said('b', 9, up), said('c', 23, down, { observedAs: '2020-01-01T12:00:00.000Z' })]],
    ['a#1 mixed active initiated c'],
  ],
  [
    'dropped coverage closes a belief without turning it, and a later statement opens another',
    [[said('a', 1, up), said('b', 2, down, { isDropped: true }), said('c', 3, up)]],
    ['a#1 bullish active initiated a', 'a#2 bullish abandoned closed b', 'c#1 bullish active initiated c'],
  ],
  [
    'dropped coverage in unclear words leaves the summary',
    [[said('a', 1, up), said('b', 2, 'unclear', { isDropped: true })]],
    ['a#1 bullish active initiated a', 'a#2 bullish abandoned closed a /b'],
  ],
  [
    'dropped coverage of what was not covered opens a belief that is abandoned at once',
    [[said('a', 1, 'unclear', { isDropped: true }), said('b', 2, up)]],
    ['a#1 unclear abandoned closed a', 'b#1 bullish active initiated b'],
  ],
  [
    'a late statement repeats the state of its time, keeps its own words and moves nothing',
    [
      [said('a', 1, up), said('c', 5, up)],
      [said('b', 3, down), said('d', 6, up)],
    ],
    [
      'a#1 bullish active initiated a',
      'a#2 bullish active updated c',
      'a#3 bullish active none ~ a /b',
      'a#4 bullish active updated d',
    ],
  ],
  [
    'a statement of the very instant of an earlier release is late',
    [[said('a', 1, up)], [said('b', 1, down)]],
    ['a#1 bullish active initiated a', 'a#2 bullish active none ~ a /b'],
  ],
  [
    'a late statement joins the belief whose span holds it',
    [[said('a', 1, up), said('b', 4, down), said('c', 7, up)], [said('d', 5, up)], [said('e', 2, up)]],
    [
      'a#1 bullish active initiated a',
      'a#2 bullish reversed reversed a /b',
      'b#1 bearish active initiated b',
      'b#2 bearish reversed reversed b /c',
      'c#1 bullish active initiated c',
      'b#3 bearish active none ~ b /d',
      'a#3 bullish active none ~ a /e',
    ],
  ],
  [
    'a statement older than every belief joins the first',
    [[said('b', 4, up)], [said('a', 1, down)]],
    ['b#1 bullish active initiated b', 'b#2 bullish active none ~ b /a'],
  ],
];

describe('the course of a pair of person and listing', () => {
  it.each(courses)('%s', (_name, releases, revisions) => {
    expect(play(...releases)).toEqual(revisions);
  });

  it('opens a new belief when the newest that is left has ended', () => {
    const course: PairCourse = { beliefs: [] };
    for (const group of groupsOf([said('a', 1, up), said('b', 2, down)])) applyGroup(course, group);
    course.beliefs.pop();
    const [group] = groupsOf([said('c', 3, down)]);
    if (group === undefined) throw new Error('no group');
    const step = applyGroup(course, group, 'belief c');
    expect(step.opened).toEqual({ beliefId: 'belief c', openedAt: '2020-01-01T03:00:00.000Z', openedAs: null });
    expect(step.revisions.map((r) => r.move)).toEqual(['initiated']);
  });
});

describe('since when a direction holds', () => {
  function directions(...releases: readonly (readonly CourseStatement[])[]): string[] {
    const course: PairCourse = { beliefs: [] };
    const steps = releases.flatMap((release) =>
      groupsOf(release).flatMap((group) => applyGroup(course, group).revisions),
    );
    return steps.map(({ facts: { since, statedAt, basis, turnedFrom, isSimultaneous } }) => {
      const hours = [since.at, statedAt].map((instant) => Number(instant.slice(11, 13))).join('/');
      return `${hours} ${basis} ${turnedFrom ?? '-'}${isSimultaneous ? ' simultaneous' : ''}`;
    });
  }
  const author = { basis: 'author_declared' } as const;

  it('is told by the statement that gave it, and repeated by each that states it again', () => {
    expect(
      directions([
        said('a', 1, up, author),
        said('b', 2, up),
        said('c', 3, 'unclear'),
        said('d', 4, 'mixed'),
        said('e', 5, up, author),
        said('f', 6, down),
      ]),
    ).toEqual([
      '1/1 author_declared -',
      '1/2 author_declared -',
      '1/2 author_declared -',
      '4/4 operator_classified bullish',
      '5/5 author_declared mixed',
      '5/5 author_declared -',
      '6/6 operator_classified -',
    ]);
  });

  it('restates an unclear direction by unclear words, and no other', () => {
    expect(
      directions([said('a', 1, 'unclear'), said('b', 2, 'unclear'), said('c', 3, up), said('d', 4, 'unclear')]),
    ).toEqual(['1/1 unknown -', '1/2 unknown -', '3/3 operator_classified unclear', '3/3 operator_classified -']);
  });

  it('is simultaneous until a later statement states a direction', () => {
    const both = [said('b', 2, up), said('c', 2, down)];
    expect(directions([said('a', 1, up)], both, [said('d', 3, 'unclear'), said('e', 4, 'mixed')])).toEqual([
      '1/1 operator_classified -',
      '2/2 operator_classified bullish simultaneous',
      '2/2 operator_classified - simultaneous',
      '2/4 operator_classified -',
    ]);
  });

  it('is not moved by a late statement', () => {
    expect(directions([said('a', 1, up), said('b', 5, up)], [said('c', 3, up), said('d', 6, up)])).toEqual([
      '1/1 operator_classified -',
      '1/5 operator_classified -',
      '1/1 operator_classified -',
      '1/6 operator_classified -',
    ]);
  });

  it('has the horizon of the statement that last stated the direction, or none', () => {
    const horizon = { text: 'two years' };
    const course: PairCourse = { beliefs: [] };
    const statements = [said('a', 1, up, { horizon }), said('b', 2, 'unclear'), said('c', 3, up)];
    const steps = groupsOf(statements).flatMap((group) => applyGroup(course, group).revisions);
    expect(steps.map((step) => step.horizon?.recordId ?? null)).toEqual(['a', 'a', null]);
  });
});
