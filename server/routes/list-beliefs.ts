// GET /v1/beliefs: a page of beliefs, or of the entities with beliefs.
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input } from '../contract/operations.ts';

export function listBeliefs(answers: Answers) {
  return ({ query, principal }: Input<'listBeliefs'>): Promise<Answer> => answers.beliefs(principal.collection, query);
}
