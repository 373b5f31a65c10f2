/** Question of the console: a brief of the preview, checked by the contract, without a key and a charge. */
import type { Request } from 'express';
import { routes } from '../../../generated/routes.ts';
import type { Answers, BriefRequest } from '../../answers/answers.ts';
import { canonicalRequest } from '../../contract/validation/canonical-request.ts';
import type { Answer } from '../../contract/metered.ts';
import { merge } from '../../contract/validation/faults.ts';
import type { Headers } from '../../contract/operations.ts';
import { ProblemError, refuseFaults } from '../../contract/problems.ts';
import { requestIdFaults, versionFaults } from '../../contract/validation/request-headers.ts';
import type { ServeOptions } from '../../http/serve.ts';

export type Asker = { answers: Answers; serving: ServeOptions };
/** `call` is the path and the parameters of the same question with a key. */
export type PreviewAnswer = { answer: Answer; call: string; limits: Headers };

/** Applies the limit for callers without a key, because every cutoff is another document to build. */
export async function limitedTo({ serving }: Asker, request: Request): Promise<Headers> {
  const { headers, retryAfter } = await serving.limit('unkeyed', serving.addressOf(request));
  if (retryAfter === null) return headers;
  throw new ProblemError('rate-limited', { headers: { ...headers, 'Retry-After': String(retryAfter) } });
}

/** `rawQuery` is unparsed: an error that a lenient parser would repair is a fault here too. */
export async function askPreview(
  asker: Asker,
  request: Request,
  rawQuery: string,
): Promise<Omit<PreviewAnswer, 'limits'>> {
  const { serving, answers } = asker;
  const { faults, query } = await serving.validator.check('getBrief', {
    rawQuery,
    path: {},
    headers: request.headers,
    body: undefined,
    contentType: null,
  });
  refuseFaults(merge(faults, requestIdFaults(request)), versionFaults(request, serving.version));
  const answer = await answers.brief('preview', query as BriefRequest);
  return { answer, call: canonicalRequest(routes.getBrief.path, {}, query) };
}

export function rawQueryOf({ url }: Request): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}
