// GET /v1/beliefs/{belief_id}: the full record of one belief.
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input } from '../contract/operations.ts';

export function getBelief(answers: Answers) {
  return ({ path, query, principal }: Input<'getBelief'>): Promise<Answer> =>
    answers.belief(principal.collection, path.belief_id, query.as_of);
}
