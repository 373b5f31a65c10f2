// One text for one question: equal questions read alike, different ones never do.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalRequest } from './canonical-request.ts';

describe('the text of a request', () => {
  it('has its placeholders filled in, its names sorted and everything percent-encoded', () => {
    expect(
      canonicalRequest('/v1/brief', {}, { ticker: 'BRK/B', detail: 'overview', max_results: 5, as_of: undefined }),
    ).toBe('/v1/brief?detail=overview&max_results=5&ticker=BRK%2FB');
    expect(canonicalRequest('/v1/beliefs/:belief_id', { belief_id: 'bel_1/2?x' }, {})).toBe(
      '/v1/beliefs/bel_1%2F2%3Fx',
    );
    expect(canonicalRequest('/v1/sources/:source_id', { source_id: 'src' }, { as_of: '2026-01-01T00:00:00Z' })).toBe(
      '/v1/sources/src?as_of=2026-01-01T00%3A00%3A00Z',
    );
    expect(canonicalRequest('/v1/tickers', {}, {})).toBe('/v1/tickers');
  });

  it('is equal for two questions exactly when path and parameters are, whatever their order and text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 6 });
    const query = fc.dictionary(
      fc.constantFrom('ticker', 'cursor', 'as_of', 'kind'),
      fc.option(text, { nil: undefined }),
    );
    const question = fc.record({ id: text, query });
    const asked = ({ id, query: given }: { id: string; query: Record<string, string | undefined> }): string =>
      canonicalRequest('/v1/beliefs/:belief_id', { belief_id: id }, given);
    const plain = ({ id, query: given }: { id: string; query: Record<string, string | undefined> }): string =>
      JSON.stringify([
        id,
        ...Object.entries(given)
          .filter(([, value]) => value !== undefined)
          .sort(),
      ]);
    fc.assert(
      fc.property(question, question, (one, other) => {
        expect(asked(one) === asked(other)).toBe(plain(one) === plain(other));
        const turned = Object.fromEntries(Object.entries(one.query).toReversed());
        expect(asked({ id: one.id, query: turned })).toBe(asked(one));
      }),
      { numRuns: 500 },
    );
  });

  it('can be read back as the address that was asked', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((id) => id !== '.' && id !== '..');
    fc.assert(
      fc.property(text, text, (id, cursor) => {
        const { pathname, searchParams } = new URL(
          canonicalRequest('/v1/beliefs/:id', { id }, { cursor }),
          'http://x.test',
        );
        expect(decodeURIComponent(pathname.slice('/v1/beliefs/'.length))).toBe(id);
        expect([...searchParams]).toEqual([['cursor', cursor]]);
      }),
    );
  });
});
