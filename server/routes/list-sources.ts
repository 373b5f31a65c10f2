// GET /v1/sources: a page of where released research comes from.
import type { Answers } from '../answers/answers.ts';
import type { Input, Reply } from '../contract/operations.ts';
import { nextLink } from './next-link.ts';

/** Builds the handler over the answers of a store. */
export function listSources(answers: Answers) {
  return async ({ query, principal }: Input<'listSources'>): Promise<Reply<'listSources'>> => {
    const answer = await answers.sources(principal.collection, query);
    return { status: 200, bytes: answer.bytes, sha256: answer.sha256, headers: nextLink(answer) };
  };
}
