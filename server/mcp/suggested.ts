// How many results would fit, where an answer was too large for a chat.
import { routes } from '../../generated/routes.ts';
import type { Json } from '../contract/description.ts';
import type { Answer } from '../contract/metered.ts';
import { ProblemError } from '../contract/problems.ts';
import type { ToolOperation } from './tools.ts';

type Asking = {
  operation: ToolOperation;
  query: Json;
  /** The document of another question. Nothing is charged for it. */
  build: (query: Json) => Promise<Answer>;
  bytesMax: number;
};

/** The same problem with the largest smaller number that fits, which was tried; without one where none does. */
export async function suggested(tooLarge: ProblemError, asking: Asking): Promise<ProblemError> {
  const { operation, query, build, bytesMax } = asking;
  const [counted] = Object.entries<number>(routes[operation].largest);
  if (counted === undefined) return tooLarge;
  const [name, largest] = counted;
  const sent = query[name];
  // Left out, the number of results follows from the form of the document: any number may be the one that fits.
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

/** Null for a number that the service itself refuses as too large. */
async function sizeOf(build: () => Promise<Answer>): Promise<number | null> {
  try {
    return (await build()).bytes.length;
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.code === 'brief-too-large') return null;
    throw thrown;
  }
}
