// Cache of answers as validated bytes, bounded in size, with one build per key at a time.
import { answerCache } from '../memory/answer-cache.ts';
import { type SchemaName, validateDocument } from '../contract/validation/documents-validator.ts';
import { loopTurns } from '../http/loop-turns.ts';
import type { Answer } from '../contract/metered.ts';
import { digestOf } from '../http/respond.ts';
import type { Parts } from '../terms/page-parts.ts';
import { joined, ownBytes } from '../memory/shared-records.ts';
import { sharedWork } from '../memory/shared-work.ts';

export type { Answer };

type Body = { as_of: string; pagination?: { next_page_url: string | null } };

/** `parts` are the same bytes as JSON parts, if the records were written before. */
export function answerOf(body: Body, parts?: Parts): Answer {
  const bytes = parts === undefined ? ownBytes(JSON.stringify(body)) : joined(parts);
  const next = body.pagination?.next_page_url;
  return {
    bytes,
    sha256: digestOf(bytes),
    asOf: body.as_of,
    ...(next == null ? {} : { nextPageUrl: next }),
    ...(parts === undefined ? {} : { parts }),
  };
}

/** The answer of a document, checked against the contract. */
export async function checkedAnswer(schema: SchemaName, document: Body): Promise<Answer> {
  await loopTurns.next();
  validateDocument(schema, document);
  await loopTurns.next();
  return answerOf(document);
}

export type KeptAnswers = {
  /**
   * The cached answer of this key, or the one that `build` makes. Concurrent callers share one build; a failed build is
   * not cached.
   */
  get(key: string, build: () => Promise<Answer>): Promise<Answer>;
};

/** Evicts answers once their bytes exceed the bound. */
export function keepAnswers(bytesMax?: number): KeptAnswers {
  const kept = answerCache('kept', bytesMax);
  const building = sharedWork<Answer>();
  return {
    get(key, build) {
      const ready = kept.get(key);
      if (ready !== undefined) return Promise.resolve(ready);
      return building.of(key, async () => {
        const answer = await build();
        kept.set(key, answer);
        return answer;
      });
    },
  };
}
