// GET /v1/evidence/{evidence_id}: the captured text behind a citation.
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input } from '../contract/operations.ts';

export function getEvidence(answers: Answers) {
  return ({ path, query, principal }: Input<'getEvidence'>): Promise<Answer> =>
    answers.evidence(principal.collection, { id: path.evidence_id, as_of: query.as_of });
}
