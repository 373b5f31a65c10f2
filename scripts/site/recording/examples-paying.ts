// Examples of charges, free answers, and the way of a program to a key.
import type { Example } from './examples.ts';

const prospectus = 'evd_c47c13365cc782fc22be5df7398b6a43';

export const paying: readonly Example[] = [
  {
    name: 'charged',
    operation: 'getBrief',
    key: 'live',
    query: { ticker: 'NWTB', as_of: '2026-10-01T13:00:00Z' },
    requestId: 'order-7781-nwtb',
    show: ['/as_of', '/data_status/mode', '/security', '/trade_state/action'],
    note: 'The first time: one unit.',
  },
  {
    name: 'receipts',
    operation: 'listReceipts',
    key: 'live',
    query: { limit: 20 },
    masked: {
      charged_at: '2026-11-01T00:00:00.000Z',
      replay_until: '2026-12-01T00:00:00.000Z',
      request_id_kept_until: '2027-01-30T00:00:00.000Z',
    },
    ts: `let units = 0;
for await (const receipt of client.receipts({ charged_since: '2026-01-01T00:00:00Z' })) units += receipt.units;
console.log(units, 'charged');`,
  },
  {
    name: 'repeated',
    operation: 'getBrief',
    key: 'live',
    query: { ticker: 'NWTB', as_of: '2026-10-01T13:00:00Z' },
    requestId: 'order-7781-nwtb',
    show: ['/as_of', '/data_status/mode', '/security', '/trade_state/action'],
    note: 'The same request with the same id again: the same bytes, free.',
    ts: `const question = { ticker: 'NWTB', as_of: '2026-10-01T13:00:00Z' };
const first = await client.brief(question, { requestId: 'order-7782-nwtb' });
const again = await client.brief(question, { requestId: 'order-7782-nwtb' });
console.log(first.charge, first.replayed);
console.log(again.charge, again.replayed);`,
  },
  {
    name: 'receipt',
    operation: 'getReceipt',
    key: 'live',
    path: { request_id: 'order-7781-nwtb' },
    masked: {
      charged_at: '2026-11-01T00:00:00.000Z',
      replay_until: '2026-12-01T00:00:00.000Z',
      request_id_kept_until: '2027-01-30T00:00:00.000Z',
    },
    ts: `const { data } = await client.receipt('order-7781-nwtb');
console.log(data.units, data.paid_from, data.request);`,
    cli: 'receipt order-7781-nwtb',
  },
  {
    name: 'not-modified',
    operation: 'getBrief',
    key: 'live',
    query: { ticker: 'NWTB', as_of: '2026-10-01T13:00:00Z' },
    holds: 'charged',
    note: 'Nothing has changed since the document that you hold: free, and no body.',
  },
  {
    name: 'status',
    operation: 'getStatus',
    key: 'live',
    ts: `const { data } = await client.status();
console.log(isUsable(data));`,
    cli: 'status',
    mcp: true,
  },
  {
    name: 'problem-request-id-reused',
    operation: 'getBrief',
    key: 'live',
    query: { ticker: 'KLPF' },
    requestId: 'order-7781-nwtb',
  },
  {
    name: 'charged-evidence',
    operation: 'getEvidence',
    key: 'live',
    path: { evidence_id: prospectus },
    query: { as_of: '2026-10-01T13:00:00Z' },
    requestId: 'order-7783-evidence',
    show: ['/as_of', '/data/evidence/title', '/data/evidence/content_hash'],
  },
  {
    name: 'openings',
    operation: 'getOpenings',
    key: 'live',
    path: { request_id: 'order-7783-evidence' },
    masked: { salt: '5f2c8e0b7d41a9630f1e2d3c4b5a69788796a5b4c3d2e1f00123456789abcdef' },
    note: 'Each salt is random; one stands here for all.',
  },
];

export const device: readonly Example[] = [
  {
    name: 'device-start',
    operation: 'initiateDevice',
    key: 'none',
    body: { deviceName: 'Research agent on this laptop', acquisition: { entrypoint: 'docs' } },
    masked: {
      acquisitionId: '5f1c0c9e-4c1c-4e0a-9d3b-1c6a3b1f7c10',
      deviceCode: 'ri_dc_…',
      userCode: 'RI-XXXX-XXXX-XXXX',
      browserUrl: 'https://research.example/cli-auth?code=RI-XXXX-XXXX-XXXX',
      expiresAt: '2026-11-01T00:15:00.000Z',
    },
    note: 'Codes are new each time; letters stand for them here.',
  },
  { name: 'device-pending', operation: 'pollDevice', key: 'device', note: 'No decision yet.' },
  { name: 'device-too-soon', operation: 'pollDevice', key: 'device', note: 'Asked again at once.' },
  { name: 'device-unknown', operation: 'pollDevice', key: 'wrong', note: 'A code that is none of the service.' },
];
