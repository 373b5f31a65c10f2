// Answers that were built, validated and serialised once, kept as bytes within a bound, and built by one caller at a time.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Answer } from '../contract/metered.ts';

export type { Answer };

type Body = { as_of: string; pagination?: { next_page_url: string | null } };

export function answerOf(body: Body): Answer {
  const bytes = Buffer.from(JSON.stringify(body));
  const sha256 = createHash('sha256').update(bytes).digest('base64');
  const next = body.pagination?.next_page_url;
  return { bytes, sha256, asOf: body.as_of, ...(next == null ? {} : { nextPageUrl: next }) };
}

export type Kept = {
  /** The kept answer of this key, or the one that `build` makes; callers that ask at once share one build, and a failed build is not kept. */
  get(key: string, build: () => Promise<Answer>): Promise<Answer>;
};

/** Keeps answers until their bytes exceed the bound, then drops the least recently asked. */
export function keepAnswers(bytesMax: number): Kept {
  const kept = new LRUCache<string, Answer>({ maxSize: bytesMax, sizeCalculation: ({ bytes }) => bytes.length });
  const building = new Map<string, Promise<Answer>>();
  return {
    get(key, build) {
      const ready = kept.get(key);
      if (ready !== undefined) return Promise.resolve(ready);
      const underway = building.get(key);
      if (underway !== undefined) return underway;
      const started = build()
        .then((answer) => {
          kept.set(key, answer);
          return answer;
        })
        .finally(() => building.delete(key));
      building.set(key, started);
      return started;
    },
  };
}
