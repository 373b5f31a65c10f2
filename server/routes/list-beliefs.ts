// GET /v1/beliefs: a page of beliefs, or of the entities that have some.
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input } from '../contract/operations.ts';

/** Builds the handler over the answers of a store. */
export function listBeliefs(answers: Answers) {
  return ({ query, principal }: Input<'listBeliefs'>): Promise<Answer> => answers.beliefs(principal.collection, query);
}
