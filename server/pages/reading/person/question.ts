/** Questions about a person: a page of views at a cutoff, and the full record of one of them. */
import { routes } from '../../../../generated/routes.ts';
import { canonicalRequest } from '../../../contract/validation/canonical-request.ts';
import type { Answer } from '../../../contract/metered.ts';
import type { ReadingContext } from '../front.ts';
import type { PricedDocument } from '../purchase.ts';
import { cutoffIn, invalid } from '../question.ts';

/** The parameters of a page of beliefs, with their defaults. */
export type PersonQuestion = { person_id: string; view: 'beliefs'; limit: number; as_of?: string; cursor?: string };

export type RecordQuestion = { belief_id: string; as_of?: string };

/** The most that a page of beliefs may hold: each page costs one request. */
const VIEWS_SHOWN = 50;

const writtenId = /^[^\x00-\x1F\x7F-\x9F]{1,128}$/;
const parameters: ReadonlySet<string> = new Set(['person_id', 'view', 'limit', 'as_of', 'cursor']);

/** Throws `invalid-request`. */
export function personQuestionOf(id: string, asked: URLSearchParams): PersonQuestion {
  if (!writtenId.test(id)) throw invalid('The id of a person has 1 to 128 characters.');
  const [asOf, cursor] = [cutoffIn(asked, 'as_of'), asked.get('cursor') ?? ''];
  return {
    person_id: id,
    view: 'beliefs',
    limit: VIEWS_SHOWN,
    ...(asOf === null ? {} : { as_of: asOf }),
    ...(cursor === '' ? {} : { cursor }),
  };
}

export const requestOfPerson = (question: PersonQuestion): string =>
  canonicalRequest(routes.listBeliefs.path, {}, question);

/** The question of a receipt for the views of one person, or null for any other. */
export function personBehind(request: string): PersonQuestion | null {
  const { searchParams: asked } = new URL(request, 'https://receipt.invalid');
  const [id, limit] = [asked.get('person_id'), asked.get('limit')];
  const isOther = asked.get('view') === 'entities' || [...asked.keys()].some((name) => !parameters.has(name));
  if (id === null || isOther) return null;
  return { ...personQuestionOf(id, asked), ...(limit === null ? {} : { limit: Number(limit) }) };
}

/** The question of a receipt for a full record, or null for any other. */
export function recordBehind(request: string): RecordQuestion | null {
  const { pathname, searchParams } = new URL(request, 'https://receipt.invalid');
  const [, id] = /^\/v1\/beliefs\/([^/]+)$/.exec(pathname) ?? [];
  const asOf = searchParams.get('as_of');
  return id === undefined ? null : { belief_id: decodeURIComponent(id), ...(asOf === null ? {} : { as_of: asOf }) };
}

export function viewsReading({ answers }: ReadingContext, question: PersonQuestion): PricedDocument {
  return {
    operation: 'listBeliefs',
    parameters: question,
    request: requestOfPerson(question),
    build: (): Promise<Answer> => answers.beliefs('live', question),
  };
}

export function recordReading({ answers }: ReadingContext, question: RecordQuestion): PricedDocument {
  const { belief_id: id, as_of: asOf } = question;
  return {
    operation: 'getBelief',
    parameters: question,
    request: canonicalRequest(routes.getBelief.path, { belief_id: id }, asOf === undefined ? {} : { as_of: asOf }),
    build: (): Promise<Answer> => answers.belief('live', id, asOf),
  };
}
