// GET /v1/sources: a page of where released research comes from.
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input } from '../contract/operations.ts';

/** Builds the handler over the answers of a store. */
export function listSources(answers: Answers) {
  return ({ query, principal }: Input<'listSources'>): Promise<Answer> => answers.sources(principal.collection, query);
}
