/** Questions of a reader, with the names of the contract: a brief at a cutoff, and its changes since an earlier one. */
import { canonicalRequest } from '../../contract/validation/canonical-request.ts';
import { isCalendarDate, isUuid, requestedInstant } from '../../contract/validation/formats.ts';
import { ProblemError } from '../../contract/problems.ts';
import { routes } from '../../../generated/routes.ts';
import { foldTicker } from '../../terms/ticker.ts';

/** A listing by its ticker, or anything that has research by its entity id. */
type Subject = { ticker: string } | { entity_id: string };

export type Question = Subject & { as_of?: string; detail: 'overview' | 'full'; max_results?: number };

export type ChangesQuestion = { tickers: string; since: string; until: string; limit: number; cursor?: string };

/** The most that a page of changes may hold. */
const CHANGES_SHOWN = 50;

const writtenTicker = /^[^\x00-\x1F\x7F-\x9F]{1,32}$/;

/** Throws `invalid-request`. An empty cutoff counts as none: a form sends it for the newest. */
export function questionOf(name: string, asked: URLSearchParams): Question {
  if (!isUuid(name) && !writtenTicker.test(name)) throw invalid('A ticker has 1 to 32 characters.');
  const cutoff = cutoffIn(asked, 'as_of');
  const detail = asked.get('detail') === 'full' ? 'full' : 'overview';
  return { ...subjectOf(name), ...(cutoff === null ? {} : { as_of: cutoff }), detail };
}

/** An entity id is longer than any ticker, so a name is never both. */
function subjectOf(name: string): Subject {
  return isUuid(name) ? { entity_id: name.toLowerCase() } : { ticker: foldTicker(name) };
}

/** The ticker or the entity id, as in the address of the page. */
export function nameOf(question: Subject): string {
  return 'ticker' in question ? question.ticker : question.entity_id;
}

/** The same name in its canonical spelling. */
export const foldName = (name: string): string => nameOf(subjectOf(name));

/** Null without an earlier cutoff. Throws `invalid-request`. */
export function changesQuestionOf(ticker: string, until: string, asked: URLSearchParams): ChangesQuestion | null {
  const since = cutoffIn(asked, 'since');
  if (since === null) return null;
  const cursor = asked.get('cursor') ?? '';
  return { tickers: foldTicker(ticker), since, until, limit: CHANGES_SHOWN, ...(cursor === '' ? {} : { cursor }) };
}

/** The last instant of a day, after the day itself. */
export const DAY_END = 'T23:59:59.999Z';

/** Fields for any day, each next to the list of days with a change; a day in one has precedence over the list. */
export const dayFields = { as_of: 'day', since: 'since_day' } as const;

/** Null for the newest. Throws `invalid-request`. */
export function cutoffIn(asked: URLSearchParams, name: keyof typeof dayFields): string | null {
  const day = asked.get(dayFields[name]) ?? '';
  return cutoffOf(day === '' ? (asked.get(name) ?? '') : day);
}

/** The same parameters without the fields for any day, so that an address has one form; null if there are none. */
export function withoutDays(asked: URLSearchParams): URLSearchParams | null {
  const names = (['as_of', 'since'] as const).filter((name) => asked.has(dayFields[name]));
  if (names.length === 0) return null;
  const folded = new URLSearchParams(asked);
  for (const name of names) {
    const day = asked.get(dayFields[name]) ?? '';
    folded.delete(dayFields[name]);
    if (day !== '') folded.set(name, isCalendarDate(day) ? `${day}${DAY_END}` : day);
    // The newest one has no name.
    if (folded.get(name) === '') folded.delete(name);
  }
  return folded;
}

/** A day means its end: everything that became known on it is known. */
export function cutoffOf(text: string): string | null {
  if (text === '') return null;
  const instant = requestedInstant(text);
  if (instant !== null) return instant;
  if (isCalendarDate(text)) return `${text}${DAY_END}`;
  throw invalid('A cutoff is a day such as 2026-03-31, or an instant such as 2026-03-31T12:00:00Z.');
}

export function invalid(detail: string): ProblemError {
  return new ProblemError('invalid-request', { detail });
}

/** The canonical request, as receipts name it. */
export function requestOfQuestion(question: Question): string {
  return canonicalRequest(routes.getBrief.path, {}, question);
}

export function requestOfChanges(question: ChangesQuestion): string {
  return canonicalRequest(routes.listChanges.path, {}, question);
}

/** The question of a receipt for changes of one ticker, or null for any other. */
export function changesBehind(request: string): ChangesQuestion | null {
  const { searchParams: asked } = new URL(request, 'https://receipt.invalid');
  const [tickers, until] = [asked.get('tickers'), asked.get('until')];
  return tickers === null || until === null ? null : changesQuestionOf(tickers, until, asked);
}

/** The question of a brief's receipt, or null if it names no subject. */
export function questionBehind(request: string): Question | null {
  const { searchParams: asked } = new URL(request, 'https://receipt.invalid');
  const [ticker, entityId] = [asked.get('ticker'), asked.get('entity_id') ?? ''];
  if (ticker === null && !isUuid(entityId)) return null;
  const [asOf, results] = [asked.get('as_of'), asked.get('max_results')];
  return {
    ...(ticker === null ? { entity_id: entityId } : { ticker }),
    detail: asked.get('detail') === 'full' ? 'full' : 'overview',
    ...(asOf === null ? {} : { as_of: asOf }),
    ...(results === null ? {} : { max_results: Number(results) }),
  };
}
