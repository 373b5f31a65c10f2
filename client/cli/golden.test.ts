// Printed output of recorded answers: narrow and wide, in colour and in ASCII.
import { describe, expect, it } from 'vitest';
import { answering, bench } from './testing/world.ts';

/** Colour codes in readable form. */
const readable = (text: string): string => text.replaceAll(/\u001b\[(\d+)m/g, '{$1}');

/** Without the request id, which differs in each run. */
const settled = (text: string): string => readable(text).replaceAll(/(?<=Request id\s)[0-9a-f-]{36}/g, '<request id>');

type Case = {
  golden: string;
  answer: string;
  args: string[];
  columns?: number;
  colour?: boolean;
  term?: string;
  headers?: Record<string, string>;
  code?: number;
};

const preview = { 'Usage-Charge': '0' };

const cases: readonly Case[] = [
  { golden: 'brief/overview-80', answer: 'KLPF-overview', args: ['brief', 'KLPF'], headers: preview },
  { golden: 'brief/overview-60', answer: 'NWTB-overview', args: ['brief', 'NWTB'], columns: 60, headers: preview },
  {
    golden: 'brief/overview-140-colour',
    answer: 'MSBK-overview',
    args: ['brief', 'MSBK'],
    columns: 140,
    colour: true,
    headers: preview,
  },
  { golden: 'brief/overview-live', answer: 'live-NWTB-overview', args: ['brief', 'NWTB'] },
  {
    golden: 'brief/overview-stale',
    answer: 'live-NWTB-overview-stale',
    args: ['brief', 'NWTB', '--request-id', '0f3c8813-0d97-4be6-b4d8-d3d35ed238d9'],
    headers: { 'Usage-Charge': '0', 'Idempotent-Replayed': 'true' },
  },
  {
    golden: 'brief/overview-capped',
    answer: 'KLPF-overview-capped',
    args: ['brief', 'KLPF', '--max-results', '20'],
    headers: preview,
  },
  { golden: 'brief/without-chart', answer: 'VYND-overview', args: ['brief', 'VYND'], headers: preview },
  { golden: 'brief/related-only', answer: 'PELD-overview', args: ['brief', 'PELD'], headers: preview },
  { golden: 'brief/overview-ascii', answer: 'OSTR-overview', args: ['brief', 'OSTR', '--ascii'], headers: preview },
  {
    golden: 'brief/overview-dumb',
    answer: 'OSTR-overview',
    args: ['brief', 'OSTR'],
    term: 'dumb',
    colour: true,
    headers: preview,
  },
  { golden: 'brief/full', answer: 'live-QRZM-full', args: ['brief', 'QRZM', '--full'], columns: 100 },
  {
    golden: 'brief/entity',
    answer: 'entity-industry',
    args: ['brief', '3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f03'],
    headers: preview,
  },
  {
    golden: 'brief/entity-unnamed',
    answer: 'entity-company-unnamed',
    args: ['brief', '3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f09'],
    columns: 60,
    headers: preview,
  },
  { golden: 'beliefs', answer: 'beliefs-KLPF-page', args: ['beliefs', '--ticker', 'KLPF'], headers: preview },
  { golden: 'beliefs-none', answer: 'beliefs-none', args: ['beliefs', '--status', 'forming'], headers: preview },
  { golden: 'entities', answer: 'entities', args: ['beliefs', '--entities'], headers: preview },
  { golden: 'belief', answer: 'belief-NWTB', args: ['belief', 'bel_1'], headers: preview },
  {
    golden: 'belief-reversed-60',
    answer: 'belief-LRKQ-reversed',
    args: ['belief', 'bel_1'],
    columns: 60,
    headers: preview,
  },
  { golden: 'sources', answer: 'sources', args: ['sources'], headers: preview },
  { golden: 'source', answer: 'source-letter', args: ['source', 'src_1'], headers: preview },
  {
    golden: 'source-evidence',
    answer: 'source-evidence-page',
    args: ['source-evidence', 'src_1', '--limit', '3'],
    headers: preview,
  },
  { golden: 'evidence', answer: 'evidence-verified', args: ['evidence', 'evd_1'], headers: preview },
  { golden: 'status-preview', answer: 'status-preview', args: ['status'] },
  { golden: 'status-live-60', answer: 'live-status', args: ['status'], columns: 60, colour: true },
  { golden: 'tickers', answer: 'tickers', args: ['tickers'] },
  { golden: 'tickers-44', answer: 'live-tickers', args: ['tickers'], columns: 44 },
  { golden: 'error-not-covered', answer: 'not-covered', args: ['brief', 'ZZZZ'], code: 5 },
  {
    golden: 'error-too-large',
    answer: 'entity-industry-too-large',
    args: ['brief', '3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f03', '--max-results', '20'],
    code: 2,
    colour: true,
  },
  { golden: 'error-no-record', answer: 'belief-no-such-record', args: ['belief', 'bel_0'], code: 5 },
  { golden: 'error-future', answer: 'as-of-in-future', args: ['brief', 'NWTB', '--as-of', '9999-01-01'], code: 2 },
];

describe('the text of an answer', () => {
  it.each(cases)(
    'is the golden $golden',
    async ({ golden, answer, args, columns = 80, colour = false, term, headers, code = 0 }) => {
      const { research } = await bench({
        play: await answering(answer, headers),
        columns,
        env: { ...(colour && { FORCE_COLOR: '1' }), ...(term !== undefined && { TERM: term }) },
      });
      const ran = await research(...args);
      expect(ran.code).toBe(code);
      await expect(settled(code === 0 ? ran.out : ran.err)).toMatchFileSnapshot(`golden/${golden}.txt`);
    },
  );

  it('is the golden of two cutoffs', async () => {
    const [now, then] = [
      await answering('NWTB-overview', preview),
      await answering('NWTB-overview-2026-04-01', preview),
    ];
    const { research } = await bench({ play: (asked) => (asked.path.includes('as_of') ? then(asked) : now(asked)) });
    const ran = await research('diff', 'NWTB', '--from', '2026-04-01');
    expect(ran.code).toBe(0);
    await expect(settled(ran.out)).toMatchFileSnapshot('golden/diff.txt');
  });

  it('never runs over the edge, but for what has to stay whole', async () => {
    let lines = 0;
    for (const columns of [40, 60, 80, 140]) {
      for (const [answer, ...args] of [
        ['KLPF-full', 'brief', 'KLPF', '--full'],
        ['belief-KLPF', 'belief', 'bel_1'],
        ['entities', 'beliefs', '--entities'],
        ['tickers', 'tickers'],
      ] as const) {
        const { research } = await bench({ play: await answering(answer), columns });
        const { out } = await research(...args);
        for (const line of out.split('\n')) {
          lines += 1;
          if ([...line].length > columns)
            expect(line).toMatch(/:\/\/|[a-z]{3}_[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}|sha256:/);
        }
      }
    }
    expect(lines).toBeGreaterThan(1_000);
  });
});
