// Rate limits of the endpoints: tokens by client and token, other endpoints by address.

// The people of one chat share its addresses, so tokens are never counted by address.
import type { NextFunction, Request, Response } from 'express';
import { sha256 } from '../access/secrets.ts';
import type { Headers } from '../contract/operations.ts';
import { ProblemError } from '../contract/problems.ts';
import { requestIdOf } from '../http/door.ts';
import { fail } from '../http/serve.ts';
import type { OAuthContext } from './context.ts';

/** Takes one request from the limit of this client and token, and returns the headers with the rest. */
export async function paced({ limit }: OAuthContext, clientId: string, token: string): Promise<Headers> {
  const subject = sha256(`oauth ${sha256(clientId).toString('base64')} ${token}`).toString('base64');
  const { headers, retryAfter } = await limit('keyed', subject);
  if (retryAfter === null) return headers;
  throw new ProblemError('rate-limited', { headers: { ...headers, 'Retry-After': String(retryAfter) } });
}

/** Answers a request that is refused. */
export type Refuse = (request: Request, response: Response, error: ProblemError) => Promise<void> | void;

/** Refuses an address that comes too often, and lets all else go on. */
export function pacedByAddress(context: OAuthContext, refuse: Refuse = asProblem(context)) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const { headers, retryAfter } = await context.limit('unkeyed', context.addressOf(request));
    if (retryAfter === null) return next();
    const error = new ProblemError('rate-limited', { headers: { ...headers, 'Retry-After': String(retryAfter) } });
    await refuse(request, response, error);
    context.onUnrouted?.(error.code);
  };
}

const asProblem =
  (context: OAuthContext): Refuse =>
  (request, response, error) => {
    const requestId = requestIdOf(request, context.newRequestId);
    fail(response, error, { serving: context, operation: null, requestId });
  };
