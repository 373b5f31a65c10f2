// Statements of made-up courses, for tests of what becomes of them.
import type { CourseStatement } from './statement-groups.ts';

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
    ...given,
  };
}
