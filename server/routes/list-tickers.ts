/** GET /v1/tickers: what is covered, for anyone, without a key. */
import type { Answers } from '../answers/answers.ts';
import type { Input, Reply } from '../contract/operations.ts';

/** Shows live once it has a release, else preview; the document names the mode. */
export function listTickers(answers: Answers) {
  return async (_input: Input<'listTickers'>): Promise<Reply<'listTickers'>> => {
    const { bytes, sha256 } = await answers.tickers(await answers.publicCollection());
    return { status: 200, bytes, sha256 };
  };
}
