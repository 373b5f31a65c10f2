// Remainder of a part without some citations: never a statement without a citation, never a new one.
import { describe, expect, it } from 'vitest';
import { withoutCitations } from './cited-parts.ts';

const gone = new Set(['cit_gone']);

describe('an investment case', () => {
  const text = (words: string, ...citation_ids: string[]) => ({ text: words, citation_ids });

  it('keeps the paragraphs that another citation carries, each with the citations it keeps', () => {
    const body = { paragraphs: [text('a', 'cit_gone'), text('b', 'cit_gone', 'cit_b'), text('c', 'cit_c')] };
    expect(withoutCitations({ kind: 'investment_case', body }, gone)).toEqual({
      paragraphs: [text('b', 'cit_b'), text('c', 'cit_c')],
    });
  });

  it('goes with its last paragraph', () => {
    const body = { paragraphs: [text('a', 'cit_gone')] };
    expect(withoutCitations({ kind: 'investment_case', body }, gone)).toBeNull();
  });
});

describe('an author intent', () => {
  const body = {
    action: 'buy',
    citation_ids: ['cit_a', 'cit_gone'],
    conditions: [
      { statement: 'below 40', citation_ids: ['cit_gone'] },
      { statement: 'never cited', citation_ids: [] },
      { statement: 'after the vote', citation_ids: ['cit_a', 'cit_gone'] },
    ],
    additional_intents: [
      { action: 'hold', citation_ids: ['cit_gone'], conditions: [] },
      { action: 'trim', citation_ids: ['cit_b'], conditions: [{ statement: 'at 90', citation_ids: ['cit_gone'] }] },
    ],
  };

  it('keeps what other citations carry, and what never had one', () => {
    expect(withoutCitations({ kind: 'intent', body }, gone)).toEqual({
      action: 'buy',
      citation_ids: ['cit_a'],
      conditions: [
        { statement: 'never cited', citation_ids: [] },
        { statement: 'after the vote', citation_ids: ['cit_a'] },
      ],
      additional_intents: [{ action: 'trim', citation_ids: ['cit_b'], conditions: [] }],
    });
  });

  it('goes with its last citation, whatever its conditions cite', () => {
    expect(withoutCitations({ kind: 'intent', body: { ...body, citation_ids: ['cit_gone'] } }, gone)).toBeNull();
  });
});

it('a claim, a condition, a target and a note rest on one citation and go with it', () => {
  const kinds = ['claim', 'condition', 'target', 'note'];
  for (const kind of kinds)
    expect(withoutCitations({ kind, body: { citation_id: 'cit_gone' } }, gone), kind).toBeNull();
  expect(kinds).toHaveLength(4);
});
