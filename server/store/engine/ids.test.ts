// Ids are promises to everyone who stored one: these literals never change.
import { describe, expect, it } from 'vitest';
import { foldTicker } from '../../terms/ticker.ts';
import { derivedId, entityIdForTicker, type DerivedKind } from './ids.ts';

describe('entityIdForTicker', () => {
  it('gives each ticker the same id for ever, whatever the case it is written in', () => {
    expect(entityIdForTicker('AAPL')).toBe('db5548ca-0b98-519e-aa2b-cc1969dc23b1');
    expect(entityIdForTicker('BRK.B')).toBe('7f5b8fe7-36b0-55d2-aabc-cf571647cf57');
    expect(entityIdForTicker('aApL')).toBe(entityIdForTicker('AAPL'));
  });

  it('keeps share classes apart and is a UUID of version 5', () => {
    const ids = ['BRK.B', 'BRK-B', 'BRK/B', 'BRKB'].map(entityIdForTicker);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('foldTicker', () => {
  it('folds ASCII letters only: no letter of another alphabet becomes one', () => {
    expect(foldTicker('brk.b')).toBe('BRK.B');
    expect(['ß', 'ı', 'ſ', 'é', 'Å', 'K'].map(foldTicker)).toEqual(['ß', 'ı', 'ſ', 'é', 'Å', 'K']);
  });
});

describe('derivedId', () => {
  const golden: Record<DerivedKind, string> = {
    belief: 'bel_0e929876cfff8856848b578dcde49196',
    claim: 'clm_2e3b7fb6263546f2d3f2ef9f78dfb3cb',
    evidence: 'evd_a0cda230e8fcafed9649ebf3a95ef226',
    citation: 'cit_6d01f3020539764df93aefc89604e70f',
    source: 'src_7b941974081394c1e18afde25b25bae9',
    condition: 'cnd_660ad3bf2b7ae36abb5fc003ec997048',
    target: 'tgt_ce9fd6336c4feff54b794f0091cf4de9',
    note: 'nte_2e0ae4f5a6c5346e5d961f6b527d56cf',
    intent: 'obs_445132352ec0cc590ed4bfd2f4d615ab',
  };

  it.each(Object.entries(golden))('gives a %s the same id for ever', (kind, id) => {
    expect(derivedId(kind as DerivedKind, 'r-1')).toBe(id);
  });

  it('keeps kinds and records apart, and takes any text', () => {
    expect(derivedId('claim', 'r-1').slice(4)).not.toBe(derivedId('belief', 'r-1').slice(4));
    expect(derivedId('claim', 'r-1')).not.toBe(derivedId('claim', 'r-2'));
    expect(derivedId('claim', 'é😀')).toMatch(/^clm_[0-9a-f]{32}$/);
  });
});
