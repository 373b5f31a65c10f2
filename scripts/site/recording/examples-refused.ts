// Examples of refusals, one a code; `problem-CODE` stands on the page of its code.
import type { Example } from './examples.ts';

export const refused: readonly Example[] = [
  {
    name: 'problem-invalid-request',
    operation: 'getBrief',
    key: 'preview',
    query: { ticker: 'NWTB', max_results: 50, detail: 'everything' },
    ts: `try {
  await client.brief({ ticker: 'NWTB', max_results: 50 });
} catch (error) {
  if (!isResearchError(error)) throw error;
  console.log(error.code, error.charged, error.retryable);
  for (const { location, fix } of error.errors) console.log(location, '-', fix);
}`,
  },
  {
    name: 'problem-as-of-in-future',
    operation: 'getBrief',
    key: 'preview',
    query: { ticker: 'NWTB', as_of: '2030-01-01T00:00:00Z' },
  },
  { name: 'problem-invalid-cursor', operation: 'listBeliefs', key: 'preview', query: { cursor: 'bm90LW91cnM' } },
  {
    name: 'problem-unsupported-version',
    operation: 'listTickers',
    key: 'none',
    headers: { 'Research-Version': '2019-01-01' },
  },
  { name: 'problem-unauthorized', operation: 'getBrief', key: 'wrong', query: { ticker: 'NWTB' } },
  { name: 'problem-no-credit', operation: 'getBrief', key: 'empty', query: { ticker: 'NWTB' } },
  { name: 'problem-spend-limit-reached', operation: 'getBrief', key: 'limited', query: { ticker: 'NWTB' } },
  { name: 'problem-operation-not-allowed', operation: 'listBeliefs', key: 'narrow' },
  { name: 'problem-not-found', operation: 'getBrief', key: 'none', raw: { path: '/v1/briefs' } },
  {
    name: 'problem-no-such-record',
    operation: 'getBelief',
    key: 'preview',
    path: { belief_id: 'bel_00000000000000000000000000000000' },
  },
  {
    name: 'problem-not-covered',
    operation: 'getBrief',
    key: 'preview',
    query: { ticker: 'NOPE' },
    ts: `try {
  await client.brief({ ticker: 'NOPE' });
} catch (error) {
  if (!isResearchError(error)) throw error;
  // Say that coverage is missing; another company is no substitute.
  console.log(error.code, error.status, error.charged);
}`,
    cli: 'brief NOPE',
    mcp: true,
  },
  {
    name: 'problem-method-not-allowed',
    operation: 'getBrief',
    key: 'preview',
    raw: { method: 'DELETE', path: '/v1/brief?ticker=NWTB' },
  },
  {
    name: 'problem-not-acceptable',
    operation: 'getBrief',
    key: 'preview',
    query: { ticker: 'NWTB' },
    headers: { Accept: 'text/csv' },
  },
  {
    name: 'problem-precondition-failed',
    operation: 'getBrief',
    key: 'preview',
    query: { ticker: 'NWTB' },
    headers: { 'If-Match': '"the-tag-of-yesterday"' },
  },
  {
    name: 'problem-unsupported-media-type',
    operation: 'initiateDevice',
    key: 'none',
    body: { deviceName: 'Laptop' },
    headers: { 'Content-Type': 'text/plain' },
  },
  {
    name: 'problem-brief-too-large',
    operation: 'getBrief',
    key: 'preview',
    query: { entity_id: '3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f03', max_results: 20 },
  },
  {
    name: 'problem-withdrawn',
    operation: 'getEvidence',
    key: 'live',
    path: { evidence_id: 'evd_984fd29471daefcb7b9ae793ed0290e4' },
    takesBack: 'withdraw',
  },
  {
    name: 'problem-removed-legally',
    operation: 'getEvidence',
    key: 'live',
    path: { evidence_id: 'evd_f2eff3c6ed8e4ef2eb1fa560de12b5db' },
    takesBack: 'remove-legally',
  },
  {
    name: 'problem-payload-too-large',
    operation: 'initiateDevice',
    key: 'none',
    body: { deviceName: 'Laptop', acquisition: { source: 'x'.repeat(20_000) } },
  },
  {
    name: 'problem-request-running',
    operation: 'getBrief',
    key: 'live',
    query: { ticker: 'NWTB' },
    fault: 'request-running',
  },
  { name: 'problem-internal', operation: 'getBrief', key: 'live', query: { ticker: 'NWTB' }, fault: 'internal' },
  { name: 'problem-unavailable', operation: 'getBrief', key: 'live', query: { ticker: 'NWTB' }, fault: 'unavailable' },
  { name: 'problem-rate-limited', operation: 'listTickers', key: 'none' },
];
