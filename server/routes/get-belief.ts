// GET /v1/beliefs/{belief_id}: everything recorded of one belief.
import type { Answers } from '../answers/answers.ts';
import type { Input, Reply } from '../contract/operations.ts';

/** Builds the handler over the answers of a store. */
export function getBelief(answers: Answers) {
  return async ({ path, query, principal }: Input<'getBelief'>): Promise<Reply<'getBelief'>> => {
    const { bytes, sha256 } = await answers.belief(principal.collection, path.belief_id, query.as_of);
    return { status: 200, bytes, sha256 };
  };
}
