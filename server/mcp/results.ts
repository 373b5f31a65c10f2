// What a chat is given: a document with the facts that REST puts into headers, or a refusal with what to do about it.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Json } from '../contract/description.ts';
import type { Answer, Delivery } from '../contract/metered.ts';
import { type ProblemCode, type ProblemError, advice, problem } from '../contract/problems.ts';
import { digestOf, documentDigest } from '../http/respond.ts';

/** A document and what it cost. */
export type Told = Pick<Delivery, 'charge' | 'remaining' | 'replayed' | 'keyId'> & {
  answer: Pick<Answer, 'bytes'> & Partial<Pick<Answer, 'sha256'>>;
};

export type Outcome = { requestId: string } & ({ told: Told } | { refused: CallToolResult; code: ProblemCode });

type Said = { requestId: string; version: string };

/** The text is the document byte for byte. */
export function resultOf(outcome: Outcome, version: string): CallToolResult {
  if ('refused' in outcome) return outcome.refused;
  const { told, requestId } = outcome;
  const text = told.answer.bytes.toString();
  return {
    content: [{ type: 'text', text }],
    structuredContent: JSON.parse(text) as Json,
    _meta: factsOf(told, { requestId, version }),
  };
}

/** What REST says in headers, under the names of the headers. */
export function factsOf(
  { answer, charge, remaining, replayed }: Told,
  { requestId, version }: Said,
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

type Refusing = { baseUrl: string; requestId: string; sent: Json };

/** A sentence that says what to do, every fault, and the problem itself for programs. No exception's text gets here. */
export function problemResult(error: ProblemError, { baseUrl, requestId, sent }: Refusing): CallToolResult {
  const document = problem(error, { baseUrl, requestId });
  const faults = document.errors.map(({ location, message, fix }) => `- ${location}: ${message} ${fix}`);
  const sentence = (inChat[error.code] ?? saidByCatalogue)({ error, baseUrl, sent });
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

type Saying = Pick<Refusing, 'baseUrl' | 'sent'> & { error: ProblemError };

const saidByCatalogue = ({ error }: Saying): string =>
  [error.options.detail, advice[error.code]].filter((one) => one !== undefined).join(' ');
const retryAfter = ({ error }: Saying): string =>
  `Wait ${error.options.headers?.['Retry-After'] ?? '1'} s, then call again with the same arguments.`;
const paying = ({ baseUrl }: Saying): string =>
  `Give the person this address and stop until they say that it is done: ${baseUrl}/subscribe?access=required&source=status`;

/** What a chat does, where the catalogue speaks to programs. */
const inChat: Partial<Record<ProblemCode, (saying: Saying) => string>> = {
  unauthorized: ({ baseUrl }) => `The connection has ended. The person connects it again: ${baseUrl}/connect`,
  'no-credit': paying,
  'spend-limit-reached': (saying) =>
    `A workspace admin raises the limit, or a new month begins. ${saying.baseUrl}/account`,
  'not-covered': ({ sent }) =>
    `There is no released research about ${nameOf(sent)}. Tell the person so. Do not substitute another company, however similar, and do not fill the gap from memory as if it were research. list_tickers tells what is covered.`,
  'rate-limited': retryAfter,
  'request-running': retryAfter,
  unavailable: retryAfter,
  internal: () => 'Something failed on our side. Try once more; if it fails again, tell the person.',
};

/** The person knows what they have asked for; more than a short name is not repeated. */
function nameOf({ ticker, entity_id: entityId }: Json): string {
  const name = ticker ?? entityId;
  return typeof name === 'string' && /^[\w.:/-]{1,64}$/.test(name) ? name : 'this';
}
