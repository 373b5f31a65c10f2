// Examples of reading the preview.
import type { Example } from './examples.ts';

const valdermark = 'bel_e88c2841cbf54b982e9289457542042c';
const prospectus = 'evd_c47c13365cc782fc22be5df7398b6a43';
const letters = 'src_5447c2f04a0135ae7bf93547de282e78';
const filings = 'src_862d7788e97ba21d32d8ed480227c501';
const aldersyde = '3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f01';

export const reading: readonly Example[] = [
  {
    name: 'tickers',
    operation: 'listTickers',
    key: 'none',
    show: ['/as_of', '/mode', '/tickers/0', '/tickers/9'],
    ts: `const { data } = await client.tickers();
for (const { ticker, name } of data.tickers.slice(0, 3)) console.log(ticker, name);`,
    cli: 'tickers',
    mcp: true,
  },
  {
    name: 'brief',
    operation: 'getBrief',
    key: 'preview',
    query: { ticker: 'NWTB' },
    show: [
      '/view',
      '/as_of',
      '/data_status/mode',
      '/data_status/freshness',
      '/data_status/coverage',
      '/security/ticker',
      '/security/name',
      '/market_price/status',
      '/trade_state/action',
      '/views/0/person/name',
      '/views/0/direction',
      '/views/0/status',
      '/views/0/summary',
      '/views/0/support/statement',
      '/views/0/support/citation_id',
    ],
    ts: `const { data, charge } = await client.brief({ ticker: 'NWTB' });
if (data.view !== 'overview') throw new Error('a listing answers with an overview');
console.log(data.security.name, data.trade_state.action);
for (const { person, direction, summary } of data.views) {
  console.log(\`\${person.name} (\${direction}): \${summary.text}\`);
}
console.log('charged', charge);`,
    cli: 'brief NWTB',
    mcp: true,
  },
  {
    name: 'brief-past',
    operation: 'getBrief',
    key: 'preview',
    query: { ticker: 'NWTB', as_of: '2026-04-01T00:00:00Z' },
    show: ['/as_of', '/generated_at', '/market_price/reference/session_date', '/coverage', '/trade_state/action'],
    ts: `const past = await client.brief({ ticker: 'NWTB', as_of: '2026-04-01T00:00:00Z' });
const newest = await client.brief({ ticker: 'NWTB' });
for (const change of diff(past, newest).slice(0, 6)) {
  console.log(change.kind, change.what, change.person ?? '', change.field ?? '', change.after);
}`,
    cli: 'diff NWTB --from 2026-04-01T00:00:00Z --to 2026-10-01T13:00:00Z',
    mcp: true,
  },
  {
    name: 'brief-full',
    operation: 'getBrief',
    key: 'preview',
    query: { ticker: 'NWTB', detail: 'full', max_results: 1 },
    show: [
      '/view',
      '/coverage',
      '/theses/0/since_inception_mark',
      '/theses/0/outcomes/0',
      '/theses/0/price_opportunity',
    ],
    ts: `const { data } = await client.brief({ ticker: 'NWTB', detail: 'full', max_results: 1 });
if (data.view !== 'full') throw new Error('asked for the full form');
for (const thesis of data.theses) console.log(thesis.belief_id, thesis.claims.length, 'claims');`,
    cli: 'brief NWTB --full --max-results 1',
    mcp: true,
  },
  {
    name: 'brief-entity',
    operation: 'getBrief',
    key: 'preview',
    query: { entity_id: aldersyde },
    show: ['/view', '/entity', '/price_capability', '/coverage', '/continuation'],
    ts: `const { data } = await client.brief({ entity_id: '${aldersyde}' });
if (data.view === 'entity') console.log(data.entity.name, '-', data.price_capability.reason);`,
    mcp: true,
  },
  {
    name: 'brief-related',
    operation: 'getBrief',
    key: 'preview',
    query: { ticker: 'PELD' },
    show: [
      '/data_status/coverage',
      '/coverage',
      '/trade_state/action',
      '/views',
      '/chart',
      '/related_context/basis',
      '/related_context/related_beliefs/0',
    ],
    ts: `const result = await client.brief({ ticker: 'PELD' });
console.log(isComplete(result).reasons);`,
    cli: 'brief PELD',
    mcp: true,
  },
  {
    name: 'brief-stale',
    operation: 'getBrief',
    key: 'preview',
    query: { ticker: 'OSTR' },
    show: [
      '/data_status/freshness',
      '/data_status/market_freshness',
      '/data_status/limitations',
      '/market_price',
      '/trade_state/action',
      '/trade_state/reasons',
    ],
    ts: `const { complete, reasons } = isComplete(await client.brief({ ticker: 'OSTR' }));
console.log(complete, reasons);`,
    mcp: true,
  },
  {
    name: 'beliefs',
    operation: 'listBeliefs',
    key: 'preview',
    query: { ticker: 'KLPF', limit: 4 },
    show: [
      '/as_of',
      '/data/beliefs/0/belief_id',
      '/data/beliefs/0/person',
      '/data/beliefs/0/thesis',
      '/data/beliefs/0/direction',
      '/data/beliefs/0/status',
      '/data/beliefs/0/observed_at',
      '/data/beliefs/0/detail_url',
      '/data_status/coverage',
      '/pagination',
    ],
    ts: `for await (const belief of client.beliefs({ ticker: 'KLPF', limit: 4 })) {
  console.log(belief.observed_at.slice(0, 10), belief.person.name, belief.direction);
}`,
    cli: 'beliefs --ticker KLPF --limit 4',
    mcp: true,
  },
  {
    name: 'beliefs-next',
    operation: 'listBeliefs',
    key: 'preview',
    follow: 'beliefs',
    show: ['/as_of', '/data/beliefs/0/belief_id', '/data/beliefs/0/observed_at', '/pagination'],
    ts: `let charged = 0;
for await (const page of client.beliefs({ ticker: 'KLPF', limit: 4 }).pages()) {
  charged += page.charge;
  console.log(page.asOf, page.data.data.beliefs.length, page.data.pagination.next_page_url === null ? 'the last' : 'more');
}
console.log('charged', charged);`,
  },
  {
    name: 'entities',
    operation: 'listBeliefs',
    key: 'preview',
    query: { view: 'entities', limit: 3 },
    show: ['/view', '/data/entities'],
    ts: `for await (const entity of client.entities({ limit: 50 })) {
  if (entity.kind !== 'listing') console.log(entity.kind, entity.name, entity.entity_id);
}`,
    mcp: true,
  },
  {
    name: 'belief',
    operation: 'getBelief',
    key: 'preview',
    path: { belief_id: valdermark },
    show: [
      '/data/belief/person',
      '/data/belief/thesis',
      '/data/belief/confidence',
      '/data/belief/horizon',
      '/data/belief/claims/0',
      '/data/belief/revisions/0/revision',
      '/data/belief/revisions/0/observed_at',
      '/data/belief/revisions/0/move',
    ],
    ts: `const { data } = await client.belief('${valdermark}');
for (const { revision, observed_at, move } of data.data.belief.revisions) console.log(revision, observed_at, move);`,
    cli: `belief ${valdermark}`,
    mcp: true,
  },
  {
    name: 'changes',
    operation: 'listChanges',
    key: 'preview',
    query: { tickers: 'NWTB', since: '2026-09-01T00:00:00Z', limit: 5 },
    show: [
      '/since',
      '/as_of',
      '/data/changes/0/kind',
      '/data/changes/0/subject/ticker',
      '/data/changes/0/before',
      '/data/changes/0/after',
      '/data/changes/0/observed_at',
      '/data/changes/0/citation_ids',
      '/pagination',
    ],
    ts: `for await (const { kind, subject, before, after } of client.changes({
  tickers: ['NWTB'],
  since: '2026-09-01T00:00:00Z',
})) {
  console.log(subject.ticker, kind, before, after);
}`,
    cli: 'changes --tickers NWTB --since 2026-09-01',
    mcp: true,
  },
  {
    name: 'sources',
    operation: 'listSources',
    key: 'preview',
    query: { kind: 'letter', limit: 2 },
    ts: `for await (const source of client.sources({ kind: 'letter' })) console.log(source.name, source.evidence_count);`,
    cli: 'sources --kind letter --limit 2',
    mcp: true,
  },
  {
    name: 'sources-next',
    operation: 'listSources',
    key: 'preview',
    query: { limit: 2 },
    show: ['/as_of', '/data/sources/0/name', '/pagination'],
  },
  {
    name: 'source',
    operation: 'getSource',
    key: 'preview',
    path: { source_id: letters },
    show: ['/data/source', '/data/evidence/0', '/data/omitted_evidence_count'],
    ts: `const { data } = await client.source('${letters}');
console.log(data.data.source.name, data.data.source.evidence_count, data.data.omitted_evidence_count);`,
    cli: `source ${letters}`,
  },
  {
    name: 'source-evidence',
    operation: 'listEvidence',
    key: 'preview',
    path: { source_id: filings },
    query: { observed_since: '2026-03-01T00:00:00Z', limit: 2 },
    show: ['/as_of', '/data/source/name', '/data/source/evidence_count', '/data/evidence/0', '/pagination'],
    ts: `for await (const { observed_at, title } of client.sourceEvidence('${filings}', { limit: 50 })) {
  console.log(observed_at.slice(0, 10), title);
}`,
    cli: `source-evidence ${filings} --observed-since 2026-03-01T00:00:00Z --limit 2`,
  },
  {
    name: 'evidence',
    operation: 'getEvidence',
    key: 'preview',
    path: { evidence_id: prospectus },
    show: [
      '/data/evidence',
      '/data/citations/0/citation_id',
      '/data/citations/0/locator',
      '/data/citations/0/content_hash',
    ],
    ts: `const evidence = await client.evidence('${prospectus}');
const report = await verify(evidence);
console.log(report.ok, report.passed, 'checks passed,', report.failed, 'failed');
for (const { name, outcome } of report.checks.slice(0, 4)) console.log(name, outcome);`,
    mcp: true,
  },
  {
    name: 'status-preview',
    operation: 'getStatus',
    key: 'preview',
    ts: `const { data } = await client.status();
console.log(isUsable(data));`,
    cli: 'status',
    mcp: true,
  },
];
