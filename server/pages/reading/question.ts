/** Question of a reader: ticker, cutoff and detail, named as in the contract. */
import { canonicalRequest } from '../../contract/validation/canonical-request.ts';
import { isCalendarDate, requestedInstant } from '../../contract/validation/formats.ts';
import { ProblemError } from '../../contract/problems.ts';
import { routes } from '../../../generated/routes.ts';
import { foldTicker } from '../../terms/ticker.ts';

export type Question = { ticker: string; as_of?: string; detail: 'overview' | 'full'; max_results?: number };

const writtenTicker = /^[^\x00-\x1F\x7F-\x9F]{1,32}$/;

/** Throws `invalid-request`. An empty cutoff counts as none: a form sends it for the newest. */
export function questionOf(ticker: string, asked: URLSearchParams): Question {
  if (!writtenTicker.test(ticker)) throw invalid('A ticker has 1 to 32 characters.');
  const cutoff = cutoffOf(asked.get('as_of') ?? '');
  const detail = asked.get('detail') === 'full' ? 'full' : 'overview';
  return { ticker: foldTicker(ticker), ...(cutoff === null ? {} : { as_of: cutoff }), detail };
}

/** A day means its end: everything that became known on it is known. */
function cutoffOf(text: string): string | null {
  if (text === '') return null;
  const instant = requestedInstant(text);
  if (instant !== null) return instant;
  if (isCalendarDate(text)) return `${text}T23:59:59.999Z`;
  throw invalid('A cutoff is a day such as 2026-03-31, or an instant such as 2026-03-31T12:00:00Z.');
}

function invalid(detail: string): ProblemError {
  return new ProblemError('invalid-request', { detail });
}

/** The canonical request, as receipts name it. */
export function requestOfQuestion(question: Question): string {
  return canonicalRequest(routes.getBrief.path, {}, question);
}

/** The question of a brief's receipt, or null if it names no ticker. */
export function questionBehind(request: string): Question | null {
  const { searchParams: asked } = new URL(request, 'https://receipt.invalid');
  const ticker = asked.get('ticker');
  if (ticker === null) return null;
  const [asOf, results] = [asked.get('as_of'), asked.get('max_results')];
  return {
    ticker,
    detail: asked.get('detail') === 'full' ? 'full' : 'overview',
    ...(asOf === null ? {} : { as_of: asOf }),
    ...(results === null ? {} : { max_results: Number(results) }),
  };
}
