// Output for programs: documents byte for byte, errors as one object, and the exit code of every error code.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type FailureCode, exitCodeOf, exitMeanings } from './calls/exit-codes.ts';
import { type Answer, answering, bench } from './testing/world.ts';
import { recordedText } from '../../server/testing/recordings.ts';

const problem = (code: string, status: number, more: object = {}): Answer => ({
  status,
  body: {
    type: 'about:blank',
    title: code,
    status,
    detail: `it is ${code}`,
    instance: 'urn:x',
    code,
    request_id: 'x',
    charged: false,
    retryable: false,
    errors: [],
    ...more,
  },
});

describe('--json', () => {
  const questions = [
    ['KLPF-overview', 'brief', 'KLPF'],
    ['KLPF-full', 'brief', 'KLPF', '--full'],
    ['entity-industry', 'brief', '3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f03'],
    ['beliefs-KLPF-page', 'beliefs'],
    ['entities', 'beliefs', '--entities'],
    ['belief-KLPF', 'belief', 'bel_1'],
    ['sources', 'sources'],
    ['source-letter', 'source', 'src_1'],
    ['source-evidence-page', 'source-evidence', 'src_1'],
    ['evidence-verified', 'evidence', 'evd_1'],
    ['status-preview', 'status'],
    ['tickers', 'tickers'],
  ] as const;

  it('is the document byte for byte on stdout, and nothing else is there', async () => {
    for (const [answer, ...args] of questions) {
      const { research } = await bench({ play: await answering(answer) });
      const ran = await research(...args, '--json');
      expect([answer, ran.code]).toEqual([answer, 0]);
      expect(Buffer.from(recordedText(answer)).equals(ran.bytes)).toBe(true);
      expect(ran.err).toMatch(['status', 'tickers'].includes(args[0]) ? /^$/ : /^[01] /);
    }
  });

  it('is one page a line with --all, each as it came', async () => {
    const page = JSON.parse(recordedText('beliefs-KLPF-page')) as { pagination: object };
    const next = 'http://research.test/v1/beliefs?cursor=x';
    const first = JSON.stringify({ ...page, pagination: { next_cursor: 'x', next_page_url: next } });
    const last = JSON.stringify({ ...page, pagination: { next_cursor: null, next_page_url: null } });
    const play = ({ path }: { path: string }): Answer => ({
      headers: { 'Usage-Charge': '1', 'Usage-Remaining': '5' },
      body: path.includes('cursor') ? last : first,
    });
    const all = await bench({ play });
    const ran = await all.research('beliefs', '--all', '--json');
    expect(ran.out).toBe(`${first}\n${last}\n`);
    expect(ran.err).toBe('2 requests charged, 5 left. 2 pages.\n');
    expect(new Set(all.asked.map(({ requestId }) => requestId)).size).toBe(2);
    const one = await bench({ play });
    expect((await one.research('beliefs', '--json')).out).toBe(first);
    expect((await one.research('beliefs')).out).toContain(`--page '${next}'`);
    const resumed = await bench({ play });
    expect((await resumed.research('beliefs', '--page', next, '--json')).out).toBe(last);
    expect(resumed.asked.map(({ path }) => path)).toEqual(['/v1/beliefs?cursor=x']);
  });

  it('is one object of known fields for each failure, on stderr, with the exit code of its kind', async () => {
    const cases: readonly (readonly [Answer, code: string, exit: number, charged: false | 'unknown'])[] = [
      [
        problem('invalid-request', 400, {
          errors: [{ location: 'query.ticker', message: 'is wrong', fix: 'right it' }],
        }),
        'invalid-request',
        2,
        false,
      ],
      [problem('unauthorized', 401), 'unauthorized', 3, false],
      [problem('no-credit', 402), 'no-credit', 4, false],
      [problem('spend-limit-reached', 402), 'spend-limit-reached', 4, false],
      [problem('not-covered', 404), 'not-covered', 5, false],
      [problem('withdrawn', 410), 'withdrawn', 5, false],
      [problem('rate-limited', 429, { retryable: true }), 'rate-limited', 6, false],
      [problem('unavailable', 503, { retryable: true }), 'unavailable', 7, false],
      [problem('unavailable', 503, { retryable: true, charged: null }), 'unavailable', 7, 'unknown'],
      [problem('brief-too-large', 422, { suggested_max_results: 8 }), 'brief-too-large', 2, false],
      [problem('of-a-newer-service', 418), 'of-a-newer-service', 1, false],
      [{ status: 502, body: '<html>' }, 'malformed-answer', 7, 'unknown'],
      ['drop', 'network', 7, 'unknown'],
    ];
    for (const [answer, code, exit, charged] of cases) {
      const { research, asked } = await bench({ play: () => answer });
      const ran = await research('brief', 'NWTB', '--json');
      const told = JSON.parse(ran.err) as Record<string, unknown>;
      expect([ran.code, ran.out, told['code'], told['charged']]).toEqual([exit, '', code, charged]);
      expect(Object.keys(told)).toEqual([
        'code',
        'message',
        'status',
        'charged',
        'retryable',
        'requestId',
        'retryAfter',
        'fix',
        'errors',
        'chargedBefore',
      ]);
      expect(new Set(asked.map(({ requestId }) => requestId))).toEqual(new Set([told['requestId']]));
      const people = await research('brief', 'NWTB');
      expect([people.code, people.out]).toEqual([exit, '']);
      expect(people.err).toContain(`(${code})`);
      if (charged === 'unknown')
        expect(people.err.replace(/\s+/g, ' ')).toMatch(
          /with --request-id \S+ asks for it again: under one id it is charged once at most/,
        );
    }
  });

  it('keeps a request id through all attempts, takes the one given, and stops before --max-charge', async () => {
    const { research, asked, clock } = await bench({
      play: ({ path }) => (asked.length < 3 ? problem('unavailable', 503, { retryable: true }) : { body: path }),
    });
    await research('brief', 'NWTB', '--request-id', 'mine:1', '--json');
    expect(asked.map(({ requestId }) => requestId)).toEqual(['mine:1', 'mine:1', 'mine:1']);
    expect(clock.slept).toHaveLength(2);
    const none = await bench({ play: () => ({}) });
    const stopped = await none.research('brief', 'NWTB', '--max-charge', '0', '--json');
    expect([stopped.code, (JSON.parse(stopped.err) as { code: string }).code, none.asked.length]).toEqual([
      4,
      'max-charge-reached',
      0,
    ]);
  });
});

describe('exit codes', () => {
  it('are in the help, and closed over every code of the contract', async () => {
    const contract = JSON.parse(await readFile(new URL('../../generated/openapi.json', import.meta.url), 'utf8')) as {
      components: { schemas: { ProblemCode: { enum: FailureCode[] } } };
    };
    const codes = contract.components.schemas.ProblemCode.enum;
    expect(codes.length).toBeGreaterThan(20);
    // Exit code 1 is only for codes that this program cannot cause.
    expect(codes.filter((code) => exitCodeOf(code) === 1)).toEqual([
      'method-not-allowed',
      'not-acceptable',
      'precondition-failed',
      'payload-too-large',
      'unsupported-media-type',
    ]);
    expect(Object.keys(exitMeanings).map(Number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 130]);
  });

  it('end a verification that failed with 8, and a stopped run with 130', async () => {
    const answer = await answering('NWTB-overview', { 'Document-Digest': `sha256:${'0'.repeat(64)}` });
    const { research } = await bench({ play: answer });
    const ran = await research('verify', '--brief', 'NWTB');
    expect(ran.code).toBe(8);
    expect(ran.out).toContain('Verification failed');
    const stop = new AbortController();
    stop.abort();
    const stopped = await bench({ play: answer, signal: stop.signal });
    const end = await stopped.research('brief', 'NWTB', '--json');
    expect([end.code, (JSON.parse(end.err) as { code: string }).code, stopped.asked]).toEqual([130, 'aborted', []]);
  });
});
