// One tool call: the same document, meter, receipt and replay as the REST operation with the same arguments.
import { resourceOf } from '../access/chats/authorization-request.ts';
import { requestOf } from '../contract/validation/canonical-request.ts';
import type { Json } from '../contract/description.ts';
import { HungUp, hungUp, since } from '../http/door.ts';
import type { Answer, Delivery } from '../contract/metered.ts';
import type { Collection, MeteredOperation } from '../contract/operations.ts';
import { ProblemError, asProblem } from '../contract/problems.ts';
import { isRequestId } from '../contract/validation/request-headers.ts';
import type { AnyReply } from '../http/send-answer.ts';
import type { ServedRequest } from '../http/serve.ts';
import type { Verdict } from '../contract/validation/validator.ts';
import { routes } from '../../generated/routes.ts';
import { checkArguments } from './arguments.ts';
import type { McpContext } from './context.ts';
import { type Outcome, type Told, problemResult } from './results.ts';
import { suggested } from './suggested.ts';
import type { ResearchTool } from './tools.ts';
import type { Visit } from './visit.ts';

/** What people let their chats read. */
const collection: Collection = 'live';
/** The document counted once: as text and as structured content it is sent twice. */
const answer_bytes_max = 65_536;

export type Call = { tool: ResearchTool; sent: Json; meta: Json };

/** The service stays one object of its own: copying its parts for each call would take longer than checking its arguments. */
type Calling = { context: McpContext; visit: Visit; tool: ResearchTool; requestId: string; isOwnId: boolean };

type What = Pick<ServedRequest, 'keyId' | 'charge' | 'replayed'>;
const nothing: What = { keyId: null, charge: 0, replayed: false };

/** Never rejects: whatever goes wrong is an answer that a chat can act on, with nothing of our inside. */
export async function callTool(context: McpContext, visit: Visit, { tool, sent, meta }: Call): Promise<Outcome> {
  const started = context.elapsed();
  const named = meta['X-Request-ID'] ?? visit.sentRequestId() ?? undefined;
  const isOwnId = typeof named === 'string' && isRequestId(named);
  const requestId = isOwnId ? named : visit.newRequestId();
  const { operation } = tool;
  const tell = (how: Pick<ServedRequest, 'status' | 'code'>, { keyId, charge, replayed }: What): void => {
    const { status, code } = how;
    const ms = since(started, context.elapsed);
    context.onServed({ door: 'mcp', requestId, operation, status, code, keyId, charge, replayed, ms });
  };
  try {
    const calling = { context, visit, tool, requestId, isOwnId };
    const checked = await allowed(calling, sent, named);
    const told = tool.units > 0 ? await metered(calling, checked) : await free(calling, checked);
    tell({ status: 200, code: null }, told);
    return { told, requestId };
  } catch (thrown) {
    // Whoever has hung up hears nothing of it.
    const heard = thrown instanceof HungUp ? new ProblemError('unavailable') : thrown;
    const error = context.asProblem?.(heard) ?? asProblem(heard);
    const { status } = error.entry;
    if (status >= 500 && error.cause !== undefined) context.onFailure({ requestId, operation, cause: error.cause });
    const { code } = error;
    tell(thrown instanceof HungUp ? hungUp : { status, code }, nothing);
    return { refused: problemResult(error, { baseUrl: context.baseUrl, requestId, sent }), code, requestId };
  }
}

/** In the order of REST: 401 outranks the limit, which outranks faults; then what the meter finds out. */
async function allowed({ context, visit, tool }: Calling, sent: Json, requestId: unknown): Promise<Verdict> {
  const { retryAfter } = await visit.take();
  const checked = retryAfter === null ? await checkArguments(context.validator, { tool, sent, requestId }) : null;
  if (checked !== null && checked.faults.length === 0) return checked;
  await visit.identify();
  if (checked !== null) throw new ProblemError('invalid-request', { errors: checked.faults });
  throw new ProblemError('rate-limited', { headers: { 'Retry-After': String(retryAfter) } });
}

async function metered(calling: Calling, checked: Verdict): Promise<Told> {
  const { query, path, parameters } = checked;
  const { context, tool, visit, requestId, isOwnId } = calling;
  const { operation } = tool;
  const build = (asked: Json): Promise<Answer> => {
    const input = { query: asked, path, body: null, principal: { collection }, caller: null, requestId };
    return context.handlerOf(operation)(input) as Promise<Answer>;
  };
  try {
    const delivery: Delivery = await context.deliver({
      operation: operation as MeteredOperation,
      payer: { kind: 'grant', tokenSha256: visit.tokenSha256, resource: resourceOf(context.baseUrl) },
      collection,
      requestId,
      isOwnId,
      parameters,
      request: requestOf(routes[operation].path, checked),
      build: () => build(query),
      isListening: visit.isListening,
      bytesMax: answer_bytes_max,
    });
    return delivery;
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || thrown.code !== 'answer-too-large') throw thrown;
    throw await suggested(thrown, { operation, query, build, bytesMax: answer_bytes_max });
  }
}

async function free({ context, tool, visit, requestId }: Calling, { query, path }: Verdict): Promise<Told> {
  const { key_id: keyId, account_id: accountId } = await visit.identify();
  if (tool.operation === 'listTickers') return unmetered((await context.answers.tickers(collection)).bytes, keyId);
  const principal = { keyId, collection, accountId };
  const input = { query, path, body: null, principal, caller: null, requestId };
  const reply = (await context.handlerOf(tool.operation)(input)) as AnyReply;
  return unmetered(Buffer.from(JSON.stringify(reply.body)), keyId);
}

function unmetered(bytes: Buffer, keyId: string): Told {
  if (bytes.length > answer_bytes_max) {
    throw new ProblemError('answer-too-large', {
      detail: `The list takes ${bytes.length} bytes, and a chat gets at most ${answer_bytes_max}. Page through get_beliefs with view=entities instead.`,
      extra: { limit_bytes: answer_bytes_max, actual_bytes: bytes.length },
    });
  }
  return { answer: { bytes }, charge: 0, remaining: null, replayed: false, keyId };
}
