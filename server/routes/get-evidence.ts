// GET /v1/evidence/{evidence_id}: the captured words behind a citation.
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input } from '../contract/operations.ts';

/** Builds the handler over the answers of a store. */
export function getEvidence(answers: Answers) {
  return ({ path, query, principal }: Input<'getEvidence'>): Promise<Answer> =>
    answers.evidence(principal.collection, { id: path.evidence_id, as_of: query.as_of });
}
