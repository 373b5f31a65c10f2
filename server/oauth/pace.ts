/** How fast tokens may be asked for: by client and token, never by address, because the people of one chat share its addresses. */
import { sha256 } from '../access/secrets.ts';
import type { Headers } from '../contract/operations.ts';
import { ProblemError } from '../contract/problems.ts';
import type { OAuthContext } from './context.ts';

/** Takes one request from the limit of this client and token, and gives the headers that say what is left. */
export async function paced({ limit }: OAuthContext, clientId: string, token: string): Promise<Headers> {
  const subject = sha256(`oauth ${sha256(clientId).toString('base64')} ${token}`).toString('base64');
  const { headers, retryAfter } = await limit('keyed', subject);
  if (retryAfter === null) return headers;
  throw new ProblemError('rate-limited', { headers: { ...headers, 'Retry-After': String(retryAfter) } });
}
