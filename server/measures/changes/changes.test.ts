// Laws of changes over made-up histories, and the words of single changes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from './change.ts';
import { changesBetween } from './changes.ts';
import { type FoldedChange, folded } from './fold.ts';
import type { Step, SubjectDifference, SubjectState } from './subject-state.ts';
import { cutoffs, differenceOf, histories, stateAt } from './testing/histories.ts';

/** The value of each thing at a cutoff, by the key of the fold. */
function valuesOf({ brief, views, parts }: SubjectState): Map<string, string> {
  const values: [string, string | null][] = [
    ['["verdict",null,null]', brief?.action ?? null],
    ['["direction",null,null]', brief?.direction ?? null],
    ['["decision_mode",null,null]', brief?.decisionMode ?? null],
    ['["price_status",null,null]', brief?.priceStatus ?? null],
    ...views.flatMap(({ beliefId: id, status, direction, validity, externalState }): [string, string][] => [
      [JSON.stringify(['view', id, id]), `${status} ${direction}`],
      [JSON.stringify(['view_validity', id, id]), validity],
      [JSON.stringify(['view_external_state', id, id]), externalState],
    ]),
    ...parts.map(({ kind, beliefId, partId, value }): [string, string] => [
      JSON.stringify([kind, beliefId, partId]),
      value,
    ]),
  ];
  return new Map(values.flatMap(([key, value]) => (value === null || value === 'unknown' ? [] : [[key, value]])));
}

function apply(values: ReadonlyMap<string, string>, changes: ReadonlyMap<string, FoldedChange>): Map<string, string> {
  const result = new Map(values);
  for (const [key, { after, directionAfter }] of changes) {
    if (after === null || after === 'unknown') result.delete(key);
    else result.set(key, directionAfter === null ? after : `${after} ${directionAfter}`);
  }
  return result;
}

const sorted = (values: ReadonlyMap<string, unknown>) => [...values].toSorted(([a], [b]) => (a < b ? -1 : 1));

test('no change lies between a cutoff and itself', () => {
  fc.assert(
    fc.property(histories, cutoffs(1), (history, [one]) => {
      if (one === undefined) throw new Error('no cutoff');
      expect(changesBetween(differenceOf(history, one, one))).toEqual([]);
    }),
  );
});

test('changes lead from each value at the first cutoff to its value at the second', () => {
  fc.assert(
    fc.property(histories, cutoffs(2), (history, [since, until]) => {
      if (since === undefined || until === undefined) throw new Error('no cutoffs');
      const fold = folded(changesBetween(differenceOf(history, since, until)));
      const [before, after] = [valuesOf(stateAt(history, since)), valuesOf(stateAt(history, until))];
      expect(sorted(apply(before, fold))).toEqual(sorted(after));
      const differing = new Set(
        [...before.keys(), ...after.keys()].filter((key) => before.get(key) !== after.get(key)),
      );
      expect([...fold.keys()].toSorted()).toEqual([...differing].toSorted());
    }),
    { numRuns: 200 },
  );
});

test('a walk in steps folds to the changes of one step', () => {
  fc.assert(
    fc.property(histories, cutoffs(4), (history, walk) => {
      const [first, last] = [walk[0], walk.at(-1)];
      if (first === undefined || last === undefined) throw new Error('no cutoffs');
      const steps = walk
        .slice(1)
        .flatMap((until, place) => changesBetween(differenceOf(history, walk[place] ?? until, until)));
      const once = changesBetween(differenceOf(history, first, last));
      expect(sorted(folded(steps))).toEqual(sorted(folded(once)));
    }),
    { numRuns: 200 },
  );
});

test('each change of a chain begins where the one before it ended', () => {
  fc.assert(
    fc.property(histories, cutoffs(2), (history, [since, until]) => {
      if (since === undefined || until === undefined) throw new Error('no cutoffs');
      const ends = new Map<string, Change>();
      for (const change of changesBetween(differenceOf(history, since, until))) {
        const key = JSON.stringify([change.object, change.beliefId, change.objectId]);
        const { after, directionAfter } = ends.get(key) ?? {
          after: change.before,
          directionAfter: change.directionBefore,
        };
        expect([change.before, change.directionBefore]).toEqual([after, directionAfter]);
        ends.set(key, change);
      }
    }),
    { numRuns: 200 },
  );
});

const opened: Step = {
  beliefId: 'bel_1',
  personId: 'p-1',
  revision: 1,
  countsFrom: '2026-02-01T00:00:00.000Z',
  observedAt: '2026-02-01T00:00:00.000Z',
  release: 1,
  words: 'Orders are growing.',
  isCut: false,
  citationIds: ['cit_1'],
  direction: 'bullish',
  status: 'active',
  validity: 'unknown',
  externalState: 'unknown',
  move: 'initiated',
};
const weakened: Step = {
  ...opened,
  revision: 2,
  countsFrom: '2026-03-01T00:00:00.000Z',
  observedAt: '2026-03-01T00:00:00.000Z',
  release: 2,
  words: 'Hold for now.',
  citationIds: ['cit_2'],
  direction: 'mixed',
  status: 'weakened',
  move: 'weakened',
};
const none: SubjectDifference = {
  since: { brief: null, views: [], parts: [] },
  until: { brief: null, views: [], parts: [] },
  came: [],
  gone: [],
  gonePartRows: [],
  withdrawnBeliefs: [],
  withdrawnEvidence: [],
};

test('a view that opened and weakened has both steps, each with its own words and citation', () => {
  const changes = changesBetween({ ...none, until: { ...none.until, views: [weakened] }, came: [weakened, opened] });
  expect(changes).toMatchObject([
    { kind: 'view_opened', before: null, after: 'active', words: 'Orders are growing.', citationIds: ['cit_1'] },
    {
      kind: 'view_weakened',
      before: 'active',
      after: 'weakened',
      directionBefore: 'bullish',
      directionAfter: 'mixed',
      observedAt: '2026-03-01T00:00:00.000Z',
      release: 2,
    },
  ]);
});

test('a withdrawn statement and a withdrawn view have a reason or none, and no words', () => {
  const gone = { beliefId: 'bel_1', personId: 'p-1', revision: 2, release: 3, closedAt: '2026-04-01T00:00:00.000Z' };
  const since = { ...none.since, views: [weakened] };
  const [statement] = changesBetween({ ...none, since, until: { ...none.until, views: [opened] }, gone: [gone] });
  expect(statement).toMatchObject({
    kind: 'statement_withdrawn',
    before: 'weakened',
    after: 'active',
    words: null,
    citationIds: [],
    release: 3,
  });
  const withdrawnBeliefs = [{ beliefId: 'bel_1', reason: 'a wrong name' }];
  const [view] = changesBetween({ ...none, since, gone: [gone], withdrawnBeliefs });
  expect(view).toMatchObject({ kind: 'view_withdrawn', after: null, words: null, reason: 'a wrong name', release: 3 });
});

test('a condition that is met, one that is new, and one that is gone', () => {
  const pending = {
    beliefId: 'bel_1',
    personId: 'p-1',
    kind: 'condition' as const,
    partId: 'cnd_1',
    value: 'pending',
    observedAt: '2026-02-01T00:00:00.000Z',
    release: 1,
    words: 'The plant opens.',
    isCut: false,
    citationIds: ['cit_1'],
  };
  const state = (parts: SubjectState['parts']): SubjectState => ({ brief: null, views: [opened], parts });
  const kinds = (before: SubjectState['parts'], after: SubjectState['parts']) =>
    changesBetween({ ...none, since: state(before), until: state(after) }).map(({ kind }) => kind);
  expect(kinds([pending], [{ ...pending, value: 'met', release: 2 }])).toEqual(['condition_met']);
  expect(kinds([], [pending])).toEqual(['condition_added']);
  expect(kinds([pending], [])).toEqual(['condition_withdrawn']);
  expect(kinds([pending], [{ ...pending, release: 2 }])).toEqual([]);
  expect(kinds([pending], [{ ...pending, words: 'The second plant opens.' }])).toEqual(['condition_changed']);
});
