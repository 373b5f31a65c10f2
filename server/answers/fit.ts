// Documents with a bound in bytes: as many items as fit when the number was left open, a refusal that helps when it was not.
import { ProblemError } from '../contract/problems.ts';
import { type Room, rooms } from '../documents/room.ts';
import type { Answer } from './kept.ts';

/** One way to build the document; a null room means the usual measures. */
export type Attempt = { items: number; room: Room | null };

export type Bounded = {
  /** max_results as asked for; undefined when it was left to the service. */
  asked: number | undefined;
  /** The first is what was meant; the others are smaller, in the order in which they are preferred. */
  attempts: readonly Attempt[];
  /** Bytes of the UTF-8 body before any compression. */
  bytesMax: number;
  /** The document of this attempt; `cut` says that more items were meant, and did not fit. */
  build: (attempt: Attempt, cut: boolean) => Promise<Answer>;
};

/** Fewer items first, and then shorter texts for the fewest: every item that is shown is as it always is. */
export function fewerThenShorter(items: number, least: number): Attempt[] {
  const fewer = Array.from({ length: items - least + 1 }, (_, less) => ({ items: items - less, room: null }));
  return [...fewer, ...rooms.map((room) => ({ items: least, room }))];
}

/** Shorter texts first, and then fewer items in the narrowest room: where the number of items is what counts. */
export function shorterThenFewer(items: number): Attempt[] {
  const [, , , narrowest] = rooms;
  const shorter = rooms.map((room) => ({ items, room }));
  const fewer = Array.from({ length: Math.max(0, items - 1) }, (_, less) => ({
    items: items - 1 - less,
    room: narrowest,
  }));
  return [{ items, room: null }, ...shorter, ...fewer];
}

/** Throws `brief-too-large` with the largest smaller max_results that works, if the number was asked for. */
export async function fitted(bounded: Bounded): Promise<Answer> {
  const { asked, attempts, bytesMax, build } = bounded;
  const meant = attempts[0]?.items;
  let bytes: number | null = null;
  for (const attempt of attempts) {
    // What would answer a request for that many says nothing of a cut.
    const answer = await build(attempt, asked === undefined && attempt.items !== meant);
    bytes ??= answer.bytes.length;
    if (answer.bytes.length > bytesMax) continue;
    if (asked === undefined || attempt.items === meant) return answer;
    throw tooLarge(bounded, bytes, attempt.items);
  }
  if (asked === undefined || bytes === null) throw new Error(`the smallest document exceeds ${bytesMax} bytes`);
  throw tooLarge(bounded, bytes, 0);
}

function tooLarge({ asked, bytesMax }: Bounded, bytes: number, suggested: number): ProblemError {
  return new ProblemError('brief-too-large', {
    detail: `With max_results ${asked} the document would be ${bytes} bytes; at most ${bytesMax} are sent.`,
    extra: { limit_bytes: bytesMax, actual_bytes: bytes, suggested_max_results: suggested },
  });
}
