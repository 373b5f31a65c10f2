// Question of a client: how it is asked, its access, and the checks before it is sent.
import { ResearchError } from './problems.ts';
import { invalid } from './settings.ts';
import type { Shape } from './shapes.ts';

export type Sender = { parseAs: 'stream'; fetch: (request: Request) => Promise<Response> };
export type Ask = (sender: Sender) => Promise<{ response: Response }>;
export type Access = 'metered' | 'key' | 'none';
export type Question = { readonly ask: Ask; readonly shape: Shape; readonly access?: Access };

/** Refuses an address that this platform would rewrite: the bytes that are sent must be the ones that were given. */
export function checkUnedited(url: string): void {
  const parts = URL.canParse(url) ? new URL(url) : null;
  if (parts === null || parts.href !== url || url.includes('#') || `${parts.username}${parts.password}` !== '')
    throw new ResearchError('malformed-answer', {
      detail: 'the address is not one that can be requested unedited',
    });
}

/** A lone surrogate cannot be percent-encoded, so no address can carry it. */
export function unsendable(thrown: unknown): never {
  if (thrown instanceof URIError) throw invalid('a text with half of a character (a lone surrogate) cannot be sent');
  throw thrown;
}

/** Refuses a question that needs a key before it is sent without one. */
export function checkKey(key: string | null, requestId: string): void {
  if (key !== null) return;
  const detail = 'there is no key: set SERVICE_API_KEY, or give the client an apiKey. Nothing was sent.';
  throw new ResearchError('unauthorized', { detail, requestId });
}
