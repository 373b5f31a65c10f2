// The typed client: every path, parameter and answer comes from the contract, and each call carries a request id of its own.
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../generated/api.ts';

export type ResearchClient = Client<paths>;

export type ResearchClientOptions = {
  /** Where the service answers, such as `https://research.example`. */
  baseUrl: string;
  /** An API key; what needs none (the coverage list) works without. */
  apiKey?: string;
  fetch?: (request: Request) => Promise<Response>;
};

/**
 * A client of one service. A call without `X-Request-ID` gets a new one; to retry a call, send the id of its first
 * attempt, which is how a retry is never charged twice. The key goes to `baseUrl` and nowhere else.
 */
export function createResearchClient({ baseUrl, apiKey, fetch }: ResearchClientOptions): ResearchClient {
  const client = createClient<paths>({ baseUrl, ...(fetch === undefined ? {} : { fetch }) });
  const { origin } = new URL(baseUrl);
  client.use({
    onRequest({ request }) {
      if (new URL(request.url).origin !== origin) throw new Error(`the key of ${origin} is not for another address`);
      if (apiKey !== undefined) request.headers.set('Authorization', `Bearer ${apiKey}`);
      if (!request.headers.has('X-Request-ID')) request.headers.set('X-Request-ID', crypto.randomUUID());
      return request;
    },
  });
  return client;
}
