// Offline verification of a document: recomputes every hash and quote it can, and reports what it could not check.
import type { Citation, EvidenceDetail, Locator, PriceReference } from '../../generated/api.ts';
import { invalid } from '../settings.ts';
import { isHashOfPrice } from './price-hash.ts';
import { ResearchResult } from '../result.ts';
import { type LogProof, logChecks } from './log-checks.ts';
import { sha256 } from './sha256.ts';

export interface Check {
  readonly name:
    | 'document-digest'
    | 'citation-ids'
    | 'content-hash'
    | 'quote'
    | 'observation-hash'
    | 'log-checkpoint'
    | 'log-inclusion'
    | 'log-row';
  /** The checked part: an id, or a position in the document. */
  readonly of: string;
  readonly outcome: 'passed' | 'failed' | 'not-checkable';
  readonly reason: string;
}

export interface VerifyReport {
  /**
   * No check failed. Also read `passed`: if nothing could be checked, nothing is proven. And read `notCheckable`: it
   * counts a price of 16 or more digits without a matching hash, which may be honest or changed.
   */
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly notCheckable: number;
  readonly checks: readonly Check[];
}

/** A result, the bytes or text of a document as they arrived, or a parsed document. */
export type Verifiable = ResearchResult<unknown> | ArrayBuffer | ArrayBufferView | string | object;

export interface VerifyOptions {
  /** The `Document-Digest` header, or `document_digest` of the receipt; a result already has it. */
  readonly digest?: string;
  /** Evidence documents: their captured text is compared with the quotes and hashes of the citations. */
  readonly evidence?: readonly (EvidenceDetail | ResearchResult<EvidenceDetail>)[];
  /** The public log and the openings of the document: each row that it shows is looked for in the log. */
  readonly log?: LogProof;
}

type Json = { readonly [name: string]: unknown };

/** Rejects with `invalid-argument` if there is no document, or one that is not of this contract. */
export async function verify(subject: Verifiable, options: VerifyOptions = {}): Promise<VerifyReport> {
  try {
    return await verified(subject, options);
  } catch (thrown) {
    if (thrown instanceof TypeError) throw invalid(`this is not a document of the service (${thrown.message})`);
    throw thrown;
  }
}

async function verified(subject: Verifiable, options: VerifyOptions): Promise<VerifyReport> {
  const { bytes, document, digest } = read(subject, options);
  const own = isEvidence(document) ? [document] : [];
  const evidence = [...own, ...(options.evidence ?? []).map((one) => ('requestId' in one ? one.data : one))];
  const citations = citationsOf(document);
  const checks = [await digestCheck(bytes, digest), ...idsCheck(document, citations)];
  const captures = new Map<string, Capture>();
  for (const { data } of evidence) {
    const { evidence_id, capture, content_hash } = data.evidence;
    captures.set(evidence_id, { words: capture.truncated ? null : capture.text, hash: content_hash });
    checks.push(await captureCheck(data.evidence));
  }
  for (const citation of citations) checks.push(...citationChecks(citation, captures.get(citation.evidence_id)));
  checks.push(...(await priceChecks(document)));
  if (options.log !== undefined) checks.push(...(await logChecks(document, options.log)));
  const count = (outcome: Check['outcome']): number => checks.filter((check) => check.outcome === outcome).length;
  const failed = count('failed');
  return { ok: failed === 0, passed: count('passed'), failed, notCheckable: count('not-checkable'), checks };
}

interface Input {
  readonly bytes: Uint8Array | null;
  readonly document: Json;
  readonly digest: string | null;
}

function read(subject: Verifiable, { digest = null as string | null }): Input {
  if (typeof subject === 'string') return { ...parsed(new TextEncoder().encode(subject)), digest };
  if (subject instanceof ArrayBuffer) return { ...parsed(new Uint8Array(subject)), digest };
  if (ArrayBuffer.isView(subject))
    return { ...parsed(new Uint8Array(subject.buffer, subject.byteOffset, subject.byteLength)), digest };
  if (isPlain(subject)) return { bytes: null, document: subject, digest };
  if (!(subject instanceof ResearchResult))
    throw invalid('only a result, bytes, a text or a parsed document can be verified');
  const result = subject as ResearchResult<Json>;
  return { bytes: result.bytes, document: result.data, digest: digest ?? result.digest };
}

/** A plain object, as JSON.parse returns it; a promise that was not awaited and a response are not documents. */
function isPlain(subject: object): subject is Json {
  const prototype: unknown = Object.getPrototypeOf(subject);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function parsed(bytes: Uint8Array): { bytes: Uint8Array; document: Json } {
  try {
    const document = JSON.parse(new TextDecoder().decode(bytes)) as Json | null;
    if (typeof document === 'object' && document !== null) return { bytes, document };
  } catch {
    // Falls through to the error below.
  }
  throw invalid('only a JSON document can be verified');
}

function dataOf(document: Json): object {
  const { data } = document;
  return typeof data === 'object' && data !== null ? data : {};
}

function isEvidence(document: Json | EvidenceDetail): document is EvidenceDetail {
  const { evidence } = dataOf(document as Json) as Json;
  return typeof evidence === 'object' && evidence !== null && 'capture' in evidence;
}

/** Briefs have their citations at the top level, all other documents inside `data`. */
function citationsOf(document: Json): readonly Citation[] {
  return (document['citations'] ?? (dataOf(document) as Json)['citations'] ?? []) as readonly Citation[];
}

async function digestCheck(bytes: Uint8Array | null, digest: string | null): Promise<Check> {
  const check = { name: 'document-digest', of: 'the whole document' } as const;
  if (bytes === null) return unknown(check, 'the bytes are not here, only what was parsed from them');
  if (digest === null) return unknown(check, 'no digest is known: give that of the answer or of its receipt');
  const own = await sha256(bytes);
  return judged(check, own === digest, `the bytes give ${own}, and ${digest} was named`);
}

/** Checks that every citation id in use is listed in the same document. */
function idsCheck(document: Json, citations: readonly Citation[]): Check[] {
  const known = new Set(citations.map(({ citation_id }) => citation_id));
  const references = new Set<string>();
  walk(document, (name, value) => {
    if (/(^|_)citation_id$/.test(name) && typeof value === 'string') references.add(value);
    if (name === 'citation_ids' && Array.isArray(value)) for (const id of value) references.add(String(id));
  });
  // A page of a belief's evidence refers to no citation: there is nothing to check.
  if (references.size === 0) return [];
  const absent = [...references].filter((id) => !known.has(id));
  const reason =
    absent.length === 0 ? `${references.size} lead to a citation` : `no citation here is ${absent.join(', ')}`;
  return [judged({ name: 'citation-ids', of: 'the whole document' }, absent.length === 0, reason)];
}

interface Capture {
  /** Null if the captured text is cut. */
  readonly words: string | null;
  readonly hash: string;
}

async function captureCheck(evidence: EvidenceDetail['data']['evidence']): Promise<Check> {
  const { evidence_id, capture, content_hash } = evidence;
  const check = { name: 'content-hash', of: evidence_id } as const;
  if (capture.truncated) return unknown(check, 'the captured text is cut, and the hash is over the whole');
  const own = await sha256(capture.text);
  return judged(check, own === content_hash, `the captured text gives ${own}, and ${content_hash} is named`);
}

/** Reasons why a citation has no exact words to find in the captured text. */
const wordless: Readonly<Record<Exclude<Locator['kind'], 'text_quote'>, string>> = {
  page: 'it points at a place and quotes no words',
  time_range: 'it points at a place and quotes no words',
  rendered: 'it renders what was said and quotes no exact words',
  summarised: 'it summarises what was said and quotes no exact words',
};

function citationChecks(citation: Citation, capture: Capture | undefined): Check[] {
  const { citation_id, evidence_id, content_hash, locator } = citation;
  const hash = { name: 'content-hash', of: citation_id } as const;
  if (capture === undefined)
    return [unknown(hash, `the captured text is in the evidence ${evidence_id}, which was not given`)];
  const checks = [
    judged(hash, content_hash === capture.hash, `the evidence has ${capture.hash}, and ${content_hash} is cited`),
  ];
  const quote = { name: 'quote', of: citation_id } as const;
  if (locator.kind !== 'text_quote') checks.push(unknown(quote, wordless[locator.kind]));
  else if (capture.words === null) checks.push(unknown(quote, 'the captured text is cut'));
  else {
    const words = `${locator.prefix ?? ''}${locator.exact}${locator.suffix ?? ''}`;
    checks.push(judged(quote, capture.words.includes(words), 'the quoted words are looked for in the captured text'));
  }
  return checks;
}

async function priceChecks(document: Json): Promise<Check[]> {
  const references = new Map<string, PriceReference>();
  walk(document, (_name, value) => {
    if (isPrice(value)) references.set(JSON.stringify(value), value);
  });
  const ticker = tickerOf(document);
  const checks: Check[] = [];
  for (const reference of references.values()) {
    const check = { name: 'observation-hash', of: `${ticker ?? 'price'} ${reference.session_date}` } as const;
    checks.push(await priceCheck(check, reference, ticker));
  }
  return checks;
}

async function priceCheck(check: Subject, reference: PriceReference, ticker: string | null): Promise<Check> {
  if (ticker === null) return unknown(check, 'the document names no ticker, which the hash is over');
  const isHash = await isHashOfPrice(reference, ticker);
  if (isHash === null)
    return unknown(check, 'its provider wrote more digits than a number has, or it is not the price of this hash');
  return judged(check, isHash, 'the published recipe is followed over its fields');
}

function isPrice(value: unknown): value is PriceReference {
  return typeof value === 'object' && value !== null && 'observation_hash' in value && 'price' in value;
}

function tickerOf(document: Json): string | null {
  const { security } = document as { security?: { ticker?: string } };
  const { belief } = dataOf(document) as { belief?: { subject?: { ticker?: string | null } } };
  return security?.ticker ?? belief?.subject?.ticker ?? null;
}

type Subject = Pick<Check, 'name' | 'of'>;

function judged(check: Subject, isPassed: boolean, reason: string): Check {
  return { ...check, outcome: isPassed ? 'passed' : 'failed', reason };
}

function unknown(check: Subject, reason: string): Check {
  return { ...check, outcome: 'not-checkable', reason };
}

function walk(value: unknown, visit: (name: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    visit(name, inner);
    walk(inner, visit);
  }
}
