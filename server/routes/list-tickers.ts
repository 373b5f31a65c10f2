/** GET /v1/tickers: the coverage, public and without a key. */
import type { Answers } from '../answers/answers.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input, Reply } from '../contract/operations.ts';

/** Clients may cache the list for a minute, so reading the store more often than this would gain nothing. */
const ASKED_AGAIN_MS = 50;

/** The live list once live has a release, else preview; the document names the mode. `elapsed` is monotonic. */
export function listTickers(answers: Answers, elapsed: () => number) {
  let last: { answer: Promise<Answer>; until: number } | null = null;
  async function ask(): Promise<Answer> {
    return answers.tickers(await answers.publicCollection());
  }
  return async (_input: Input<'listTickers'>): Promise<Reply<'listTickers'>> => {
    if (last === null || elapsed() >= last.until) {
      const asked = { answer: ask(), until: elapsed() + ASKED_AGAIN_MS };
      last = asked;
      // A failure is not cached.
      asked.answer.catch(() => {
        if (last === asked) last = null;
      });
    }
    const { bytes, sha256 } = await last.answer;
    return { status: 200, bytes, sha256 };
  };
}
