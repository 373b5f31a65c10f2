// Statements of made-up and of random courses, for tests of what becomes of them.
import fc from 'fast-check';
import type { Direction } from '../records/records.ts';
import type { CourseStatement } from '../statements/statement-groups.ts';
import { statement } from './loading.ts';

/** Its words are its record id, and its citation is named by it. */
export function courseStatement(
  given: Pick<CourseStatement, 'recordId' | 'countsFrom' | 'direction'> & Partial<CourseStatement>,
): CourseStatement {
  return {
    observedAs: null,
    basis: 'operator_classified',
    words: { text: given.recordId, citationId: `cit_${given.recordId}`, isCut: false },
    personName: 'Ada Quill',
    personHandle: null,
    transactionDate: null,
    isDropped: false,
    horizon: null,
    intent: null,
    target: null,
    review: null,
    ...given,
  };
}

export type RandomStatement = {
  person: number;
  day: number;
  /** Null if only the day is known. */
  hour: number | null;
  direction: Direction;
  traded: number | null;
  isDropped: boolean;
  hasMore: boolean;
  release: number;
};

const directions = ['bullish', 'bearish', 'bullish', 'bearish', 'mixed', 'unclear'] as const;
const randomStatement: fc.Arbitrary<RandomStatement> = fc.record({
  person: fc.nat(1),
  day: fc.integer({ min: 1, max: 6 }),
  hour: fc.constantFrom(15, 15, 15, 9, null),
  direction: fc.constantFrom(...directions),
  traded: fc.constantFrom(null, null, 1, 2),
  isDropped: fc.constantFrom(false, false, false, false, true),
  hasMore: fc.boolean(),
  release: fc.nat(2),
});

export const randomStatements = fc.array(randomStatement, { minLength: 2, maxLength: 12 });

/** Statements, and some of them to be taken back. */
export const randomHistory = fc.record({
  statements: randomStatements,
  withdrawn: fc.array(fc.nat(11), { minLength: 1, maxLength: 3 }),
});

export const idOf = (index: number): string => `s:${index}`;

/** Every text in it has its id in it. */
export function recordOf({ person, day, hour, direction, traded, isDropped, hasMore }: RandomStatement, index: number) {
  const id = idOf(index);
  const target = { low: '40', high: null, currency: 'USD', conditions: [`Condition of ${id}.`] };
  return statement(id, {
    person: { id: `p:${person}`, name: `Person ${person} of ${id}`, handle: null },
    observed_at: `2020-03-0${day}T${String(hour ?? 12).padStart(2, '0')}:00:00Z`,
    ...(hour === null && { observed_at_precision: 'day' }),
    ...(traded !== null && { transaction_date: `2020-02-0${traded}` }),
    ...(isDropped && { coverage: 'dropped' }),
    ...(hasMore && { horizon: { text: `Horizon of ${id}.` }, target, ...intent, truncated_by_source: true }),
    statement: `Words of ${id}.`,
    direction,
  });
}

const intent = { action: 'buy', basis: 'recommendation', time_context: 'current', instrument: 'equity' };
