// GET /v1/beliefs: a page of beliefs, or of the entities that have some.
import type { Answers } from '../answers/answers.ts';
import type { Input, Reply } from '../contract/operations.ts';
import { nextLink } from './next-link.ts';

/** Builds the handler over the answers of a store. */
export function listBeliefs(answers: Answers) {
  return async ({ query, principal }: Input<'listBeliefs'>): Promise<Reply<'listBeliefs'>> => {
    const answer = await answers.beliefs(principal.collection, query);
    return { status: 200, bytes: answer.bytes, sha256: answer.sha256, headers: nextLink(answer) };
  };
}
