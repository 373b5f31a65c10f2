// Documents with a bound in bytes: as many items as fit, or a refusal that suggests a number.
import type { Warning } from '../../../generated/api.ts';
import { loopTurns } from '../../http/loop-turns.ts';
import { ProblemError } from '../../contract/problems.ts';
import { type Room, roomWarning, rooms } from '../../documents/room.ts';
import type { Answer } from '../kept.ts';

/** One way to build the document; a null room means the usual lengths. */
export type Attempt = { items: number; room: Room | null };

export type BoundedDocument = {
  /** The requested max_results; undefined if the caller left it open. */
  asked: number | undefined;
  /** The first attempt is the whole document; the others are smaller, in order of preference. */
  attempts: readonly Attempt[];
  /** Bytes of the UTF-8 body before compression. */
  bytesMax: number;
  /** Builds the document of an attempt; `cut` is true if some items did not fit. */
  build: (attempt: Attempt, cut: boolean) => Promise<Answer>;
};

/** Fewer items first, then shorter texts for the last one: texts stay whole as long as possible. */
export function fewerThenShorter(items: number): Attempt[] {
  const fewer = Array.from({ length: items }, (_, less) => ({ items: items - less, room: null }));
  return [...fewer, ...rooms.map((room) => ({ items: 1, room }))];
}

/** Shorter texts first, then fewer items in the narrowest room: the number of items matters most. */
export function shorterThenFewer(items: number): Attempt[] {
  const [, , , narrowest] = rooms;
  const shorter = rooms.map((room) => ({ items, room }));
  const fewer = Array.from({ length: Math.max(0, items - 1) }, (_, less) => ({
    items: items - 1 - less,
    room: narrowest,
  }));
  return [{ items, room: null }, ...shorter, ...fewer];
}

/** Warnings of a reduced document; `cut` names the items that were omitted. */
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

/** Throws `brief-too-large` with the largest max_results that works, if the number was requested. */
export async function fitted(bounded: BoundedDocument): Promise<Answer> {
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

async function inTurn(build: BoundedDocument['build'], attempt: Attempt, cut: boolean): Promise<Answer> {
  await loopTurns.next();
  return build(attempt, cut);
}

/** Each attempt is smaller than the previous one, so bisection finds the first that fits in a handful of builds. */
async function firstThatFits(
  { asked, bytesMax, build }: BoundedDocument,
  attempts: readonly Attempt[],
  meant: Attempt,
) {
  let found: { attempt: Attempt; answer: Answer } | null = null;
  for (let [from, to] = [0, attempts.length]; from < to;) {
    const middle = Math.floor((from + to) / 2);
    const attempt = attempts[middle] ?? meant;
    // A document built as an answer to that smaller number has no warning of omitted items.
    const answer = await inTurn(build, attempt, asked === undefined && attempt.items !== meant.items);
    const fits = answer.bytes.length <= bytesMax;
    if (fits) found = { attempt, answer };
    [from, to] = fits ? [from, middle] : [middle + 1, to];
  }
  return found;
}
