// GET /v1/brief: the cited research brief of one listing or other canonical entity.
import type { Answers } from '../answers/answers.ts';
import type { Input, Reply } from '../contract/operations.ts';

/** Builds the handler over the answers of a store. */
export function getBrief(answers: Answers) {
  return async ({ query, principal }: Input<'getBrief'>): Promise<Reply<'getBrief'>> => {
    const answer = await answers.brief(principal.collection, query);
    return { status: 200, bytes: answer.bytes, sha256: answer.sha256 };
  };
}
