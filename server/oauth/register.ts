// POST /register: a refusal in the shape of RFC 7591, 3.2.2.

// The metadata names no such address, but some clients try this one and show its answer to the person. The request is
// not read.
import type { Application, RequestHandler } from 'express';
import { open } from '../http/door.ts';
import { methodNotAllowed } from '../contract/problems.ts';
import { headerList, send, sendPreflight } from '../http/respond.ts';
import { fail } from '../http/serve.ts';
import type { OAuthContext } from './context.ts';
import { allowedHeaders, openToPages } from './endpoint.ts';
import { pacedByAddress } from './pace.ts';

const path = '/register';
const allow = 'POST, OPTIONS';

export function mountRegistration(app: Application, context: OAuthContext): void {
  const { baseUrl, version, onUnrouted } = context;
  const bytes = Buffer.from(
    JSON.stringify({
      error: 'invalid_client_metadata',
      error_description: `Clients are registered by the operator of this service, and no client registers itself. Use the client id that the operator gave you. How to connect a chat: ${baseUrl}/connect`,
    }),
  );
  const refuseClient = open<void>(
    {
      answer: async ({ request, response, requestId }) => {
        if (request.method !== 'POST') throw methodNotAllowed(allow);
        const content = { type: 'application/json', bytes, caching: 'none', headers: headerList({}) } as const;
        send(response, version, { requestId, status: 400, ...content });
      },
      refuse: ({ response, requestId }, thrown) =>
        fail(response, thrown, { serving: context, operation: null, requestId }),
      note: (_asked, { code }) => onUnrouted?.(code ?? 'invalid-request'),
    },
    context,
  );
  const openDoor: RequestHandler = (request, response, next) => {
    openToPages(response);
    if (request.method === 'OPTIONS') return sendPreflight(response, { allow, allowedHeaders });
    next();
  };
  app.all(path, openDoor, pacedByAddress(context), refuseClient);
}
