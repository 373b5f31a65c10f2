// One tool call: document, meter, receipt and replay of the REST operation with the same arguments.
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
import { type Outcome, type ToolDelivery, problemResult } from './results.ts';
import { withSuggestion } from './suggested.ts';
import type { ResearchTool } from './tools.ts';
import type { Visit } from './visit.ts';

/** Collection that people let their chats read. */
const collection: Collection = 'live';
/** Counts the document once; it is sent twice, as text and as structured content. */
const answer_bytes_max = 65_536;

export type ToolCall = { tool: ResearchTool; sent: Json; meta: Json };

/** `context` stays one object: copying its parts for each call would cost more than checking the arguments. */
type ToolCallContext = { context: McpContext; visit: Visit; tool: ResearchTool; requestId: string; isOwnId: boolean };

type ChargeReport = Pick<ServedRequest, 'keyId' | 'charge' | 'replayed'>;
const nothing: ChargeReport = { keyId: null, charge: 0, replayed: false };

/** Never rejects: every failure is an answer that a chat can act on, without internal details. */
export async function callTool(context: McpContext, visit: Visit, { tool, sent, meta }: ToolCall): Promise<Outcome> {
  const started = context.elapsed();
  const named = meta['X-Request-ID'] ?? visit.sentRequestId() ?? undefined;
  const isOwnId = typeof named === 'string' && isRequestId(named);
  const requestId = isOwnId ? named : visit.newRequestId();
  const { operation } = tool;
  const tell = (how: Pick<ServedRequest, 'status' | 'code'>, { keyId, charge, replayed }: ChargeReport): void => {
    const { status, code } = how;
    const ms = since(started, context.elapsed);
    context.onServed({ door: 'mcp', requestId, operation, status, code, keyId, charge, replayed, ms });
  };
  try {
    const calling = { context, visit, tool, requestId, isOwnId };
    const checked = await allowed(calling, sent, named);
    const delivery = tool.units > 0 ? await metered(calling, checked) : await free(calling, checked);
    tell({ status: 200, code: null }, delivery);
    return { delivery, requestId };
  } catch (thrown) {
    // A client that has hung up reads no refusal, so its text does not matter.
    const heard = thrown instanceof HungUp ? new ProblemError('unavailable') : thrown;
    const error = context.asProblem?.(heard) ?? asProblem(heard);
    const { status } = error.entry;
    if (status >= 500 && error.cause !== undefined) context.onFailure({ requestId, operation, cause: error.cause });
    const { code } = error;
    tell(thrown instanceof HungUp ? hungUp : { status, code }, nothing);
    return { refusal: problemResult(error, { baseUrl: context.baseUrl, requestId, sent }), code, requestId };
  }
}

/** Order of checks as in REST: 401, then the limit, then faults; the meter's refusals come last. */
async function allowed({ context, visit, tool }: ToolCallContext, sent: Json, requestId: unknown): Promise<Verdict> {
  const { retryAfter } = await visit.take();
  const checked = retryAfter === null ? await checkArguments(context.validator, { tool, sent, requestId }) : null;
  if (checked !== null && checked.faults.length === 0) return checked;
  await visit.identify();
  if (checked !== null) throw new ProblemError('invalid-request', { errors: checked.faults });
  throw new ProblemError('rate-limited', { headers: { 'Retry-After': String(retryAfter) } });
}

async function metered(calling: ToolCallContext, checked: Verdict): Promise<ToolDelivery> {
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
    throw await withSuggestion(thrown, { operation, query, build, bytesMax: answer_bytes_max });
  }
}

async function free(
  { context, tool, visit, requestId }: ToolCallContext,
  { query, path }: Verdict,
): Promise<ToolDelivery> {
  const { key_id: keyId, account_id: accountId } = await visit.identify();
  // REST answers without a key from the public collection; a chat reads live research alone.
  if (tool.operation === 'listTickers') return unmetered((await context.answers.tickers(collection)).bytes, keyId);
  const principal = { keyId, collection, accountId };
  const input = { query, path, body: null, principal, caller: null, requestId };
  const reply = (await context.handlerOf(tool.operation)(input)) as AnyReply;
  return unmetered(Buffer.from(reply.bytes ?? JSON.stringify(reply.body)), keyId);
}

function unmetered(bytes: Buffer, keyId: string): ToolDelivery {
  if (bytes.length > answer_bytes_max) {
    throw new ProblemError('answer-too-large', {
      detail: `The list takes ${bytes.length} bytes, and a chat gets at most ${answer_bytes_max}. Page through get_beliefs with view=entities instead.`,
      extra: { limit_bytes: answer_bytes_max, actual_bytes: bytes.length },
    });
  }
  return { answer: { bytes }, charge: 0, remaining: null, replayed: false, keyId };
}
