// Documents with a bound in bytes: as many items as fit when the number was left open, a refusal that helps when it was not.
import type { Warning } from '../../../generated/api.ts';
import { loopTurns } from '../../http/loop-turns.ts';
import { ProblemError } from '../../contract/problems.ts';
import { type Room, roomWarning, rooms } from '../../documents/room.ts';
import type { Answer } from '../kept.ts';

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

/** Fewer items first, and then shorter texts for the last one: every item that is shown is as it always is. */
export function fewerThenShorter(items: number): Attempt[] {
  const fewer = Array.from({ length: items }, (_, less) => ({ items: items - less, room: null }));
  return [...fewer, ...rooms.map((room) => ({ items: 1, room }))];
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

/** What a document says of an attempt that was not what was meant; `cut` names the items of which fewer are shown. */
export function fittingWarnings(
  { room }: Pick<Attempt, 'room'>,
  { cut }: { cut: 'views' | 'theses' | null },
): Warning[] {
  return [...(cut === null ? [] : [cutWarning(cut)]), ...(room === null ? [] : [roomWarning(room)])];
}

function cutWarning(what: 'views' | 'theses'): Warning {
  return {
    code: 'shortened-to-fit',
    message: `Fewer ${what} are shown than were meant, so that the document stays within its size. Read the beliefs list for the others.`,
    pointer: `/${what}`,
  };
}

/** Throws `brief-too-large` with the largest smaller max_results that works, if the number was asked for. */
export async function fitted(bounded: Bounded): Promise<Answer> {
  const { asked, attempts, bytesMax, build } = bounded;
  const [meant, ...smaller] = attempts;
  if (meant === undefined) throw new Error('a document needs an attempt');
  const whole = await inTurn(build, meant, false);
  if (whole.bytes.length <= bytesMax) return whole;
  const fit = await firstThatFits(bounded, smaller, meant);
  if (fit !== null && (asked === undefined || fit.attempt.items === meant.items)) return fit.answer;
  if (asked === undefined) throw new Error(`the smallest document exceeds ${bytesMax} bytes`);
  throw new ProblemError('brief-too-large', {
    detail: `With max_results ${asked} the document would be ${whole.bytes.length} bytes; at most ${bytesMax} are sent.`,
    extra: {
      limit_bytes: bytesMax,
      actual_bytes: whole.bytes.length,
      suggested_max_results: fit?.attempt.items ?? 0,
    },
  });
}

async function inTurn(build: Bounded['build'], attempt: Attempt, cut: boolean): Promise<Answer> {
  await loopTurns.next();
  return build(attempt, cut);
}

/** Each attempt is smaller than the one before it, so halving finds the first in a handful of builds. */
async function firstThatFits({ asked, bytesMax, build }: Bounded, attempts: readonly Attempt[], meant: Attempt) {
  let found: { attempt: Attempt; answer: Answer } | null = null;
  for (let [from, to] = [0, attempts.length]; from < to;) {
    const middle = Math.floor((from + to) / 2);
    const attempt = attempts[middle] ?? meant;
    // What would answer a request for that many says nothing of a cut.
    const answer = await inTurn(build, attempt, asked === undefined && attempt.items !== meant.items);
    const fits = answer.bytes.length <= bytesMax;
    if (fits) found = { attempt, answer };
    [from, to] = fits ? [from, middle] : [middle + 1, to];
  }
  return found;
}
