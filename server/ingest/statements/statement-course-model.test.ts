// Random courses against a second account of the same rules, which has no groups, moments or facts in mind.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Direction } from '../records/records.ts';
import { applyGroup, type PairCourse } from './statement-course.ts';
import { groupsOf, type CourseStatement } from './statement-groups.ts';
import { courseStatement } from '../testing/courses.ts';

type ModelStatement = {
  day: number;
  hour: number | null;
  direction: Direction;
  traded: number | null;
  isDropped: boolean;
  release: number;
};

const said: fc.Arbitrary<ModelStatement> = fc.record({
  day: fc.integer({ min: 1, max: 7 }),
  hour: fc.constantFrom(9, 15, 15, null),
  direction: fc.constantFrom('bullish', 'bearish', 'bullish', 'mixed', 'mixed', 'unclear'),
  traded: fc.constantFrom(null, 1, 2),
  isDropped: fc.constantFrom(false, false, false, false, true),
  release: fc.nat(1),
});

const clock = ({ day, hour }: ModelStatement): string =>
  `2020-01-0${day}T${hour === null ? '23:59:59' : `${hour}`.padStart(2, '0') + ':00:00'}.000Z`;

function statementOf(one: ModelStatement, id: number): CourseStatement {
  return courseStatement({
    recordId: `s${id}`,
    countsFrom: clock(one),
    observedAs: one.hour === null ? `2020-01-0${one.day}T12:00:00.000Z` : null,
    direction: one.direction,
    transactionDate: one.traded === null ? null : `2019-12-0${one.traded}`,
    isDropped: one.isDropped,
  });
}

/** One line a revision: belief by its number, direction, status, move, records, words, since when and last stated. */
function played(releases: readonly (readonly CourseStatement[])[]): string[] {
  const course: PairCourse = { beliefs: [] };
  const steps = releases.flatMap((release) =>
    groupsOf(release).flatMap((group) => applyGroup(course, group).revisions),
  );
  const ids = [...new Set(steps.map(({ beliefId }) => beliefId))];
  return steps.map((step) =>
    [
      ids.indexOf(step.beliefId),
      step.direction,
      step.status,
      step.move,
      step.group.statements.map(({ recordId }) => recordId).join('+'),
      step.summary.text,
      step.facts.since.at,
      step.facts.statedAt,
    ].join(' '),
  );
}

type Line = {
  belief: number;
  at: string;
  direction: Direction;
  status: string;
  move: string;
  records: string;
  words: string;
  since: string;
  stated: string;
};

const opposite: { [direction: string]: string } = { bullish: 'bearish', bearish: 'bullish' };

/** The rules as sentences: every question is answered by looking through all lines that there are so far. */
function modelled(
  releases: readonly (readonly ModelStatement[])[],
  ids: ReadonlyMap<ModelStatement, number>,
): string[] {
  const lines: Line[] = [];
  const idOf = (one: ModelStatement): string => `s${ids.get(one)}`;
  for (const release of releases) {
    const together = (a: ModelStatement, b: ModelStatement): boolean =>
      a.day === b.day && (a.hour === b.hour || release.some((one) => one.day === a.day && one.hour === null));
    const before = lines.filter(({ move }) => move !== 'none').map(({ at }) => at);
    const newestBefore = before.toSorted().at(-1) ?? '';
    const left = release.toSorted((a, b) => (clock(a) + idOf(a) < clock(b) + idOf(b) ? -1 : 1));
    while (left.length > 0) {
      const [first] = left as [ModelStatement];
      const group = left.filter((one) => together(first, one));
      left.splice(0, left.length, ...left.filter((one) => !together(first, one)));
      takeGroup(lines, { group, idOf, isLate: clock(group.at(-1) as ModelStatement) <= newestBefore });
    }
  }
  return lines.map(({ belief, direction, status, move, records, words, since, stated }) =>
    [belief, direction, status, move, records, words, since, stated].join(' '),
  );
}

type ModelGroup = { group: readonly ModelStatement[]; idOf: (one: ModelStatement) => string; isLate: boolean };

function takeGroup(lines: Line[], { group, idOf, isLate }: ModelGroup): void {
  const traded = group.map((one) => one.traded ?? 0);
  const giving = traded.includes(0) ? group : group.filter((one) => one.traded === Math.max(...traded));
  const known = giving.filter(({ direction }) => direction !== 'unclear');
  const ways = new Set(known.map(({ direction }) => direction));
  const own: Direction = ways.size === 0 ? 'unclear' : ways.size === 1 ? ([...ways][0] as Direction) : 'mixed';
  const words = idOf((known.length > 0 ? known : giving).at(-1) as ModelStatement);
  const at = clock(group.at(-1) as ModelStatement);
  // Of a date, the newest instant as loaded: noon where only the day is known.
  const loaded = group.some(({ hour }) => hour === null)
    ? (group
        .map((one) => (one.hour === null ? `2020-01-0${one.day}T12:00:00.000Z` : clock(one)))
        .toSorted()
        .at(-1) ?? at)
    : at;
  const records = group.map(idOf).join('+');
  const beliefs = [...new Set(lines.map(({ belief }) => belief))];
  if (isLate) {
    const opened = (belief: number): string => lines.find((line) => line.belief === belief)?.at ?? '';
    const belief = beliefs.filter((one) => opened(one) <= at).at(-1) ?? 0;
    const own = lines.filter((line) => line.belief === belief && line.move !== 'none');
    const state = own.filter((line) => line.at <= at).at(-1) ?? own[0];
    if (state !== undefined) lines.push({ ...state, at, move: 'none', records });
    return;
  }
  const belief = beliefs.at(-1) ?? -1;
  const course = lines.filter((line) => line.belief === belief && line.move !== 'none');
  const last = course.at(-1);
  const isDropped = group.some((one) => one.isDropped);
  const opening = (number: number): Line => {
    const end = isDropped ? { status: 'abandoned', move: 'closed' } : { status: 'active', move: 'initiated' };
    return { belief: number, at, direction: own, ...end, records, words, since: loaded, stated: loaded };
  };
  if (last === undefined || ['reversed', 'abandoned'].includes(last.status)) {
    lines.push(opening(belief + 1));
    return;
  }
  const same = { ...last, at, records, move: 'updated', ...(own !== 'unclear' && { words }) };
  const restated = own === last.direction ? { stated: loaded } : {};
  if (isDropped) {
    lines.push({ ...same, ...restated, status: 'abandoned', move: 'closed' });
    return;
  }
  if (own === 'unclear' || own === last.direction) {
    lines.push({ ...same, ...restated });
    return;
  }
  const turned = { ...same, direction: own, since: loaded, stated: loaded };
  const lastClear = course.map(({ direction }) => direction).findLast((one) => one in opposite);
  if (own !== 'mixed' && lastClear !== undefined && own === opposite[lastClear]) {
    lines.push({ ...same, words: last.words, status: 'reversed', move: 'reversed' }, opening(belief + 1));
  } else if (last.direction === 'unclear' || (last.direction === 'mixed' && lastClear === undefined)) {
    lines.push({ ...turned, status: 'active' });
  } else {
    const move = own === 'mixed' ? 'weakened' : 'strengthened';
    lines.push({ ...turned, status: move, move });
  }
}

it('in whatever order statements come, a course is what its rules say', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 14 }), fc.infiniteStream(fc.nat()), (statements, shuffle) => {
      const ids = new Map(statements.map((one, index) => [one, index]));
      const releases = [0, 1].map((number) => statements.filter(({ release }) => release === number));
      const expected = modelled(releases, ids);
      const shuffled = releases.map((release) => {
        const keyed = release.map((one) => ({ one, key: shuffle.next().value as number }));
        return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => statementOf(one, ids.get(one) ?? 0));
      });
      expect(played(shuffled)).toEqual(expected);
      for (const line of expected) {
        const move = line.split(' ')[3] ?? '';
        seen.set(move, (seen.get(move) ?? 0) + 1);
      }
    }),
    { numRuns: 1_500, seed: 20_261_005 },
  );
  for (const move of ['initiated', 'updated', 'weakened', 'strengthened', 'reversed', 'closed', 'none'])
    expect(seen.get(move), move).toBeGreaterThan(40);
});
