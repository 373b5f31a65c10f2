// Contents of each form of research over the corpus: cases of views, prices of targets, and related companies.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BriefFull, BriefOverview } from '../../../generated/api.ts';
import { type Corpus, everythingOf, openCorpus } from '../../ingest/testing/corpus.ts';
import { asDocument } from '../../ingest/testing/market.ts';
import type { Store } from '../../store/engine/engine.ts';
import type { Answers, BriefRequest } from '../answers.ts';

let store: Store;
let answers: Answers;
let corpus: Corpus;

beforeAll(async () => {
  ({ store, answers } = await openCorpus());
  corpus = await everythingOf(answers);
});

afterAll(() => store.close());

const ask = async <T>(request: BriefRequest): Promise<T> => asDocument(await answers.brief('preview', request)) as T;

describe('the overview', () => {
  it('has at most five views, says so when more were asked for, and counts the others [SPEC-B1]', async () => {
    const [five, capped] = [
      await ask<BriefOverview>({ ticker: 'KLPF' }),
      await ask<BriefOverview>({ ticker: 'KLPF', max_results: 12 }),
    ];
    expect([five.views.length, five.coverage.omitted_record_count]).toEqual([5, 6]);
    expect(capped.views).toEqual(five.views);
    expect(capped.warnings.map(({ code }) => code)).toEqual(['overview-view-cap']);
    expect(corpus.overviews.filter(({ views }) => views.length > 5)).toEqual([]);
  });

  it('is the same by the id of the listing, which is its canonical identity [SPEC-B4]', async () => {
    for (const overview of corpus.overviews) {
      const { security, coverage } = overview;
      const byId = await ask<BriefOverview>({ entity_id: security.id });
      expect(byId.security).toEqual(security);
      expect(byId.coverage).toEqual(coverage);
      expect(byId.views).toEqual(overview.views);
    }
    expect(corpus.overviews).toHaveLength(18);
  });
});

const basisOf = (related: number, own: number): string =>
  related === 0 ? 'none' : own === 0 ? 'related_industry' : 'direct_and_related';

describe('the full form', () => {
  it('holds the overview, and a case behind each of its first views [SPEC-B2] [SPEC-O1]', () => {
    for (const full of corpus.fulls) {
      expect(full.theses.map(({ belief_id }) => belief_id)).toEqual(
        full.views.slice(0, full.theses.length).map(({ belief_id }) => belief_id),
      );
      for (const thesis of full.theses) {
        const horizons = thesis.outcomes.map(({ horizon_sessions }) => horizon_sessions);
        const spans = new Set(thesis.outcomes.map(({ span_started_at }) => span_started_at)).size;
        expect(horizons).toEqual(Array.from({ length: spans }, () => [21, 63, 126, 252]).flat());
        expect(thesis.market_price).toEqual(full.market_price);
        expect(thesis.since_inception_mark).toHaveProperty('is_author_return', false);
        const [first, ...later] = thesis.revisions;
        expect(first?.before).toBeNull();
        expect(later.map(({ before }) => before)).toEqual(thesis.revisions.slice(0, -1).map(({ after }) => after));
        const { citation_ids: _cited, ...sections } = thesis.packet;
        for (const { provenance } of Object.values(sections).flat()) {
          expect(['author_stated', 'third_party_reported', 'service_derived']).toContain(provenance);
        }
      }
    }
    expect(corpus.fulls.flatMap(({ theses }) => theses).length).toBeGreaterThan(25);
  });

  it('sets targets beside the price for each active thesis and for no other [SPEC-O2] [SPEC-R3]', () => {
    let targets = 0;
    for (const { theses, views } of corpus.fulls) {
      for (const { belief_id, price_opportunity: opportunity } of theses) {
        const status = views.find((view) => view.belief_id === belief_id)?.status ?? '';
        expect(opportunity !== null).toBe(['active', 'strengthened', 'weakened'].includes(status));
        expect([opportunity?.is_expected_return ?? false, opportunity?.proves_thesis_valid ?? false]).toEqual([
          false,
          false,
        ]);
        targets += opportunity?.targets.length ?? 0;
      }
    }
    expect(targets).toBeGreaterThan(5);
  });

  it('keeps the research of other companies apart, under their own names [SPEC-O3] [SPEC-F12] [SPEC-R4]', async () => {
    let related = 0;
    for (const full of corpus.fulls) {
      const { related_context: context, sector_context: sector, security } = full;
      expect(context.basis).toBe(basisOf(context.related_beliefs.length, full.views.length));
      expect(sector?.related.map(({ belief_id }) => belief_id) ?? []).toEqual(
        context.related_beliefs.map(({ belief_id }) => belief_id),
      );
      for (const one of sector?.related ?? []) {
        related += 1;
        expect(one.security.id).not.toBe(security.id);
        expect(['same_industry', 'same_industry_group']).toContain(one.relationship);
        expect(corpus.details.get(one.belief_id)?.data.belief).toMatchObject({
          subject: { ticker: one.security.ticker },
          person: one.person,
          direction: one.direction,
        });
      }
      if (sector !== undefined) expect(sector.transfers_to_security).toBe(false);
    }
    expect(related).toBeGreaterThan(10);
    const alone = await ask<BriefFull>({ ticker: 'PELD', detail: 'full' });
    expect(alone).toMatchObject({
      views: [],
      theses: [],
      trade_state: { action: 'WAIT', direction: 'unclear' },
    });
  });
});

describe('an entity without a listing', () => {
  it('has views and conditions, plainly no price, and says where to read on [SPEC-O4]', () => {
    for (const {
      entity,
      price_capability: price,
      benchmark_capability: benchmark,
      continuation,
    } of corpus.entityBriefs) {
      expect([price.status, benchmark.status]).toEqual(['unavailable', 'unavailable']);
      expect([price.reason, benchmark.reason]).not.toContain('');
      expect(continuation).toMatchObject({ operation: 'get_beliefs', arguments: { entity_id: entity.entity_id } });
      expect(continuation.url).toContain(entity.entity_id);
    }
    expect(corpus.entityBriefs.flatMap(({ recorded_conditions }) => recorded_conditions).length).toBeGreaterThan(3);
    expect(corpus.entityBriefs).toHaveLength(8);
  });
});

describe('the record of a belief', () => {
  it('says all that its item in a list says, with claims, revisions and citations [SPEC-O5] [SPEC-O6] [SPEC-Q2]', () => {
    for (const item of corpus.beliefs) {
      const detail = corpus.details.get(item.belief_id);
      const { belief, citations } = detail?.data ?? {};
      const { detail_url: url, citation_ids, thesis: _cut, ...same } = item;
      expect(belief).toMatchObject(same);
      expect(url).toBe(detail?.links.self);
      expect(citations?.map(({ citation_id }) => citation_id)).toEqual(expect.arrayContaining([...citation_ids]));
      expect(belief?.revisions.length).toBeGreaterThan(0);
      // A field that the item omits is unknown in the record too.
      expect(Object.hasOwn(belief ?? {}, 'confidence')).toBe('confidence' in item);
      expect(Object.hasOwn(belief ?? {}, 'horizon')).toBe('horizon' in item);
    }
    expect(corpus.beliefs.length).toBeGreaterThan(50);
  });
});
