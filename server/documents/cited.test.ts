// The citations that a document mentions are found under every key that the contract uses for them.
import { describe, expect, it } from 'vitest';
import { citedIds } from './cited.ts';

describe('citedIds', () => {
  it('finds single ids, lists of ids and source ids at any depth, each once, in the order of their first mention', () => {
    const document = {
      views: [
        { source_citation_id: 'c1', support: { citation_id: 'c2' }, risk: null },
        {
          source_citation_id: 'c1',
          investment_case: { paragraphs: [{ text: 'citation_id', citation_ids: ['c3', 'c2'] }] },
        },
      ],
      chart: { markers: [{ citation_ids: ['c4'] }] },
    };
    expect([...citedIds(document)]).toEqual(['c1', 'c2', 'c3', 'c4']);
  });

  it('finds none in a document that cites nothing', () => {
    expect(citedIds({ views: [], chart: null, text: 'cit_1' }).size).toBe(0);
  });
});
