// The overview document: it fits the contract, its counts add up, and unknown values stay unknown.
import { describe, expect, it } from 'vitest';
import { validateDocument } from '../../contract/validation/documents-validator.ts';
import type { BriefFacts } from './brief-facts.ts';
import { briefOverview, citingSections } from './brief-overview.ts';
import { citedIds } from '../cited.ts';
import { beliefOf, companyOf, citationOf, directed, factsOf, partOf, stateOf } from '../testing/facts.ts';

function build(facts: BriefFacts) {
  const sections = citingSections(facts);
  const document = briefOverview(
    facts,
    sections,
    [...citedIds(sections)].map((id) => citationOf(id)),
  );
  validateDocument('BriefOverview', document);
  return document;
}

describe('an overview', () => {
  it('is complete when nothing is omitted, priced late, or unknown, and then has no limitation but the adjustment of prices [SPEC-E1]', () => {
    const document = build(factsOf());
    expect(document.data_status.coverage).toBe('complete');
    expect(document.data_status.limitations).toEqual([
      'Prices are adjusted daily closes: later dividends and splits have changed earlier values.',
    ]);
  });

  it('says preview, the missing chart and the missing industry code each in a sentence [SPEC-F4]', () => {
    const document = build(
      factsOf({
        mode: 'preview',
        benchmarkKnown: false,
        chart: null,
        related: { sic: null, returned: [], total: 0, companies: 0 },
      }),
    );
    expect(document.data_status.coverage).toBe('partial');
    for (const word of ['Preview data', 'No chart: the benchmark has no price', 'No industry code']) {
      expect(document.data_status.limitations.filter((limit) => limit.startsWith(word))).toHaveLength(1);
    }
  });

  it('calls coverage insufficient without a counting view, and without a price [SPEC-F4]', () => {
    const uncounted = { ...beliefOf(stateOf({ status: 'weakened' })), standing: 'status' } as const;
    expect(build(factsOf({ beliefs: [uncounted] })).data_status.coverage).toBe('insufficient');
    const unpriced = {
      status: 'unavailable',
      expectedSession: '2026-03-03',
      through: null,
      sessionsBehind: null,
      reason: 'None.',
    } as const;
    const document = build(factsOf({ price: unpriced, reference: null }));
    expect(document.data_status.coverage).toBe('insufficient');
    expect(document.market_price).toEqual({ status: 'unavailable', basis: 'adjusted_daily_close', reference: null });
  });

  it('counts every released record as returned or omitted [SPEC-F6]', () => {
    const beliefs = Array.from({ length: 8 }, (_, index) => beliefOf(stateOf({ belief_id: `bel_${index}` })));
    const { coverage, views } = build(factsOf({ beliefs, returned: beliefs.slice(0, 5) }));
    expect(coverage).toEqual({
      released_record_count: 8,
      returned_view_count: 5,
      omitted_record_count: 3,
      detail_available: true,
    });
    expect(views).toHaveLength(5);
  });

  it('lets the ticker stand for an unknown name, and says so', () => {
    const facts = factsOf();
    const document = build({ ...facts, security: { ...facts.security, name: null } });
    expect(document.security.name).toBe('NWTB');
    expect(document.data_status.limitations.some((limit) => limit.startsWith('name-unknown:'))).toBe(true);
  });

  it('offers no beliefs list for a listing that has only related research', () => {
    const related = stateOf({ belief_id: 'bel_9', person_id: 'ilse-brandt' });
    const document = build(
      factsOf({
        beliefs: [],
        related: {
          sic: '3511',
          returned: [{ state: related, company: companyOf(), standing: 'counting' }],
          total: 3,
          companies: 1,
        },
      }),
    );
    expect(document.related_context).toMatchObject({ basis: 'related_industry', omitted_related_count: 2 });
    expect(document.links.beliefs).toBeNull();
    expect(document.views).toEqual([]);
    expect(document.data_status).toMatchObject({ coverage: 'insufficient', latest_observation_at: null });
  });
});

describe('a view', () => {
  it('has no support, risk, intent or investment case where none was recorded [SPEC-F9]', () => {
    const [view] = build(factsOf()).views;
    expect(view).toMatchObject({ support: null, risk: null, omitted_claim_count: 0, latest_revision_at: null });
    expect(Object.keys(view ?? {})).not.toContain('author_intent');
    expect(Object.keys(view ?? {})).not.toContain('investment_case');
  });

  it('shows the newest claim in each role and counts the others', () => {
    const claim = (part_id: string, role: string, observed_at: string) =>
      partOf({
        kind: 'claim',
        part_id,
        observed_at,
        body: { role, statement: `says ${part_id}`, citation_id: `cit_${part_id}` },
      });
    const parts = [
      claim('a', 'support', '2026-03-02T15:00:00.000Z'),
      claim('b', 'support', '2026-03-04T15:00:00.000Z'),
      claim('c', 'risk', '2026-03-02T15:00:00.000Z'),
      claim('d', 'context', '2026-03-02T15:00:00.000Z'),
    ];
    const [view] = build(factsOf({ parts: new Map([['bel_1', parts]]) })).views;
    expect(view?.support).toEqual({
      claim_id: 'b',
      statement: { text: 'says b', truncated: false },
      citation_id: 'cit_b',
    });
    expect(view?.risk).toMatchObject({ claim_id: 'c' });
    expect(view?.omitted_claim_count).toBe(2);
  });

  it('shows a recorded reason or risk condition without a claim id where nobody claimed one', () => {
    const parts = [
      partOf({
        kind: 'note',
        part_id: 'n',
        body: { kind: 'reason', statement: 'orders', provenance: 'author_stated', citation_id: 'cit_n' },
      }),
      partOf({
        kind: 'condition',
        part_id: 'k',
        body: { kind: 'risk', statement: 'strike', status: 'pending', expected_by: null, citation_id: 'cit_k' },
      }),
    ];
    const [view] = build(factsOf({ parts: new Map([['bel_1', parts]]) })).views;
    expect(view?.support).toMatchObject({ claim_id: null, citation_id: 'cit_n' });
    expect(view?.risk).toMatchObject({ claim_id: null, citation_id: 'cit_k' });
    expect(view?.omitted_claim_count).toBe(0);
  });

  it('cuts blockers at five and counts the rest', () => {
    const blockers = Array.from({ length: 7 }, (_, index) => `blocker ${index}`);
    const [view] = build(factsOf({ beliefs: [beliefOf(stateOf({ body: { ...directed, blockers } }))] })).views;
    expect(view?.condition.blockers).toHaveLength(5);
    expect(view?.condition.omitted_blocker_count).toBe(2);
  });
});
