// Documents with a bound in bytes: as many items as fit when the number was left open, a refusal that helps when it was not.
import { ProblemError } from '../contract/problems.ts';
import type { Answer } from './kept.ts';

export type Bounded = {
  /** max_results as asked for; undefined when it was left to the service. */
  asked: number | undefined;
  /** Items when nothing was asked for. */
  itemsDefault: number;
  /** Items below which the document cannot be made smaller. */
  itemsLeast: number;
  /** Bytes of the UTF-8 body before any compression. */
  bytesMax: number;
  /** The document with this many items; `cut` says that more were meant, and did not fit. */
  build: (items: number, cut: boolean) => Promise<Answer>;
};

/** Throws `brief-too-large` with the largest smaller max_results that works, if the number was asked for. */
export async function fitted(bounded: Bounded): Promise<Answer> {
  const { asked, itemsDefault, bytesMax, build } = bounded;
  const items = asked ?? itemsDefault;
  const answer = await build(items, false);
  if (answer.bytes.length <= bytesMax) return answer;
  const smaller = await largestBelow(items, bounded);
  if (asked === undefined) return smaller.answer;
  throw new ProblemError('brief-too-large', {
    detail: `With max_results ${asked} the document would be ${answer.bytes.length} bytes; at most ${bytesMax} are sent.`,
    extra: {
      limit_bytes: bytesMax,
      actual_bytes: answer.bytes.length,
      suggested_max_results: smaller.items,
    },
  });
}

async function largestBelow(items: number, bounded: Bounded): Promise<{ items: number; answer: Answer }> {
  const { asked, itemsLeast, bytesMax, build } = bounded;
  for (let fewer = items - 1; fewer >= itemsLeast; fewer -= 1) {
    // What would answer a request for that many says nothing of a cut.
    const answer = await build(fewer, asked === undefined);
    if (answer.bytes.length <= bytesMax) return { items: fewer, answer };
  }
  throw new Error(`a document with ${itemsLeast} items exceeds ${bytesMax} bytes`);
}
