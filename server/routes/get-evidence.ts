// GET /v1/evidence/{evidence_id}: the captured words behind a citation.
import type { Answers } from '../answers/answers.ts';
import type { Input, Reply } from '../contract/operations.ts';

/** Builds the handler over the answers of a store. */
export function getEvidence(answers: Answers) {
  return async ({ path, query, principal }: Input<'getEvidence'>): Promise<Reply<'getEvidence'>> => {
    const { bytes, sha256 } = await answers.evidence(principal.collection, {
      id: path.evidence_id,
      as_of: query.as_of,
    });
    return { status: 200, bytes, sha256 };
  };
}
