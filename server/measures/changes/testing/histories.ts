// Made-up histories of a subject: rows with versions, and the difference that two cutoffs see of them.
import fc from 'fast-check';
import type { Instant } from '../../time.ts';
import type { Part, Step, SubjectDifference, SubjectState, ViewState } from '../subject-state.ts';

const OPEN = 99;

/** A row of a history: published by one release, closed by a later one or never. */
type Versioned<Row> = { readonly row: Row; readonly from: number; readonly to: number; readonly countsFrom: Instant };

export type History = {
  readonly steps: readonly Versioned<Step>[];
  readonly parts: readonly Versioned<Part & { readonly revision: number }>[];
  readonly values: readonly { readonly action: string; readonly priceStatus: string }[];
};

export type TestCutoff = { readonly version: number; readonly asOf: Instant };

const day = (number: number): Instant => `2026-01-${String(number + 1).padStart(2, '0')}T12:00:00.000Z`;

const published = (number: number, release: number) => ({
  observedAt: day(number),
  release,
  words: `words of day ${number}`,
  isCut: false,
  citationIds: [`cit_${number}_${release}`],
});

const span = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 4 }), fc.boolean())
  .map(([from, length, isClosed]) => ({ from, to: isClosed ? from + length : OPEN }));

const stepRow = fc.record({
  belief: fc.integer({ min: 1, max: 3 }),
  revision: fc.integer({ min: 1, max: 4 }),
  at: fc.integer({ min: 0, max: 9 }),
  span,
  direction: fc.constantFrom('bullish', 'bearish', 'mixed', 'unclear'),
  status: fc.constantFrom('active', 'strengthened', 'weakened', 'reversed', 'abandoned'),
  move: fc.constantFrom('initiated', 'updated', 'strengthened', 'weakened', 'reversed', 'closed', 'none'),
  validity: fc.constantFrom('unknown', 'conditions_supported', 'needs_review'),
  externalState: fc.constantFrom('unknown', 'clear', 'triggered'),
} as const);

const partRow = fc.record({
  belief: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom('condition', 'target', 'claim'),
  part: fc.integer({ min: 1, max: 2 }),
  revision: fc.integer({ min: 1, max: 4 }),
  at: fc.integer({ min: 0, max: 9 }),
  span,
  value: fc.constantFrom('pending', 'met', '120 USD', 'support'),
} as const);

/** At any version a (belief, revision) has one row: a later row of the same key begins where the one before it ends. */
function oneRowAtATime<Row>(rows: readonly Versioned<Row>[], keyOf: (row: Row) => string): readonly Versioned<Row>[] {
  const ends = new Map<string, number>();
  return rows
    .toSorted((a, b) => a.from - b.from)
    .filter(({ row, from, to }) => {
      const key = keyOf(row);
      if ((ends.get(key) ?? 0) > from) return false;
      ends.set(key, to);
      return true;
    });
}

export const histories: fc.Arbitrary<History> = fc
  .record({
    steps: fc.array(stepRow, { maxLength: 14 }),
    parts: fc.array(partRow, { maxLength: 10 }),
    values: fc.array(
      fc.record({
        action: fc.constantFrom('BUY', 'WAIT', 'AVOID'),
        priceStatus: fc.constantFrom('current', 'stale', 'unavailable'),
      }),
      { minLength: 10, maxLength: 10 },
    ),
  })
  .map(({ steps, parts, values }) => ({
    values,
    steps: oneRowAtATime(
      steps.map(({ belief, at, span: { from, to }, ...state }) => ({
        from,
        to,
        countsFrom: day(at),
        row: {
          ...published(at, from),
          ...state,
          beliefId: `bel_${belief}`,
          personId: `p-${belief}`,
          countsFrom: day(at),
        },
      })),
      ({ beliefId, revision }) => `${beliefId} ${revision}`,
    ),
    parts: oneRowAtATime(
      parts.map(({ belief, kind, part, revision, at, span: { from, to }, value }) => ({
        from,
        to,
        countsFrom: day(at),
        row: {
          ...published(at, from),
          kind,
          partId: `${kind}_${part}`,
          revision,
          value,
          beliefId: `bel_${belief}`,
          personId: `p-${belief}`,
        },
      })),
      ({ beliefId, partId, revision }) => `${beliefId} ${partId} ${revision}`,
    ),
  }));

/** Cutoffs in their order: neither version nor time goes back. */
export const cutoffs = (count: number): fc.Arbitrary<readonly TestCutoff[]> =>
  fc
    .tuple(
      fc.array(fc.integer({ min: 0, max: 10 }), { minLength: count, maxLength: count }),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }),
    )
    .map(([versions, days]) => {
      const times = days.toSorted((a, b) => a - b);
      return versions.toSorted((a, b) => a - b).map((version, place) => ({ version, asOf: day(times[place] ?? 0) }));
    });

function isEligible({ from, to, countsFrom }: Versioned<unknown>, { version, asOf }: TestCutoff): boolean {
  return from <= version && version < to && countsFrom <= asOf;
}

function newestOf<Row>(
  rows: readonly Versioned<Row & { readonly revision: number }>[],
  keyOf: (row: Row) => string,
): Row[] {
  const newest = new Map<string, Versioned<Row & { readonly revision: number }>>();
  for (const one of rows) {
    const key = keyOf(one.row);
    const other = newest.get(key);
    const isNewer =
      other === undefined ||
      one.countsFrom > other.countsFrom ||
      (one.countsFrom === other.countsFrom && one.row.revision > other.row.revision);
    if (isNewer) newest.set(key, one);
  }
  return [...newest.values()].map(({ row }) => row);
}

/** What the cutoff shows, computed from the rows alone. */
export function stateAt({ steps, parts, values }: History, cutoff: TestCutoff): SubjectState {
  const views: ViewState[] = newestOf(
    steps.filter((one) => isEligible(one, cutoff)),
    ({ beliefId }) => beliefId,
  );
  const shown = new Set(views.map(({ beliefId }) => beliefId));
  const value = values[cutoff.version % values.length];
  return {
    views,
    parts: newestOf(
      parts.filter((one) => isEligible(one, cutoff) && shown.has(one.row.beliefId)),
      ({ partId, beliefId }) => `${beliefId} ${partId}`,
    ),
    brief:
      views.length === 0 || value === undefined
        ? null
        : {
            ...value,
            direction: views[0]?.direction ?? null,
            decisionMode: 'one_sided',
            relatedBasis: null,
            citationIds: views.flatMap(({ citationIds }) => citationIds),
          },
  };
}

export function differenceOf(history: History, since: TestCutoff, until: TestCutoff): SubjectDifference {
  const only = (one: TestCutoff, other: TestCutoff) =>
    history.steps.filter((row) => isEligible(row, one) && !isEligible(row, other));
  return {
    since: stateAt(history, since),
    until: stateAt(history, until),
    came: only(until, since).map(({ row }) => row),
    gone: only(since, until).map(({ row, to }) => ({ ...row, release: to, closedAt: day(to) })),
    gonePartRows: [],
    withdrawnBeliefs: [],
    withdrawnEvidence: [],
  };
}
