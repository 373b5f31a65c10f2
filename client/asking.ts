// Question of a client: how it is asked, its access, and the checks before it is sent.
import { ResearchError } from './problems.ts';
import type { ReadOptions } from './questions.ts';
import { type Settings, checkLimits, checkRequestId, invalid } from './settings.ts';
import type { Shape } from './shapes.ts';
import type { Call } from './transport/wire.ts';

export type Sender = { parseAs: 'stream'; fetch: (request: Request) => Promise<Response> };
export type Ask = (sender: Sender) => Promise<{ response: Response }>;
/** `optional`: a preview key is sent, because it reads another collection; a live key would change nothing. */
export type Access = 'metered' | 'key' | 'optional' | 'none';
export type Question = { readonly ask: Ask; readonly shape: Shape; readonly access?: Access };

/** Refuses an address that this platform would rewrite: the bytes that are sent must be the ones that were given. */
export function checkUnedited(url: string): void {
  const parts = URL.canParse(url) ? new URL(url) : null;
  if (parts === null || parts.href !== url || url.includes('#') || `${parts.username}${parts.password}` !== '')
    throw new ResearchError('malformed-answer', {
      detail: 'the address is not one that can be requested unedited',
    });
}

/** The same question; `onUrl` gets the address that it is sent to. */
export function notingUrl(ask: Ask, onUrl: (url: string) => void): Ask {
  return ({ parseAs, fetch }) =>
    ask({
      parseAs,
      fetch: (request) => {
        onUrl(request.url);
        return fetch(request);
      },
    });
}

export function askUnedited(url: string): Ask {
  return async ({ fetch }) => {
    checkUnedited(url);
    return { response: await fetch(new Request(url)) };
  };
}

/** A lone surrogate cannot be percent-encoded, so no address can carry it. */
export function unsendable(thrown: unknown): never {
  if (thrown instanceof URIError) throw invalid('a text with half of a character (a lone surrogate) cannot be sent');
  throw thrown;
}

/** The key that a question is sent with, or null; refuses a question that needs one before it is sent without. */
function bearerFor(access: Access, key: string | null, requestId: string): string | null {
  if (access === 'none') return null;
  if (access === 'optional') return key?.startsWith('ri_preview_') === true ? key : null;
  if (key !== null) return key;
  const detail = 'there is no key: set SERVICE_API_KEY, or give the client an apiKey. Nothing was sent.';
  throw new ResearchError('unauthorized', { detail, requestId });
}

type CallParts = { readonly options: ReadOptions<unknown>; readonly access: Access; readonly isExpected: Shape };

/** The call of a question, with the client's settings where the options name none. */
export function callOf(settings: Settings, apiKey: string | null, { options, access, isExpected }: CallParts): Call {
  const { requestId = crypto.randomUUID(), signal, held } = options;
  const { timeoutMs = settings.timeoutMs, retries = settings.retries } = options;
  checkLimits({ timeoutMs, retries });
  checkRequestId(requestId);
  const bearer = bearerFor(access, apiKey, requestId);
  const isNewId = options.requestId === undefined;
  const metered = access === 'metered';
  return { requestId, isNewId, metered, isExpected, bearer, timeoutMs, retries, signal, etag: held?.etag };
}
