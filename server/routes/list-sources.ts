// GET /v1/sources: a page of the sources of released research.
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input } from '../contract/operations.ts';

export function listSources(answers: Answers) {
  return ({ query, principal }: Input<'listSources'>): Promise<Answer> => answers.sources(principal.collection, query);
}
