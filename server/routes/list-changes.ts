// GET /v1/changes: a page of what differs between two cutoffs.
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input } from '../contract/operations.ts';

/** Builds the handler over the answers of a store. */
export function listChanges(answers: Answers) {
  return ({ query, principal }: Input<'listChanges'>): Promise<Answer> => answers.changes(principal.collection, query);
}
