// GET /v1/beliefs/{belief_id}: everything recorded of one belief.
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input } from '../contract/operations.ts';

/** Builds the handler over the answers of a store. */
export function getBelief(answers: Answers) {
  return ({ path, query, principal }: Input<'getBelief'>): Promise<Answer> =>
    answers.belief(principal.collection, path.belief_id, query.as_of);
}
