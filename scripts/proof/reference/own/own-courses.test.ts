// Courses of statements against tables worked out by hand from design item 5.19.
import { describe, expect, it } from 'vitest';
import { beliefsAt } from './own-beliefs.ts';
import type { Belief } from './own-beliefs.ts';
import type { Statement } from '../raw-statements.ts';
import { said } from '../testing/world.ts';

const END = '2016-01-01T00:00:00.000Z';
const AT = { a: '2015-02-02', b: '2015-03-02', c: '2015-04-02', d: '2015-05-04', e: '2015-06-02' } as const;
type Step = readonly [keyof typeof AT, string, Partial<Statement>?];

function statements(steps: readonly Step[]): Statement[] {
  return steps.map(([day, direction, more], i) =>
    said(`r${i}`, 0, { personId: 'ada', direction, observedAt: `${AT[day]}T15:00:00.000Z`, ...more }),
  );
}
const beliefs = (steps: readonly Step[], cutoff = END, releases = ['2015-01-01T00:00:00.000Z']): Belief[] =>
  beliefsAt({ statements: statements(steps), releases }, cutoff);
const states = (found: Belief[]): string[] => found.map(({ direction, status }) => `${direction} ${status}`);
const steps = (belief: Belief | undefined): string[] =>
  belief?.revisions.map(({ move, direction, status }) => `${move} ${direction} ${status}`) ?? [];

describe('the table of courses', () => {
  const cases: [string, Step[], string[], string[]][] = [
    [
      'the same direction updates',
      [
        ['a', 'bullish'],
        ['b', 'bullish'],
      ],
      ['bullish active'],
      ['updated bullish active'],
    ],
    [
      'mixed after bullish weakens',
      [
        ['a', 'bullish'],
        ['d', 'mixed'],
      ],
      ['mixed weakened'],
      ['weakened mixed weakened'],
    ],
    [
      'the last clear direction after mixed strengthens',
      [
        ['a', 'bullish'],
        ['b', 'mixed'],
        ['c', 'bullish'],
      ],
      ['bullish strengthened'],
      ['weakened mixed weakened', 'strengthened bullish strengthened'],
    ],
    [
      'the opposite of the last clear one after mixed reverses the belief as mixed',
      [
        ['a', 'bullish'],
        ['b', 'mixed'],
        ['c', 'bearish'],
      ],
      ['mixed reversed', 'bearish active'],
      ['weakened mixed weakened', 'reversed mixed reversed'],
    ],
    [
      'a belief opened as unclear takes the first mixed word, then the first clear one',
      [
        ['a', 'unclear'],
        ['b', 'mixed'],
        ['c', 'bullish'],
      ],
      ['bullish active'],
      ['updated mixed active', 'updated bullish active'],
    ],
    [
      'a belief opened as mixed remembers its first clear direction',
      [
        ['a', 'mixed'],
        ['b', 'bearish'],
        ['c', 'mixed'],
        ['d', 'bullish'],
      ],
      ['mixed reversed', 'bullish active'],
      ['updated bearish active', 'weakened mixed weakened', 'reversed mixed reversed'],
    ],
    [
      'unclear moves nothing, whatever the state',
      [
        ['a', 'bullish'],
        ['b', 'mixed'],
        ['c', 'unclear'],
      ],
      ['mixed weakened'],
      ['weakened mixed weakened', 'updated mixed weakened'],
    ],
    [
      'dropped coverage ends a belief, and a later statement opens another',
      [
        ['a', 'bullish'],
        ['b', 'bearish', { isDropped: true }],
        ['c', 'bearish'],
      ],
      ['bullish abandoned', 'bearish active'],
      ['closed bullish abandoned'],
    ],
    ['dropped coverage alone opens and ends at once', [['a', 'mixed', { isDropped: true }]], ['mixed abandoned'], []],
  ];
  it.each(cases)('%s', (_, said, expected, moves) => {
    const found = beliefs(said);
    expect(states(found)).toEqual(expected);
    expect(steps(found[0]).slice(1)).toEqual(moves);
  });
});

describe('several statements at one instant', () => {
  const both = (first: Partial<Statement>, second: Partial<Statement>): Belief | undefined =>
    beliefs([
      ['a', first.direction ?? '', first],
      ['a', second.direction ?? '', second],
    ])[0];
  it('that disagree are mixed, in the words of the last that is not unclear', () => {
    const belief = both({ direction: 'bullish' }, { direction: 'bearish' });
    expect(belief).toMatchObject({ direction: 'mixed', summary: { recordId: 'r1' } });
    expect(belief?.revisions.map(({ statements: own }) => own.length)).toEqual([2]);
  });
  it('agree apart from unclear ones, and take the words of one that is clear', () => {
    const belief = both({ direction: 'bullish' }, { direction: 'unclear' });
    expect(belief).toMatchObject({ direction: 'bullish', summary: { recordId: 'r0' } });
  });
  it('with transaction dates follow the latest date, and are mixed where that one differs', () => {
    const dated = (direction: string, transactionDate: string): Partial<Statement> => ({ direction, transactionDate });
    expect(both(dated('bearish', '2015-01-05'), dated('bullish', '2015-01-02'))?.direction).toBe('bearish');
    expect(both(dated('bearish', '2015-01-05'), dated('bullish', '2015-01-05'))?.direction).toBe('mixed');
    expect(both(dated('bearish', '2015-01-05'), { direction: 'bullish' })?.direction).toBe('mixed');
  });
  it('are one on a date where one is known to the day, and count from its end', () => {
    const day = { isDay: true, observedAt: `${AT.a}T00:00:00.000Z` };
    const found = beliefs([
      ['a', 'bullish', day],
      ['a', 'bearish'],
    ]);
    expect(found).toMatchObject([{ direction: 'mixed', firstAt: `${AT.a}T15:00:00.000Z` }]);
    expect(found[0]?.opener.counts).toBe(`${AT.a}T23:59:59.000Z`);
    expect(beliefs([['a', 'bullish', day]], `${AT.a}T23:59:58.999Z`)).toEqual([]);
  });
  it('known to the day of their release count from the release', () => {
    const day = { isDay: true };
    const [found] = beliefs([['a', 'bullish', day]], END, [`${AT.a}T16:00:00.000Z`]);
    expect(found?.opener.counts).toBe(`${AT.a}T16:00:00.000Z`);
  });
});

describe('a late statement', () => {
  const releases = ['2015-01-01T00:00:00.000Z', '2015-06-10T00:00:00.000Z'];
  const late = { release: 1 };
  it('moves neither direction, status, words nor times', () => {
    const [found] = beliefs(
      [
        ['a', 'bullish'],
        ['e', 'bullish'],
        ['c', 'bearish', late],
      ],
      END,
      releases,
    );
    expect(found).toMatchObject({ direction: 'bullish', status: 'active', summary: { recordId: 'r1' } });
    expect(found?.lastStated.at.slice(0, 10)).toBe(AT.e);
    expect(found?.course).toHaveLength(2);
    expect(steps(found)).toEqual(['initiated bullish active', 'none bullish active', 'updated bullish active']);
  });
  it('joins the belief whose span holds it, and repeats the state there', () => {
    const found = beliefs(
      [
        ['a', 'bullish'],
        ['e', 'bearish'],
        ['c', 'mixed', late],
      ],
      END,
      releases,
    );
    expect(steps(found[0])).toEqual(['initiated bullish active', 'none bullish active', 'reversed bullish reversed']);
    expect(states(found)).toEqual(['bullish reversed', 'bearish active']);
  });
  it('before the first belief joins the first, and is not seen before its release', () => {
    const told = [
      ['b', 'bullish'],
      ['a', 'mixed', late],
    ] as const;
    expect(beliefs(told, END, releases)[0]).toMatchObject({ firstAt: `${AT.b}T15:00:00.000Z`, isRevised: false });
    expect(beliefs(told, '2015-06-09T00:00:00.000Z', releases)[0]?.revisions).toHaveLength(1);
  });
});

describe('the current direction', () => {
  it('is given by the step that turned to it, and stated last by the one that repeated it', () => {
    const author = { basis: 'author_declared' };
    const [found] = beliefs([
      ['a', 'mixed'],
      ['b', 'bullish', author],
      ['c', 'bullish'],
      ['d', 'unclear'],
    ]);
    expect([found?.since.at, found?.lastStated.at].map((at) => at?.slice(0, 10))).toEqual([AT.b, AT.c]);
    expect(found).toMatchObject({ basis: 'author_declared', summary: { recordId: 'r2' } });
  });
  it('an unclear word restates an unclear direction, which has no basis, and keeps the opening words', () => {
    const [found] = beliefs([
      ['a', 'unclear'],
      ['b', 'unclear'],
    ]);
    expect(found?.lastStated.at.slice(0, 10)).toBe(AT.b);
    expect(found).toMatchObject({ basis: 'unknown', summary: { recordId: 'r0' } });
  });
  it('of a reversed belief keeps its own words, and the words that reversed it are those of its last step', () => {
    const [found] = beliefs([
      ['a', 'bullish'],
      ['b', 'bearish'],
    ]);
    expect(found).toMatchObject({ status: 'reversed', summary: { recordId: 'r0' } });
    expect(found?.lastStated.at.slice(0, 10)).toBe(AT.a);
    expect(found?.course.at(-1)?.words.recordId).toBe('r1');
  });
});
