// Pages of beliefs: the bound in bytes holds for any text, and a page with fewer records reports it.
import { describe, expect, it } from 'vitest';
import { validateDocument } from '../contract/validation/documents-validator.ts';
import { joined } from '../memory/shared-records.ts';
import type { BeliefsPage } from '../../generated/api.ts';
import type { CitationRow } from '../store/known/read-citations.ts';
import type { PlacedBelief } from '../store/known/lists/read-belief-list.ts';
import type { ListedBelief, StatedBelief } from '../store/known/lists/read-stated-beliefs.ts';
import { beliefItem } from './belief-item.ts';
import { BELIEFS_PAGE_BYTES_MAX, type BeliefsPageFacts, beliefsThatFit, pageFrame, pageParts } from './beliefs-page.ts';
import { citation } from './citation.ts';
import type { ListPrice } from './list-status.ts';
import { citationOf, directed } from './testing/facts.ts';
import { type WrittenBelief, writeBelief, writeCitation } from './written.ts';

const asOf = '2026-03-03T23:00:00.000Z';
const detailUrl = (id: string, cutoff: string): string =>
  `https://research.test/v1/beliefs/${id}?as_of=${encodeURIComponent(cutoff)}`;

type RowChanges = { placed?: Partial<PlacedBelief>; stated?: Partial<StatedBelief> };

function rowOf(index: number, { placed = {}, stated = {} }: RowChanges = {}): ListedBelief {
  const id = `bel_${String(index).padStart(32, '0')}`;
  return {
    placed: {
      belief_id: id,
      first_observed_at: '2026-03-02T15:00:00.000Z',
      counts_from: '2026-03-02T15:00:00.000Z',
      is_revised: false,
      revision: 1,
      stated_in: 1,
      person_name: 'Mara Ellison',
      person_handle: null,
      ...placed,
    },
    stated: {
      belief_id: id,
      entity_id: '5f0c1f4e-3a52-5b6e-9a51-2a1f6f1f7a01',
      kind: 'listing',
      ticker: 'NWTB',
      name: 'Northwind Turbines',
      person_id: 'mara-ellison',
      observed_at: '2026-03-02T15:00:00.000Z',
      is_day: false,
      direction: 'bullish',
      status: 'active',
      summary: 'Order intake covers two years of output.',
      source_citation_id: `cit_${index}`,
      body: directed,
      ...stated,
    },
    named_before: null,
  };
}

/** As an earlier page at another cutoff may have written it. */
function beliefOf(index: number, given: RowChanges = {}): WrittenBelief {
  const row = rowOf(index, given);
  return writeBelief(row, beliefItem(row, detailUrl(row.stated.belief_id, '2020-02-02T00:00:00.000Z')));
}

const price: ListPrice = {
  of: 'NWTB',
  price: { status: 'current', expectedSession: null, through: null, sessionsBehind: 0, reason: 'Priced.' },
};

function factsOf(beliefs: readonly WrittenBelief[], given: Partial<CitationRow> = {}): BeliefsPageFacts {
  return {
    place: { mode: 'live', asOf, isFirst: true, next: null, price },
    beliefs,
    citations: beliefs.map(({ citationId }) => {
      const row = citationOf(citationId, given);
      return writeCitation(row, citation(row));
    }),
    cut: false,
    leftOut: 0,
  };
}

const beliefsPage = (facts: BeliefsPageFacts): BeliefsPage =>
  JSON.parse(joined(pageParts(pageFrame(facts), facts)).toString()) as BeliefsPage;

const bytesOf = (document: unknown): number => Buffer.byteLength(JSON.stringify(document));

describe('the bound of a page', () => {
  it('holds fifty ordinary records', () => {
    const facts = factsOf(Array.from({ length: 50 }, (_, index) => beliefOf(index)));
    expect(beliefsThatFit(facts)).toBe(50);
    const page = beliefsPage(facts);
    validateDocument('BeliefsPage', page);
    expect(page.warnings).toEqual([]);
    expect(page.data.beliefs[7]).toEqual(beliefItem(rowOf(7), detailUrl(rowOf(7).stated.belief_id, asOf)));
    expect(bytesOf(page)).toBeLessThan(BELIEFS_PAGE_BYTES_MAX);
  });

  it('holds for the longest texts in the widest characters, with as many records as fit and a word about it', () => {
    const wide = '𝔘'.repeat(1_000);
    const beliefs = Array.from({ length: 50 }, (_, index) =>
      beliefOf(index, {
        placed: { person_name: wide, person_handle: wide },
        stated: { summary: '𝔘'.repeat(5_000), name: wide },
      }),
    );
    const facts = factsOf(beliefs, {
      title: wide,
      author_name: wide,
      url: `https://wide.example/${'a'.repeat(3_900)}`,
    });
    const fit = beliefsThatFit(facts);
    expect(fit).toBeGreaterThan(3);
    expect(fit).toBeLessThan(50);
    const shown = beliefs.slice(0, fit);
    const next = { cursor: 'A'.repeat(512), url: `https://research.test/${'a'.repeat(4_000)}` };
    const page = beliefsPage({
      ...facts,
      place: { ...facts.place, next },
      beliefs: shown,
      citations: facts.citations.slice(0, fit),
      cut: true,
      leftOut: 0,
    });
    validateDocument('BeliefsPage', page);
    expect(bytesOf(page)).toBeLessThanOrEqual(BELIEFS_PAGE_BYTES_MAX);
    expect(page.warnings).toMatchObject([{ code: 'page-byte-cap', pointer: '/data/beliefs' }]);
  });

  it('never keeps a walk from going on: one record is shown however large it is', () => {
    const facts = factsOf([beliefOf(1)], { title: 'x'.repeat(BELIEFS_PAGE_BYTES_MAX) });
    expect(beliefsThatFit(facts)).toBe(1);
  });
});

describe('what a page says of its limits', () => {
  it('names what is unknown instead of filling it in', () => {
    const nameless = beliefOf(1, {
      placed: { person_name: null },
      stated: { name: null, body: { ...directed, direction_basis: 'operator_classified' } },
    });
    const page = beliefsPage(factsOf([nameless, beliefOf(2)], { verification: 'unverified', removed_characters: 2 }));
    validateDocument('BeliefsPage', page);
    expect(page.data.beliefs[0]).toMatchObject({ subject: { name: null }, person: { name: 'mara-ellison' } });
    expect(page.data.beliefs[0]).not.toHaveProperty('confidence');
    expect(page.data.beliefs[0]).not.toHaveProperty('outcomes');
    expect(page.data_status.limitations).toEqual([
      'name-unknown: no source names the subject of 1 of 2 records, so its name is null.',
      expect.stringMatching(/classified by the operator.* 1 of 2/),
      'Source links not verified: 2 of 2 citations.',
      expect.stringMatching(/removed from the cited texts.* 4/),
    ]);
  });

  it('is partial before and after another page, complete alone, insufficient when empty [SPEC-E1]', () => {
    const next = { cursor: 'c', url: 'https://research.test/v1/beliefs' };
    const facts = factsOf([beliefOf(1)]);
    const coverage = (place: Partial<BeliefsPageFacts['place']>, beliefs = facts.beliefs): string =>
      beliefsPage({ ...facts, beliefs, place: { ...facts.place, ...place } }).data_status.coverage;
    expect(coverage({})).toBe('complete');
    expect(coverage({ next })).toBe('partial');
    expect(coverage({ isFirst: false })).toBe('partial');
    expect(coverage({}, [])).toBe('insufficient');
  });
});
