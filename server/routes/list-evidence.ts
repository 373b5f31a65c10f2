// GET /v1/sources/{source_id}/evidence: a page of the evidence from one source.
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input } from '../contract/operations.ts';

export function listEvidence(answers: Answers) {
  return ({ path, query, principal }: Input<'listEvidence'>): Promise<Answer> =>
    answers.evidenceOfSource(principal.collection, { ...query, id: path.source_id });
}
