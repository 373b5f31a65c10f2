// Cache of answers at the newest head, by question: the first step of a metered call.
import { type AnswerCache, answerCache } from '../memory/answer-cache.ts';
import type { Answer } from '../contract/metered.ts';
import type { Collection } from '../contract/operations.ts';
import { sharedWork } from '../memory/shared-work.ts';
import type { Head } from '../terms/research.ts';

export type Heads = {
  /** The head as last read, if no boundary of the calendar has passed since. No query. */
  settled(collection: Collection): Head | null;
  /** The head as the store has it now. */
  read(collection: Collection): Promise<Head>;
};

export type Ready = { answer: Answer; head: Head };

type Build = () => Promise<Answer>;

export type Recent = {
  find(collection: Collection, question: string): Ready | null;
  /** The answer at the head as last read. It may have moved since: the charge detects that. */
  settle(collection: Collection, question: string, build: Build): Promise<Ready>;
  /** The answer at the head as the store has it now. */
  settleAnew(collection: Collection, question: string, build: Build): Promise<Ready>;
  /** True while this question is being settled: a further call for it is free. */
  isUnderway(collection: Collection, question: string): boolean;
};

/**
 * A head that moved unseen is harmless: the charging statement compares it, and the answer is then built anew. The
 * cache of arbitrary cutoffs shares its bytes with these answers.
 */
export function recentAnswers(heads: Heads): Recent {
  const kept: Record<Collection, { head: Head | null; answers: AnswerCache }> = {
    live: { head: null, answers: answerCache('recent-live') },
    preview: { head: null, answers: answerCache('recent-preview') },
  };
  function answersOf(collection: Collection, head: Head): AnswerCache {
    const recent = kept[collection];
    if (!isSame(recent.head, head)) {
      recent.answers.clear();
      recent.head = head;
    }
    return recent.answers;
  }
  const underway = sharedWork<Ready>();
  async function settled(collection: Collection, question: string, build: Build, read: ReadHead): Promise<Ready> {
    // The head comes first: an answer built on a newer one is detected, one built on an older one would not be.
    const head = await read(collection);
    const answers = answersOf(collection, head);
    const answer = answers.get(question) ?? (await build());
    // While it was built, another request may have seen a newer head.
    if (isSame(kept[collection].head, head)) answers.set(question, answer);
    return { answer, head };
  }
  /** Callers with the same question and way share one run. */
  function shared(way: 'settle' | 'anew', read: ReadHead): Recent['settle'] {
    return (collection, question, build) =>
      underway.of(nameOf(way, collection, question), () => settled(collection, question, build, read));
  }
  return {
    find(collection, question) {
      const head = heads.settled(collection);
      const answer = head === null ? undefined : answersOf(collection, head).get(question);
      return head === null || answer === undefined ? null : { answer, head };
    },
    isUnderway: (collection, question) => underway.isUnderway(nameOf('settle', collection, question)),
    settle: shared('settle', async (collection) => heads.settled(collection) ?? heads.read(collection)),
    settleAnew: shared('anew', heads.read),
  };
}

type ReadHead = (collection: Collection) => Promise<Head>;

const nameOf = (way: 'settle' | 'anew', collection: Collection, question: string): string =>
  `${way} ${collection} ${question}`;

function isSame(one: Head | null, other: Head): boolean {
  return one?.version === other.version && one.watermark === other.watermark && one.removals === other.removals;
}
