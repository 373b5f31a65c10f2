// Suggested number of results for an answer that is too large for a chat.
import { routes } from '../../generated/routes.ts';
import type { Json } from '../contract/description.ts';
import type { Answer } from '../contract/metered.ts';
import { ProblemError } from '../contract/problems.ts';
import type { TableOperation } from '../contract/operations.ts';

type SizedQuestion = {
  operation: TableOperation;
  query: Json;
  /** Builds the document of a smaller question; it is not charged. */
  build: (query: Json) => Promise<Answer>;
  bytesMax: number;
};

/** The same problem with the largest smaller number whose answer fits, or without a suggestion. */
export async function withSuggestion(tooLarge: ProblemError, asking: SizedQuestion): Promise<ProblemError> {
  const { operation, query, build, bytesMax } = asking;
  const [counted] = Object.entries<number>(routes[operation].largest);
  if (counted === undefined) return tooLarge;
  const [name, largest] = counted;
  const sent = query[name];
  // If the number is absent, the form of the document decides it, so any number may be the one that fits.
  let [fits, fails] = [0, typeof sent === 'number' ? sent : largest + 1];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    const bytes = await sizeOf(() => build({ ...query, [name]: middle }));
    if (bytes !== null && bytes <= bytesMax) fits = middle;
    else fails = middle;
  }
  const fix =
    fits > 0
      ? `Send ${name}=${fits}.`
      : query['detail'] === 'full'
        ? 'Send detail=overview, or read one belief at a time with get_belief.'
        : 'Narrow the question.';
  return new ProblemError('answer-too-large', {
    ...tooLarge.options,
    errors: [
      {
        location: `arguments.${name}`,
        message: `${typeof sent === 'number' ? `With ${sent}` : 'Without it'} the answer is too large for a chat.`,
        fix,
      },
    ],
    extra: { ...tooLarge.options.extra, suggested_max_results: Math.min(fits, routes.getBrief.largest.max_results) },
  });
}

/** Null for a number that the service refuses as too large. */
async function sizeOf(build: () => Promise<Answer>): Promise<number | null> {
  try {
    return (await build()).bytes.length;
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.code === 'brief-too-large') return null;
    throw thrown;
  }
}
