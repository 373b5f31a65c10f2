// Lists of beliefs and entities as a reader meets them: pages that go on, cutoffs that stay, and refusals that say why.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BeliefsPage, EntitiesPage, EntityItem } from '../../generated/api.ts';
import { ProblemError } from '../contract/problems.ts';
import { citedIds } from '../documents/cited.ts';
import { replaceCursorKeys, rotateCursorKey } from '../store/cursor-keys.ts';
import type { Store } from '../store/engine.ts';
import { entityIdForTicker } from '../store/ids.ts';
import { publishTold, type Told } from '../store/test-research.ts';
import { openTestStore } from '../store/test-store.ts';
import { withdrawBelief } from '../store/withdraw.ts';
import { type Answers, createAnswers } from './answers.ts';
import type { BeliefsRequest } from './beliefs.ts';

const baseUrl = 'https://research.test';
const now = '2030-01-05T00:00:00.000Z';
const day = (number: number): string => `2029-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;

let store: Store;
let answers: Answers;

async function open(): Promise<void> {
  store = await openTestStore();
  answers = another();
}

/** As on another process: nothing is kept there yet. */
function another(): Answers {
  return createAnswers({ store, baseUrl, now: () => now });
}

const told: Told[] = Array.from({ length: 45 }, (_, index) => ({
  belief: String(index).padStart(3, '0'),
  ticker: ['NWTB', 'GRMW', 'HALV'][index % 3] ?? '',
  person: `person-${index % 2}`,
  observedAt: day(1 + (index % 5)),
  direction: index % 4 === 0 ? 'bearish' : 'bullish',
  ...(index === 7 && {
    body: { confidence: 'high', horizon: { text: 'two years' }, direction_basis: 'operator_classified' },
  }),
}));

async function page(request: BeliefsRequest, from = answers): Promise<BeliefsPage> {
  return JSON.parse((await from.beliefs('live', request)).bytes.toString()) as BeliefsPage;
}

async function entities(request: BeliefsRequest): Promise<EntitiesPage> {
  return JSON.parse((await answers.beliefs('live', { ...request, view: 'entities' })).bytes.toString()) as EntitiesPage;
}

/** The request that a page's own address makes. */
function following(url: string | null): BeliefsRequest | null {
  if (url === null) return null;
  expect(url.startsWith(`${baseUrl}/v1/beliefs?`)).toBe(true);
  const { limit, ...sent } = Object.fromEntries(new URL(url).searchParams);
  return { ...sent, limit: Number(limit) };
}

async function walk(request: BeliefsRequest): Promise<BeliefsPage[]> {
  const pages: BeliefsPage[] = [];
  for (let next: BeliefsRequest | null = request; next !== null;) {
    const current: BeliefsPage = await page(next);
    pages.push(current);
    next = following(current.pagination.next_page_url);
  }
  return pages;
}

async function refusal(asking: Promise<unknown>): Promise<ProblemError> {
  const outcome = await asking.catch((error: unknown) => error);
  if (outcome instanceof ProblemError) return outcome;
  throw new Error('it was not refused', { cause: outcome });
}

const ids = (pages: readonly BeliefsPage[]): string[] =>
  pages.flatMap(({ data }) => data.beliefs.map((b) => b.belief_id));

describe('a list that stays as it is', () => {
  beforeAll(async () => {
    await open();
    await publishTold(store.db, { told, now: day(20) });
  });
  afterAll(() => store.close());

  it('is walked by next_page_url alone: every record once, newest first, each page at the same cutoff', async () => {
    const pages = await walk({ limit: 7 });
    expect(pages).toHaveLength(7);
    expect(new Set(ids(pages)).size).toBe(45);
    const order = pages.flatMap(({ data }) => data.beliefs).map((b) => [b.observed_at, b.belief_id] as const);
    expect(order).toEqual(order.toSorted(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? 1 : -1)));
    expect(new Set(pages.map((one) => one.as_of))).toEqual(new Set([day(20)]));
    expect(pages.at(-1)?.pagination).toEqual({ next_cursor: null, next_page_url: null });
    expect(pages.map((one) => one.data_status.coverage)).toEqual(Array.from({ length: 7 }, () => 'partial'));
  });

  it('on one page is complete, and without a match insufficient', async () => {
    const { data_status: whole } = await page({ limit: 50 });
    expect(whole).toMatchObject({
      mode: 'live',
      freshness: 'current',
      coverage: 'complete',
      latest_observation_at: day(5),
    });
    const { data, data_status: none } = await page({ person_id: 'nobody' });
    expect(data).toEqual({ beliefs: [], citations: [] });
    expect(none).toMatchObject({ coverage: 'insufficient', latest_observation_at: null });
    expect(none.limitations).toEqual(['No released record matches at this cutoff.']);
  });

  it('tells of each record what is known and leaves out what is not', async () => {
    const { data } = await page({ ticker: 'GRMW', limit: 50 });
    const item = data.beliefs.find(({ belief_id }) => belief_id === 'bel_007');
    expect(item).toEqual({
      belief_id: 'bel_007',
      subject: { entity_id: entityIdForTicker('GRMW'), kind: 'listing', ticker: 'GRMW', name: 'GRMW Company' },
      person: { id: 'person-1', name: 'Name of person-1', handle: null },
      thesis: { text: 'Orders cover two years of output.', truncated: false },
      direction: 'bullish',
      status: 'active',
      observed_at: day(3),
      latest_revision_at: null,
      citation_ids: ['cit_007-1'],
      detail_url: `${baseUrl}/v1/beliefs/bel_007?as_of=2029-01-20T00%3A00%3A00.000Z`,
      confidence: 'high',
      horizon: { text: 'two years', until_on: null },
    });
    expect(data.beliefs.filter((other) => 'confidence' in other)).toHaveLength(1);
  });

  it('carries exactly the citations that its records name', async () => {
    for (const one of await walk({ limit: 10 })) {
      expect(one.data.citations.map((row) => row.citation_id).toSorted()).toEqual(
        [...citedIds(one.data.beliefs)].toSorted(),
      );
    }
    const limits = (await page({ ticker: 'GRMW', limit: 50 })).data_status.limitations;
    expect(limits).toEqual([
      'The direction of 1 of 15 views shown was classified by the operator; the author did not declare it.',
    ]);
  });

  const filters: [BeliefsRequest, number][] = [
    [{ ticker: 'nwtb' }, 15],
    [{ entity_id: entityIdForTicker('NWTB').toUpperCase() }, 15],
    [{ ticker: 'NWTB', entity_id: entityIdForTicker('NWTB') }, 15],
    [{ ticker: 'NWTB', entity_id: entityIdForTicker('GRMW') }, 0],
    [{ person_id: 'person-0' }, 23],
    [{ direction: 'bearish' }, 12],
    [{ status: 'active' }, 45],
    [{ status: 'reversed' }, 0],
    [{ updated_since: '2029-01-04T00:00:00Z' }, 18],
    [{ ticker: 'NWTB', person_id: 'person-0', direction: 'bearish', status: 'active', updated_since: day(2) }, 3],
  ];
  it.each(filters)('by %j has as many records as match, on every page size', async (filter, count) => {
    for (const limit of [2, 50]) expect(ids(await walk({ ...filter, limit }))).toHaveLength(count);
  });

  it('has the same bytes for the same question, however it is spelt and whichever process answers', async () => {
    const first = await answers.beliefs('live', { ticker: 'NWTB', limit: 5 });
    const spelt = { ticker: 'nwtb', entity_id: undefined, limit: 5, as_of: '2029-01-20T00:00:00Z' };
    expect((await another().beliefs('live', spelt)).bytes.equals(first.bytes)).toBe(true);
    expect(first.nextPageUrl).toBe((await page({ ticker: 'NWTB', limit: 5 })).pagination.next_page_url);
  });

  it('at an earlier cutoff shows what was known then', async () => {
    expect(ids(await walk({ as_of: day(3), limit: 50 }))).toHaveLength(0);
    await publishTold(store.db, { collection: 'preview', told, effectiveAt: day(1), now });
    const preview = await answers.beliefs('preview', { as_of: day(3), limit: 50 });
    const shown = JSON.parse(preview.bytes.toString()) as BeliefsPage;
    expect(shown.data.beliefs).toHaveLength(27);
    expect(shown.data_status.mode).toBe('preview');
    expect(shown.data_status.limitations[0]).toMatch(/^Preview data/);
  });

  it('does not cover what is unknown or has nothing: 404, never another company', async () => {
    const unknown: BeliefsRequest[] = [
      { ticker: 'ZZZZ' },
      { entity_id: entityIdForTicker('ZZZZ') },
      { ticker: 'NWTB', as_of: day(1) },
      { ticker: 'ZZZZ', status: 'active' },
    ];
    for (const request of unknown) expect((await refusal(page(request))).code).toBe('not-covered');
    expect(unknown).toHaveLength(4);
  });

  it('goes on with another limit, and with the cutoff left out', async () => {
    const first = await page({ ticker: 'NWTB', limit: 4 });
    const cursor = first.pagination.next_cursor ?? '';
    const rest = await page({ ticker: 'NWTB', limit: 50, cursor });
    expect(rest.as_of).toBe(first.as_of);
    expect(ids([first, rest])).toHaveLength(15);
  });

  it('refuses a cursor with other filters, another cutoff, another view or another collection', async () => {
    const cursor = (await page({ ticker: 'NWTB', limit: 4 })).pagination.next_cursor ?? '';
    const requests: BeliefsRequest[] = [
      { cursor },
      { cursor, ticker: 'GRMW' },
      { cursor, ticker: 'NWTB', status: 'active' },
      { cursor, ticker: 'NWTB', as_of: day(19) },
      { cursor, view: 'entities' },
    ];
    for (const request of requests)
      expect((await refusal(answers.beliefs('live', request))).code).toBe('cursor-mismatch');
    expect((await refusal(answers.beliefs('preview', { cursor, ticker: 'NWTB' }))).code).toBe('cursor-mismatch');
    expect((await refusal(answers.sources('live', { cursor }))).code).toBe('cursor-mismatch');
    expect((await refusal(page({ cursor: `${cursor}A`, ticker: 'NWTB' }))).code).toBe('invalid-cursor');
  });
});

describe('a list beside releases', () => {
  beforeEach(async () => {
    await open();
    await publishTold(store.db, { told, now: day(20) });
  });
  afterEach(() => store.close());

  it('is walked to its end as it was at the beginning, and read again it has the same bytes', async () => {
    const before = ids(await walk({ limit: 50 }));
    const seen: string[] = [];
    const bytes: { request: BeliefsRequest; sha256: string }[] = [];
    for (let request: BeliefsRequest | null = { limit: 10, as_of: day(20) }; request !== null;) {
      const answer = await answers.beliefs('live', request);
      bytes.push({ request, sha256: answer.sha256 });
      const current = JSON.parse(answer.bytes.toString()) as BeliefsPage;
      seen.push(...ids([current]));
      await publishTold(store.db, { told: [{ belief: `z${seen.length}`, observedAt: day(2) }], now: day(21) });
      await withdrawBelief(store.db, {
        collection: 'live',
        id: before.at(-1 - seen.length) ?? '',
        reason: 'asked for',
        now: day(21),
      });
      request = following(current.pagination.next_page_url);
    }
    expect(seen).toEqual(before);
    expect(bytes).toHaveLength(5);
    for (const { request, sha256 } of bytes) expect((await another().beliefs('live', request)).sha256).toBe(sha256);
    expect(ids(await walk({ limit: 50 }))).not.toEqual(before);
  });

  it('goes on with the cutoff that it resolved to, also when a later one was asked for', async () => {
    const first = await page({ limit: 10, as_of: day(25) });
    expect(first.as_of).toBe(day(20));
    await publishTold(store.db, { told: [{ belief: 'later', observedAt: day(2) }], now: day(21) });
    const next = await page(following(first.pagination.next_page_url) ?? {});
    expect(next.as_of).toBe(day(20));
    const asAsked = refusal(page({ limit: 10, as_of: day(25), cursor: first.pagination.next_cursor ?? '' }));
    expect((await asAsked).code).toBe('cursor-mismatch');
  });

  it('a rotation of the key changes next_cursor and nothing else, and walks that began before it end', async () => {
    await replaceCursorKeys(store.db, [
      { key_id: 1, secret: Buffer.alloc(32, 1), created_at: day(1), retired_at: null },
    ]);
    const first = await page({ limit: 40 });
    await rotateCursorKey(store.db, { secret: Buffer.alloc(32, 2), now: day(21) });
    const rotated = await page({ limit: 40 }, another());
    expect(rotated.pagination.next_cursor).not.toBe(first.pagination.next_cursor);
    expect({ ...rotated, pagination: null }).toEqual({ ...first, pagination: null });
    const rest = await page(following(first.pagination.next_page_url) ?? {}, another());
    expect(ids([first, rest])).toEqual(ids(await walk({ limit: 50 })));
  });

  it('a subject whose last record was withdrawn is not covered any more, and still is at its cutoffs', async () => {
    await publishTold(store.db, { told: [{ belief: 'only', ticker: 'OSTR', observedAt: day(6) }], now: day(21) });
    await withdrawBelief(store.db, { collection: 'live', id: 'bel_only', reason: 'the author asked', now: day(22) });
    expect((await refusal(page({ ticker: 'OSTR' }))).code).toBe('not-covered');
    expect(ids([await page({ ticker: 'OSTR', as_of: day(21) })])).toEqual(['bel_only']);
  });
});

describe('the entities', () => {
  beforeAll(open);
  afterAll(() => store.close());

  it('are none before the first release, and no subject is covered then', async () => {
    const none = await entities({});
    expect(none).toMatchObject({ as_of: '1970-01-01T00:00:00.000Z', data: { entities: [] } });
    expect((await page({})).data.beliefs).toEqual([]);
    expect((await refusal(page({ ticker: 'NWTB' }))).code).toBe('not-covered');
  });

  it('are walked by id, each once, with the count that a walk of its beliefs gives', async () => {
    await publishTold(store.db, { told, now: day(20) });
    const listed: EntityItem[] = [];
    for (let next: BeliefsRequest | null = { limit: 2 }; next !== null;) {
      const current: EntitiesPage = await entities(next);
      listed.push(...current.data.entities);
      next = following(current.pagination.next_page_url);
    }
    expect(listed.map((row) => row.entity_id)).toEqual(['NWTB', 'GRMW', 'HALV'].map(entityIdForTicker).toSorted());
    for (const { ticker, released_record_count: count, latest_observation_at: latest, name } of listed) {
      expect(ids(await walk({ ticker: ticker ?? '', limit: 50 }))).toHaveLength(count);
      expect([latest, name]).toEqual([day(5), `${ticker} Company`]);
    }
  });

  it('take limit, cursor and as_of, and every other parameter is refused by name', async () => {
    const request: BeliefsRequest = {
      ...{
        ticker: 'NWTB',
        entity_id: entityIdForTicker('NWTB'),
        person_id: 'p',
        direction: 'bearish',
        status: 'active',
      },
      ...{ updated_since: day(1), limit: 1, as_of: day(20) },
    };
    const { code, options } = await refusal(entities(request));
    expect(code).toBe('invalid-request');
    expect(options.errors?.map(({ location }) => location)).toEqual([
      ...[
        'query.ticker',
        'query.entity_id',
        'query.person_id',
        'query.direction',
        'query.status',
        'query.updated_since',
      ],
    ]);
  });
});
