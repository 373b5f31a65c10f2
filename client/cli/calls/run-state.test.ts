// Interrupted runs: the charge until then, how to continue, and how to repeat without paying twice.
import { describe, expect, it } from 'vitest';
import type { BriefFull } from '../../../generated/api.ts';
import { type Answer, type ServiceRequest, type Bench, baseUrl, bench } from '../testing/world.ts';
import { recordedText } from '../../../server/testing/recordings.ts';

const page = JSON.parse(recordedText('beliefs-KLPF-page')) as { data_status: object };
const full = JSON.parse(recordedText('NWTB-full')) as BriefFull;

const asLive = (body: { data_status: object }, left: number): Answer => ({
  headers: { 'Usage-Charge': '1', 'Usage-Remaining': String(left) },
  body: { ...body, data_status: { ...body.data_status, mode: 'live' } },
});

const addressOf = (page: number): string => `http://research.test/v1/beliefs?cursor=${page}`;

/** Endless pages, each of one unit; the argument replaces the answer of single pages. */
const pages =
  (others: Readonly<Record<number, Answer>> = {}) =>
  ({ path }: ServiceRequest): Answer => {
    const number = Number(/cursor=(\d+)/.exec(path)?.[1] ?? 1);
    const pagination = { next_cursor: 'x', next_page_url: addressOf(number + 1) };
    return others[number] ?? asLive(Object.assign({}, page, { pagination }), 9 - number);
  };

const plain = (text: string): string => text.replace(/\s+/g, ' ');

const refusal = (code: string, status: number, more: object = {}): Answer => ({
  status,
  body: { code, status, detail: code, request_id: 'x', charged: false, retryable: false, errors: [], ...more },
});

/** Ids of the requests, counting a retry once. */
const idsOf = ({ asked }: Bench): readonly (string | null)[] => [...new Set(asked.map(({ requestId }) => requestId))];

describe('a list that stops midway', () => {
  it('says what its pages were charged and where it goes on', async () => {
    const by = await bench({ play: pages() });
    const ran = await by.research('beliefs', '--all', '--max-charge', '2');
    expect([ran.code, by.asked.length]).toEqual([4, 2]);
    expect(plain(ran.err)).toContain('0 charged. Request id');
    expect(plain(ran.err)).toContain(`2 requests charged before that. To go on: --page '${addressOf(3)}'`);
    const json = await (await bench({ play: pages() })).research('beliefs', '--all', '--max-charge', '2', '--json');
    expect(JSON.parse(json.err)).toMatchObject({ code: 'max-charge-reached', charged: false, chargedBefore: 2 });
  });

  it('names the page that may have been charged, and the command that repeats it is charged once', async () => {
    const by = await bench({ play: pages({ 3: 'drop' }) });
    const ran = await by.research('beliefs', '--all', '--max-charge', '3');
    const id = by.asked.at(-1)?.requestId ?? '';
    const again = `research beliefs --all --page '${addressOf(3)}' --request-id ${id}`;
    const carried = `--base-url '${baseUrl}' --max-charge 1`;
    expect(plain(ran.err)).toContain(
      `not known. ${again} ${carried} asks for it again: under one id it is charged once at most, in all. 2 requests charged before`,
    );
    expect(ran.err).not.toContain('The same command');
    const repeated = await bench({ play: pages() });
    const [, ...args] = again.replaceAll("'", '').split(' ');
    await repeated.research(...args, '--max-charge', '1');
    expect(repeated.asked).toMatchObject([{ path: '/v1/beliefs?cursor=3', requestId: id }]);
    const first = await (await bench({ play: () => 'drop' })).research('beliefs', '--all', '--json');
    expect((JSON.parse(first.err) as { fix: string }).fix).toMatch(
      / The same command with --request-id \S+ asks for it again: under one id it is charged/,
    );
  });

  it('suggests no option that was not given, and no word that a shell would read', async () => {
    const home = await bench({ env: { XDG_CONFIG_HOME: '/nowhere' }, play: () => 'drop' });
    expect(plain((await home.research('beliefs', '--page', addressOf(2))).err)).not.toMatch(
      /--base-url '|--max-charge/,
    );
    const odd = "http://research.test/v1/'$(id)'";
    const pagination = { next_cursor: 'x', next_page_url: odd };
    const play = ({ path }: ServiceRequest): Answer =>
      path.includes('$') ? 'drop' : asLive(Object.assign({}, page, { pagination }), 8);
    const quoted = "--page 'http://research.test/v1/'\\''$(id)'\\'''";
    const by = await bench({ play });
    expect(plain((await by.research('beliefs')).out)).toContain(quoted);
    expect(plain((await by.research('beliefs', '--all')).err)).toContain(
      `research beliefs --all ${quoted} --request-id`,
    );
    expect(plain((await by.research('beliefs', '--all', '--max-charge', '1')).err)).toContain(`To go on: ${quoted}`);
  });

  it('counts the page that ends it, which was answered, and does not go on there', async () => {
    const loop = { pagination: { next_cursor: 'x', next_page_url: addressOf(2) } };
    const ends = {
      'pagination-loop': asLive(Object.assign({}, page, loop), 7),
      'as-of-changed': asLive(Object.assign({}, page, { as_of: '2026-10-02T00:00:00.000Z' }), 7),
    };
    for (const [code, second] of Object.entries(ends)) {
      const by = await bench({ play: pages({ 2: second }) });
      const ran = await by.research('beliefs', '--all');
      expect(plain(ran.err)).toContain(`(${code}) 2 requests charged. Request id ${by.asked[1]?.requestId}`);
      expect(ran.err).not.toMatch(/To go on|0 charged|before that/);
      const json = await (await bench({ play: pages({ 2: second }) })).research('beliefs', '--all', '--json');
      const told = JSON.parse(json.err.trim().split('\n').at(-1) ?? '') as object;
      expect(told).toMatchObject({ code, charged: true, chargedBefore: 1 });
    }
    const free = await bench({
      play: () => ({ body: Object.assign({}, page, loop), headers: { 'Usage-Charge': '0' } }),
    });
    const ran = await free.research('beliefs', '--all', '--json');
    expect(JSON.parse(ran.err)).toMatchObject({ code: 'pagination-loop', charged: false, chargedBefore: 0 });
  });

  it('prints no cutoff with an address, which already contains one', async () => {
    const { research } = await bench({ play: pages() });
    expect((await research('beliefs')).out).toContain('--as-of');
    expect((await research('beliefs', '--page', addressOf(2))).out).not.toContain('--as-of');
    const record = recordedText('belief-NWTB');
    const belief = await bench({ play: () => ({ body: record }) });
    expect((await belief.research('belief', 'bel_1')).out).toContain('--as-of');
    expect((await belief.research('belief', 'http://research.test/v1/beliefs/bel_1')).out).not.toContain('--as-of');
  });
});

describe('research diff', () => {
  it('counts every answer that was charged, also one that was asked for again with fewer views', async () => {
    let left = 9;
    const play = ({ path }: ServiceRequest): Answer => {
      const most = Number(/max_results=(\d+)/.exec(path)?.[1]);
      if (path.includes('as_of') && most > 8) return refusal('brief-too-large', 422, { suggested_max_results: 8 });
      return asLive(full, (left -= 1));
    };
    const by = await bench({ play });
    const ran = await by.research('diff', 'NWTB', '--from', '2026-01-01');
    expect([ran.code, by.asked.length]).toEqual([0, 4]);
    expect(ran.out).toContain('3 requests charged, 6 left.');
    expect(new Set(by.asked.map(({ requestId }) => requestId)).size).toBe(4);
  });

  it('is repeated as a whole under one id, each side under its own', async () => {
    const lost = await bench({ play: ({ path }) => (path.includes('as_of') ? 'drop' : asLive(full, 8)) });
    const ran = await lost.research('diff', 'NWTB', '--from', '2026-01-01');
    expect(plain(ran.err)).toContain('1 request charged before that.');
    const id = /The same command with --request-id (\S+) asks for it again/.exec(plain(ran.err))?.[1] ?? '';
    const again = await bench({ play: () => asLive(full, 8) });
    expect((await again.research('diff', 'NWTB', '--from', '2026-01-01', '--request-id', id)).code).toBe(0);
    expect(idsOf(again)).toEqual(idsOf(lost));
    expect(idsOf(again)).toHaveLength(2);
    const long = await again.research('diff', 'NWTB', '--from', '2026-01-01', '--request-id', 'x'.repeat(119));
    expect([long.code, again.asked.length]).toEqual([2, 2]);
  });

  it('compares its cutoffs as instants', async () => {
    const { research } = await bench({ play: () => asLive(full, 8) });
    const span = (from: string, to: string) =>
      research('diff', 'NWTB', '--from', `2026-04-01T${from}`, '--to', `2026-04-01T${to}`);
    expect((await span('00:00:00Z', '00:00:00.500Z')).code).toBe(0);
    expect((await span('00:00:00.500Z', '00:00:00Z')).code).toBe(2);
  });

  it('says whose condition came or went, where the cases have it', async () => {
    const [thesis, ...others] = full.theses;
    const then = { ...full, theses: [{ ...thesis, conditions: thesis?.conditions.slice(1) }, ...others] };
    const { research } = await bench({ play: ({ path }) => asLive(path.includes('as_of') ? then : full, 8) });
    const { out } = await research('diff', 'NWTB', '--from', '2026-01-01');
    expect(plain(out)).toContain('+ Ines Valdermark, risk: Northwater issues shares.; not triggered');
    expect(out).not.toContain('bel_');
  });

  it('says of a text that one document has shortened that it may only be cut', async () => {
    const [view, ...others] = full.views;
    const views = [{ ...view, summary: { text: 'Cut', truncated: true } }, ...others];
    const then = {
      ...full,
      views,
      warnings: [{ code: 'texts-shortened', message: 'Texts are short.', pointer: null }],
    };
    const { research } = await bench({ play: ({ path }) => asLive(path.includes('as_of') ? then : full, 8) });
    const { out } = await research('diff', 'NWTB', '--from', '2026-01-01');
    expect(plain(out)).toContain('(or only cut: a document has its texts shortened)');
  });
});
