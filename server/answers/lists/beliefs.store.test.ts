// Lists of beliefs for a caller: continued pages, stable cutoffs, and refusals with reasons.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BeliefsPage } from '../../../generated/api.ts';
import { citedIds } from '../../documents/cited.ts';
import { replaceCursorKeys, rotateCursorKey } from '../../store/keeping/cursor-keys.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { publishTold } from '../../store/testing/research.ts';
import { withdrawBelief } from '../../store/testing/withdrawal.ts';
import type { BeliefsRequest } from './beliefs.ts';
import { baseUrl, day, following, idsOf, type Lists, now, openLists, refusal, told } from '../testing/lists.ts';

let lists: Lists;

describe('a list that stays as it is', () => {
  beforeAll(async () => {
    lists = await openLists();
    await publishTold(lists.store.db, { told, now: day(20) });
  });
  afterAll(() => lists.store.close());

  it('is walked by next_page_url alone: every record once, newest first, each page at the same cutoff [SPEC-P1] [SPEC-P2] [SPEC-P3]', async () => {
    const pages = await lists.walk({ limit: 7 });
    expect(pages).toHaveLength(7);
    expect(new Set(idsOf(pages)).size).toBe(45);
    const order = pages.flatMap(({ data }) => data.beliefs).map((b) => [b.observed_at, b.belief_id] as const);
    expect(order).toEqual(order.toSorted(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? 1 : -1)));
    expect(new Set(pages.map((one) => one.as_of))).toEqual(new Set([day(20)]));
    expect(pages.at(-1)?.pagination).toEqual({ next_cursor: null, next_page_url: null });
    expect(pages.map((one) => one.data_status.coverage)).toEqual(Array.from({ length: 7 }, () => 'partial'));
  });

  it('on one page is complete, and without a match insufficient', async () => {
    const { data_status: whole } = await lists.page({ limit: 50 });
    expect(whole).toMatchObject({
      mode: 'live',
      // No prices are loaded here, not even of the benchmark.
      freshness: 'stale',
      coverage: 'complete',
      latest_observation_at: day(5),
    });
    const { data, data_status: none } = await lists.page({ person_id: 'nobody' });
    expect(data).toEqual({ beliefs: [], citations: [] });
    expect(none).toMatchObject({ coverage: 'insufficient', latest_observation_at: null });
    expect(none.limitations).toEqual([
      'No released record matches at this cutoff.',
      'Prices of SPY: No price is known at the cutoff.',
    ]);
  });

  it('tells of each record what is known and leaves out what is not [SPEC-O5]', async () => {
    const { data } = await lists.page({ ticker: 'GRMW', limit: 50 });
    const item = data.beliefs.find(({ belief_id }) => belief_id === 'bel_007');
    expect(item).toEqual({
      belief_id: 'bel_007',
      subject: { entity_id: entityIdForTicker('GRMW'), kind: 'listing', ticker: 'GRMW', name: 'GRMW Company' },
      person: { id: 'person-1', name: 'Name of person-1', handle: null },
      thesis: { text: 'Orders cover two years of output.', truncated: false },
      direction: 'bullish',
      direction_since: day(3),
      direction_last_stated_at: day(3),
      direction_basis: 'operator_classified',
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
    for (const one of await lists.walk({ limit: 10 })) {
      expect(one.data.citations.map((row) => row.citation_id).toSorted()).toEqual(
        [...citedIds(one.data.beliefs)].toSorted(),
      );
    }
    const limits = (await lists.page({ ticker: 'GRMW', limit: 50 })).data_status.limitations;
    expect(limits).toEqual([
      expect.stringMatching(/classified by the operator.* 1 of 15/),
      'Prices of GRMW: No price is known at the cutoff.',
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
    [{ observed_since: '2029-01-02T00:00:00Z', observed_until: '2029-01-04T00:00:00Z' }, 18],
    [{ observed_until: day(2) }, 9],
    [{ observed_since: day(5), ticker: 'nwtb', status: 'active' }, 3],
    [{ ticker: 'NWTB', person_id: 'person-0', direction: 'bearish', status: 'active', updated_since: day(2) }, 3],
  ];
  it.each(filters)('by %j has as many records as match, on every page size [SPEC-Q1]', async (filter, count) => {
    for (const limit of [2, 50]) expect(idsOf(await lists.walk({ ...filter, limit }))).toHaveLength(count);
  });

  it('refuses a range that nothing lies in, and says how to widen it', async () => {
    for (const until of [day(2), day(1)]) {
      const refused = await refusal(lists.page({ observed_since: day(2), observed_until: until }));
      expect(refused.code).toBe('invalid-request');
      expect(refused.options.errors).toEqual([
        {
          location: 'query.observed_until',
          message: 'It is not after observed_since.',
          fix: expect.stringMatching(/later observed_until.*ends before observed_until/),
        },
      ]);
    }
  });

  it('has the same bytes for the same question, however it is spelt and whichever process answers', async () => {
    const first = await lists.answers.beliefs('live', { ticker: 'NWTB', limit: 5 });
    const spelt = { ticker: 'nwtb', entity_id: undefined, limit: 5, as_of: '2029-01-20T00:00:00Z' };
    expect((await lists.another().beliefs('live', spelt)).bytes.equals(first.bytes)).toBe(true);
    expect(first.nextPageUrl).toBe((await lists.page({ ticker: 'NWTB', limit: 5 })).pagination.next_page_url);
  });

  it('at an earlier cutoff shows what was known then [SPEC-Q1] [SPEC-V3]', async () => {
    expect(idsOf(await lists.walk({ as_of: day(3), limit: 50 }))).toHaveLength(0);
    await publishTold(lists.store.db, { collection: 'preview', told, effectiveAt: day(1), now });
    const preview = await lists.answers.beliefs('preview', { as_of: day(3), limit: 50 });
    const shown = JSON.parse(preview.bytes.toString()) as BeliefsPage;
    expect(shown.data.beliefs).toHaveLength(27);
    expect(shown.data_status.mode).toBe('preview');
    expect(shown.data_status.limitations.at(-1)).toMatch(/^Preview data/);
  });

  it('does not cover what is unknown or has nothing: 404, never another company [SPEC-E2] [SPEC-E5]', async () => {
    const unknown: BeliefsRequest[] = [
      { ticker: 'ZZZZ' },
      { entity_id: entityIdForTicker('ZZZZ') },
      { ticker: 'NWTB', as_of: day(1) },
      { ticker: 'ZZZZ', status: 'active' },
    ];
    for (const request of unknown) expect((await refusal(lists.page(request))).code).toBe('not-covered');
    expect(unknown).toHaveLength(4);
  });

  it('goes on with another limit, and with the cutoff left out', async () => {
    const first = await lists.page({ ticker: 'NWTB', limit: 4 });
    const cursor = first.pagination.next_cursor ?? '';
    const rest = await lists.page({ ticker: 'NWTB', limit: 50, cursor });
    expect(rest.as_of).toBe(first.as_of);
    expect(idsOf([first, rest])).toHaveLength(15);
  });

  it('refuses a cursor with other filters, another cutoff, another view or another collection [SPEC-P4]', async () => {
    const cursor = (await lists.page({ ticker: 'NWTB', limit: 4 })).pagination.next_cursor ?? '';
    const requests: BeliefsRequest[] = [
      { cursor },
      { cursor, ticker: 'GRMW' },
      { cursor, ticker: 'NWTB', status: 'active' },
      { cursor, ticker: 'NWTB', as_of: day(19) },
      { cursor, view: 'entities' },
    ];
    for (const request of requests)
      expect((await refusal(lists.answers.beliefs('live', request))).code).toBe('cursor-mismatch');
    expect((await refusal(lists.answers.beliefs('preview', { cursor, ticker: 'NWTB' }))).code).toBe('cursor-mismatch');
    expect((await refusal(lists.answers.sources('live', { cursor }))).code).toBe('cursor-mismatch');
    expect((await refusal(lists.page({ cursor: `${cursor}A`, ticker: 'NWTB' }))).code).toBe('invalid-cursor');
  });
});

describe('a list beside releases', () => {
  beforeEach(async () => {
    lists = await openLists();
    await publishTold(lists.store.db, { told, now: day(20) });
  });
  afterEach(() => lists.store.close());

  it('is walked to its end as it was at the beginning, and read again it has the same bytes [SPEC-P5]', async () => {
    const before = idsOf(await lists.walk({ limit: 50 }));
    const seen: string[] = [];
    const bytes: { request: BeliefsRequest; sha256: string }[] = [];
    for (let request: BeliefsRequest | null = { limit: 10, as_of: day(20) }; request !== null;) {
      const answer = await lists.answers.beliefs('live', request);
      bytes.push({ request, sha256: answer.sha256 });
      const current = JSON.parse(answer.bytes.toString()) as BeliefsPage;
      seen.push(...idsOf([current]));
      await publishTold(lists.store.db, { told: [{ belief: `z${seen.length}`, observedAt: day(2) }], now: day(21) });
      await withdrawBelief(lists.store.db, {
        collection: 'live',
        id: before.at(-1 - seen.length) ?? '',
        reason: 'asked for',
        now: day(21),
      });
      request = following(current.pagination.next_page_url);
    }
    expect(seen).toEqual(before);
    expect(bytes).toHaveLength(5);
    for (const { request, sha256 } of bytes)
      expect((await lists.another().beliefs('live', request)).sha256).toBe(sha256);
    expect(idsOf(await lists.walk({ limit: 50 }))).not.toEqual(before);
  });

  it('goes on with the cutoff that it resolved to, also when a later one was asked for [SPEC-P6]', async () => {
    const first = await lists.page({ limit: 10, as_of: day(25) });
    expect(first.as_of).toBe(day(20));
    await publishTold(lists.store.db, { told: [{ belief: 'later', observedAt: day(2) }], now: day(21) });
    const next = await lists.page(following(first.pagination.next_page_url) ?? {});
    expect(next.as_of).toBe(day(20));
    const asAsked = refusal(lists.page({ limit: 10, as_of: day(25), cursor: first.pagination.next_cursor ?? '' }));
    expect((await asAsked).code).toBe('cursor-mismatch');
  });

  it('a rotation of the key changes next_cursor and nothing else, and walks that began before it end', async () => {
    await replaceCursorKeys(lists.store.db, [
      { key_id: 1, secret: Buffer.alloc(32, 1), created_at: day(1), retired_at: null },
    ]);
    const first = await lists.page({ limit: 40 });
    await rotateCursorKey(lists.store.db, { secret: Buffer.alloc(32, 2), now: '2030-01-04T00:00:00.000Z' });
    const rotated = await lists.page({ limit: 40 }, lists.another());
    expect(rotated.pagination.next_cursor).not.toBe(first.pagination.next_cursor);
    expect({ ...rotated, pagination: null }).toEqual({ ...first, pagination: null });
    const rest = await lists.page(following(first.pagination.next_page_url) ?? {}, lists.another());
    expect(idsOf([first, rest])).toEqual(idsOf(await lists.walk({ limit: 50 })));
  });

  it('a subject whose last record was withdrawn is not covered any more, and still is at its cutoffs', async () => {
    await publishTold(lists.store.db, { told: [{ belief: 'only', ticker: 'OSTR', observedAt: day(6) }], now: day(21) });
    await withdrawBelief(lists.store.db, {
      collection: 'live',
      id: 'bel_only',
      reason: 'the author asked',
      now: day(22),
    });
    expect((await refusal(lists.page({ ticker: 'OSTR' }))).code).toBe('not-covered');
    const [covered, not] = [entityIdForTicker('GRMW'), entityIdForTicker('OSTR')];
    for (const request of [
      { ticker: 'OSTR', entity_id: covered },
      { ticker: 'GRMW', entity_id: not },
    ])
      expect((await refusal(lists.page(request))).code).toBe('not-covered');
    expect(idsOf([await lists.page({ ticker: 'OSTR', as_of: day(21) })])).toEqual(['bel_only']);
  });
});
