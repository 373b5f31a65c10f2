// GET /v1/sources/{source_id}: one source with its newest evidence.
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input } from '../contract/operations.ts';

export function getSource(answers: Answers) {
  return ({ path, query, principal }: Input<'getSource'>): Promise<Answer> =>
    answers.source(principal.collection, { id: path.source_id, as_of: query.as_of });
}
