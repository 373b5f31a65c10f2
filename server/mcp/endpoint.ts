/** /mcp: Streamable HTTP without sessions, current and older protocol revisions, a token with every request. */
import { toNodeHandler } from '@modelcontextprotocol/node';
import { type AuthInfo, OAuthError, bearerAuthChallengeResponse, createMcpHandler } from '@modelcontextprotocol/server';
import { Readable } from 'node:stream';
import { type Request, type Response, Router } from 'express';
import { OAUTH_SCOPE } from '../access/chats/authorization-request.ts';
import { sha256 } from '../access/secrets.ts';
import { readBodyBytes } from '../http/body-bytes.ts';
import { type Visit, isListening, open } from '../http/door.ts';
import { limits } from '../contract/limits.ts';
import { isTooDeep, parseJson } from '../contract/validation/parse-json.ts';
import { repeatedMember } from '../contract/validation/repeated-member.ts';
import { problem } from '../contract/problems.ts';
import { fail } from '../http/serve.ts';
import { contract } from '../contract/description.ts';
import { callTool } from './call-tool.ts';
import type { McpContext } from './context.ts';
import { directCall, knownEnvelopes, sendDirect } from './direct.ts';
import { answerPreflight, hasForeignHost, hasForeignOrigin, hostsOf, openToPages } from './foreign.ts';
import {
  codeOfStatus,
  countMessages,
  refuse,
  repeatedArgument,
  repeatsAnId,
  tooOften,
  withoutNullArguments,
} from './messages.ts';
import { researchServer, serverInfo } from './research-server.ts';
import { researchTools } from './tools.ts';
import {
  type CallOrigin,
  type Visit as Visitor,
  authenticate,
  tokensByWorkspace,
  metadataUrl,
  notValid,
  tokenDigest,
  visitOf,
} from './visit.ts';

/** The SDK's way to decode a body, so that the text checked here is the text that it serves. */
const utf8 = new TextDecoder();

export function mcpRouter(context: McpContext): Router {
  const onerror = (cause: unknown): void => context.onFailure({ requestId: '', operation: null, cause });
  const tools = researchTools(contract(), context.baseUrl);
  const handler = createMcpHandler(
    ({ authInfo }) => researchServer(context, { tools, visit: authInfo?.extra?.['visit'] as Visitor }),
    { maxRequestBodySize: limits.chat_body_bytes_max },
  );
  const bySdk = toNodeHandler(
    {
      fetch: async (asked, more) => {
        const reply = await handler.fetch(asked, more);
        const visit = more?.authInfo?.extra?.['visit'] as Visitor | undefined;
        return reply.status >= 400 && visit !== undefined && visit.first.retryAfter !== null
          ? limited(context, visit)
          : inOnePiece(reply);
      },
    },
    { onerror, maxRequestBodySize: limits.chat_body_bytes_max },
  );
  const envelopes = knownEnvelopes();
  const hosts = hostsOf(context.baseUrl);
  const counted = tokensByWorkspace(context);
  const answer = async ({ request, response, requestId, slot }: Visit): Promise<void> => {
    const own = ownHeaders(requestId);
    if (await isAnsweredByOrigin(context, { request, response, hosts, own })) return;
    const tokenSha256 = tokenDigest(request.headers.authorization);
    const body = await slot.whileArriving(() => bodyOf(request));
    const text = tokenSha256 === null ? '' : utf8.decode(body);
    const parsed = tokenSha256 === null ? undefined : parseJson(text);
    const isDeep = isTooDeep(parsed);
    const sent = isDeep ? parsed : withoutNullArguments(parsed);
    const call = isDeep ? null : directCall(request.headers, sent, tools);
    if (tokenSha256 !== null && call !== null && envelopes.has(call.envelope) && repeatedMember(text) === null) {
      const visit = await visitOf(context, counted, originOf(request, tokenSha256, requestId));
      const outcome = await callTool(context, visit, call);
      if (!('code' in outcome) || outcome.code !== 'unauthorized')
        return sendDirect(response, outcome, { id: call.id, serverInfo, version: context.version, headers: own });
      setAll(response, own);
      return challenge(context, notValid(), response);
    }
    setAll(response, own);
    const auth = await admitted(context, request, response);
    if (auth === null) return;
    const visit = await visitOf(context, counted, originOf(request, sha256(auth.token), requestId));
    const why = isDeep ? 'deep' : repeatsAnId(sent) ? 'repeated' : null;
    const repeated = parsed === undefined || isDeep ? null : repeatedMember(text);
    await countMessages(visit, sent, { tools, isRefused: why !== null || repeated !== null });
    if (why !== null) return refuse(response, why, []);
    if (repeated !== null) throw repeatedArgument(repeated);
    const { method = '', url = '', headers } = request;
    const known = { ...auth, extra: { visit } };
    const bytes = sent === parsed ? body : Buffer.from(JSON.stringify(sent));
    await bySdk(Object.assign(Readable.from([bytes]), { method, url, headers, auth: known }), response);
    if (call !== null && response.statusCode === 200) envelopes.add(call.envelope);
  };
  const door = open<void>(
    {
      answer,
      refuse: ({ response, requestId }, thrown) =>
        fail(response, thrown, { serving: context, operation: null, requestId }),
      note({ response: { statusCode } }, { code }) {
        if (statusCode >= 400) context.onUnrouted?.(code ?? codeOfStatus(statusCode));
      },
    },
    context,
  );
  return Router().all('/mcp', door);
}

type Arrival = { request: Request; response: Response; hosts: string[]; own: readonly string[] };

/** Answers a preflight, and refuses a foreign host or origin; returns false for a request that may continue. */
async function isAnsweredByOrigin(
  { redirectUris }: McpContext,
  { request: { method, headers }, response, hosts, own }: Arrival,
): Promise<boolean> {
  if (headers.origin !== undefined) openToPages(response);
  if (hasForeignHost(headers, hosts)) {
    refuse(response, 'foreignHost', own);
    return true;
  }
  if (method === 'OPTIONS') {
    setAll(response, own);
    answerPreflight(response);
    return true;
  }
  if (headers.origin === undefined || !(await hasForeignOrigin(headers, hosts, redirectUris))) return false;
  refuse(response, 'foreignOrigin', own);
  return true;
}

/** A flat list, as direct answers need it. */
const ownHeaders = (requestId: string): readonly string[] => ['Cache-Control', 'no-store', 'X-Request-ID', requestId];

function setAll(response: Response, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
}

/** The SDK refuses a body that is too large, by its length alone. */
async function bodyOf(request: Request): Promise<Buffer> {
  return (await readBodyBytes(request, limits.chat_body_bytes_max)) ?? Buffer.alloc(limits.chat_body_bytes_max + 1);
}

/** The caller, or null if the request was answered already because its token is not valid. */
async function admitted(context: McpContext, request: Request, response: Response): Promise<AuthInfo | null> {
  try {
    return await authenticate(context, request.headers.authorization);
  } catch (thrown) {
    if (!(thrown instanceof OAuthError)) throw thrown;
    await challenge(context, thrown, response);
    return null;
  }
}

function originOf(request: Request, tokenSha256: Buffer, requestId: string): CallOrigin {
  const sent = request.headers['x-request-id'];
  const sentRequestId = typeof sent === 'string' ? sent : null;
  return { tokenSha256, sentRequestId, isListening: () => isListening(request), requestId };
}

/** With a Content-Length, so that clients can check that an answer is whole, and no chunks are needed. */
async function inOnePiece(response: globalThis.Response): Promise<globalThis.Response> {
  if (response.headers.get('content-type') !== 'application/json') return response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const headers = { ...Object.fromEntries(response.headers), 'content-length': String(bytes.length) };
  return new globalThis.Response(bytes, { status: response.status, headers });
}

/** A request that reaches no tool is refused by the limit before any other fault. */
function limited({ baseUrl }: McpContext, visit: Visitor): globalThis.Response {
  const error = tooOften(visit.first);
  const body = problem(error, { baseUrl, requestId: visit.newRequestId() });
  const headers = { ...error.options.headers, 'content-type': 'application/problem+json' };
  return new globalThis.Response(JSON.stringify(body), { status: error.entry.status, headers });
}

/** 401 with the address of the metadata, from which a client learns how to sign in. */
async function challenge(context: McpContext, error: OAuthError, response: Response): Promise<void> {
  const reply = bearerAuthChallengeResponse(error, {
    requiredScopes: [OAUTH_SCOPE],
    resourceMetadataUrl: metadataUrl(context),
  });
  const headers = { ...Object.fromEntries(reply.headers), 'cache-control': 'no-store' };
  response.writeHead(reply.status, headers).end(await reply.text());
}
