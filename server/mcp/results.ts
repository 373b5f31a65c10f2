// Results of tool calls: a document with the facts of REST's headers, or a refusal with advice.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Json } from '../contract/description.ts';
import type { Answer, Delivery } from '../contract/metered.ts';
import { type ProblemCode, type ProblemError, advice, problem } from '../contract/problems.ts';
import { digestOf, documentDigest } from '../http/respond.ts';

/** A document and its charge. */
export type ToolDelivery = Pick<Delivery, 'charge' | 'remaining' | 'replayed' | 'keyId'> & {
  answer: Pick<Answer, 'bytes'> & Partial<Pick<Answer, 'sha256'>>;
};

export type Outcome = { requestId: string } & (
  | { delivery: ToolDelivery }
  | { refusal: CallToolResult; code: ProblemCode }
);

type AnswerNames = { requestId: string; version: string };

/** The text is the document byte for byte. */
export function resultOf(outcome: Outcome, version: string): CallToolResult {
  if ('refusal' in outcome) return outcome.refusal;
  const { delivery, requestId } = outcome;
  const text = delivery.answer.bytes.toString();
  return {
    content: [{ type: 'text', text }],
    structuredContent: JSON.parse(text) as Json,
    _meta: factsOf(delivery, { requestId, version }),
  };
}

/** Facts that REST sends in headers, under the names of the headers. */
export function factsOf(
  { answer, charge, remaining, replayed }: ToolDelivery,
  { requestId, version }: AnswerNames,
): Record<string, unknown> {
  const facts: Record<string, unknown> = {
    'X-Request-ID': requestId,
    'Research-Version': version,
    'Document-Digest': documentDigest(answer.sha256 ?? digestOf(answer.bytes)),
    'Usage-Charge': charge,
  };
  if (remaining !== null) facts['Usage-Remaining'] = remaining;
  if (replayed) facts['Idempotent-Replayed'] = true;
  return facts;
}

type RefusalContext = { baseUrl: string; requestId: string; sent: Json };

/** Advice, every fault, and the problem itself for programs. No text of an exception is included. */
export function problemResult(error: ProblemError, { baseUrl, requestId, sent }: RefusalContext): CallToolResult {
  const document = problem(error, { baseUrl, requestId });
  const faults = document.errors.map(({ location, message, fix }) => `- ${location}: ${message} ${fix}`);
  const sentence = (inChat[error.code] ?? catalogueAdvice)({ error, baseUrl, sent });
  const charged =
    document.charged === null
      ? `Whether this call was charged is not known. Call again with the same arguments and _meta {"X-Request-ID": "${requestId}"}: under that id it is charged at most once.`
      : `Nothing was charged. Request id: ${requestId}`;
  const lines = [`${document.title}. ${sentence}`, ...faults, charged];
  return {
    content: [{ type: 'text', text: lines.join('\n') }],
    isError: true,
    _meta: { 'X-Request-ID': requestId, problem: document },
  };
}

type AdviceContext = Pick<RefusalContext, 'baseUrl' | 'sent'> & { error: ProblemError };

const catalogueAdvice = ({ error }: AdviceContext): string =>
  [error.options.detail, advice[error.code]].filter((one) => one !== undefined).join(' ');
const retryAfter = ({ error }: AdviceContext): string =>
  `Wait ${error.options.headers?.['Retry-After'] ?? '1'} s, then call again with the same arguments.`;
const paying = ({ baseUrl }: AdviceContext): string =>
  `Give the person this address and stop until they say that it is done: ${baseUrl}/subscribe?access=required&source=status`;

/** Advice for chats, if the catalogue's is for programs. */
const inChat: Partial<Record<ProblemCode, (context: AdviceContext) => string>> = {
  unauthorized: ({ baseUrl }) => `The connection has ended. The person connects it again: ${baseUrl}/connect`,
  'no-credit': paying,
  'spend-limit-reached': (context) =>
    `A workspace admin raises the limit, or a new month begins. ${context.baseUrl}/account`,
  'not-covered': ({ sent }) =>
    `There is no released research about ${nameOf(sent)}. Tell the person so. Do not substitute another company, however similar, and do not fill the gap from memory as if it were research. list_tickers lists what is covered.`,
  'rate-limited': retryAfter,
  'request-running': retryAfter,
  unavailable: retryAfter,
  internal: () => 'Something failed on our side. Try once more; if it fails again, tell the person.',
};

/** A short name is repeated, a longer one is not: the person knows the question. */
function nameOf({ ticker, entity_id: entityId }: Json): string {
  const name = ticker ?? entityId;
  return typeof name === 'string' && /^[\w.:/-]{1,64}$/.test(name) ? name : 'this';
}
