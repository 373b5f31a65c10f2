// List of canonical entities: those with research, the amount of it, and no filters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntitiesPage, EntityItem } from '../../../generated/api.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { publishTold } from '../../store/testing/research.ts';
import type { BeliefsRequest } from './beliefs.ts';
import { day, following, idsOf, type Lists, openLists, refusal, told } from '../testing/lists.ts';

let lists: Lists;

async function entitiesOf(request: BeliefsRequest): Promise<EntitiesPage> {
  const answer = await lists.answers.beliefs('live', { ...request, view: 'entities' });
  return JSON.parse(answer.bytes.toString()) as EntitiesPage;
}

describe('the entities', () => {
  beforeAll(async () => {
    lists = await openLists();
  });
  afterAll(() => lists.store.close());

  it('are none before the first release, and no subject is covered then', async () => {
    const none = await entitiesOf({});
    expect(none).toMatchObject({ as_of: '1970-01-01T00:00:00.000Z', data: { entities: [] } });
    expect((await lists.page({})).data.beliefs).toEqual([]);
    expect((await refusal(lists.page({ ticker: 'NWTB' }))).code).toBe('not-covered');
  });

  it('are walked by id, each once, with the count that a walk of its beliefs gives', async () => {
    await publishTold(lists.store.db, { told, now: day(20) });
    const listed: EntityItem[] = [];
    for (let next: BeliefsRequest | null = { limit: 2 }; next !== null;) {
      const current: EntitiesPage = await entitiesOf(next);
      listed.push(...current.data.entities);
      next = following(current.pagination.next_page_url);
    }
    expect(listed.map((row) => row.entity_id)).toEqual(['NWTB', 'GRMW', 'HALV'].map(entityIdForTicker).toSorted());
    for (const { ticker, released_record_count: count, latest_observation_at: latest, name } of listed) {
      expect(idsOf(await lists.walk({ ticker: ticker ?? '', limit: 50 }))).toHaveLength(count);
      expect([latest, name]).toEqual([day(5), `${ticker} Company`]);
    }
  });

  it('take limit, cursor and as_of, and every other parameter is refused by name', async () => {
    const request: BeliefsRequest = {
      ticker: 'NWTB',
      entity_id: entityIdForTicker('NWTB'),
      person_id: 'p',
      direction: 'bearish',
      status: 'active',

      updated_since: day(1),
      limit: 1,
      as_of: day(20),
    };
    const { code, options } = await refusal(entitiesOf(request));
    expect(code).toBe('invalid-request');
    expect(options.errors?.map(({ location }) => location)).toEqual([
      'query.ticker',
      'query.entity_id',
      'query.person_id',
      'query.direction',
      'query.status',
      'query.updated_since',
    ]);
  });
});
