// GET /v1/brief: the cited research brief of one listing or other canonical entity.
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input } from '../contract/operations.ts';

export function getBrief(answers: Answers) {
  return ({ query, principal }: Input<'getBrief'>): Promise<Answer> => answers.brief(principal.collection, query);
}
