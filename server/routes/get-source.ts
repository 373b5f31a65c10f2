// GET /v1/sources/{source_id}: one source with its newest evidence.
import type { Answers } from '../answers/answers.ts';
import type { Input, Reply } from '../contract/operations.ts';

/** Builds the handler over the answers of a store. */
export function getSource(answers: Answers) {
  return async ({ path, query, principal }: Input<'getSource'>): Promise<Reply<'getSource'>> => {
    const { bytes, sha256 } = await answers.source(principal.collection, { id: path.source_id, as_of: query.as_of });
    return { status: 200, bytes, sha256 };
  };
}
