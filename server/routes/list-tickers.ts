/** GET /v1/tickers: what is covered, for anyone, without a key. */
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input, Reply } from '../contract/operations.ts';

/** Readers may keep the list for a minute; asking the store for it more often than this would tell nobody more. */
const ASKED_AGAIN_MS = 50;

/** Shows live once it has a release, else preview; the document names the mode. `elapsed` only goes forward. */
export function listTickers(answers: Answers, elapsed: () => number) {
  let last: { answer: Promise<Answer>; until: number } | null = null;
  async function ask(): Promise<Answer> {
    return answers.tickers(await answers.publicCollection());
  }
  return async (_input: Input<'listTickers'>): Promise<Reply<'listTickers'>> => {
    if (last === null || elapsed() >= last.until) {
      const asked = { answer: ask(), until: elapsed() + ASKED_AGAIN_MS };
      last = asked;
      // What failed is not kept.
      asked.answer.catch(() => {
        if (last === asked) last = null;
      });
    }
    const { bytes, sha256 } = await last.answer;
    return { status: 200, bytes, sha256 };
  };
}
