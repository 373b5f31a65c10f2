// Two calls are the same request if all of the client's parameters are equal; nothing else counts.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MeteredCall } from '../contract/metered.ts';
import { fingerprintOf } from './identity.ts';

type Identity = Pick<MeteredCall, 'operation' | 'collection' | 'parameters'>;
const version = '2026-10-05';
const call: Identity = {
  operation: 'getBrief',
  collection: 'live',
  parameters: { ticker: 'NWTB', detail: 'overview' },
};
const print = (changes: Partial<Identity> = {}, at = version): string =>
  fingerprintOf({ ...call, ...changes }, at).toString('hex');

describe('a fingerprint', () => {
  it('is 32 bytes that never change for a request: ids that are kept depend on it', () => {
    const text =
      '{"collection":"live","operation":"getBrief","parameters":{"detail":"overview","ticker":"NWTB"},"version":"2026-10-05"}';
    expect(print()).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('is the same whatever the order of the parameters, and whatever else the call carries', () => {
    const reversed = { detail: 'overview', ticker: 'NWTB' };
    expect(print({ parameters: reversed })).toBe(print());
    expect(print({ parameters: { ...reversed, as_of: undefined } })).toBe(print());
    const payer = { kind: 'key', sha256: Buffer.alloc(32) } as const;
    const whole = { ...call, requestId: 'another', payer, request: '/elsewhere', isOwnId: true };
    expect(fingerprintOf(whole, version).toString('hex')).toBe(print());
  });

  it('differs as soon as anything in the request does', () => {
    const { ticker, detail } = call.parameters as Record<string, string>;
    const prints = [
      print(),
      print({ operation: 'listBeliefs' }),
      print({ collection: 'preview' }),
      print({}, '2027-01-01'),
      print({ parameters: { ticker: 'NWTC', detail } }),
      print({ parameters: { ticker: 'nwtb', detail } }),
      print({ parameters: { ticker, detail: 'full' } }),
      print({ parameters: { ticker } }),
      // An explicit parameter differs from an omitted one, although the default is the same.
      print({ parameters: { ticker, detail, max_results: 5 } }),
      print({ parameters: { ticker, detail, max_results: 3 } }),
      print({ parameters: { ticker, detail, max_results: '5' } }),
      print({ parameters: { ticker, detail, as_of: '2026-10-05T00:00:00Z' } }),
      print({ parameters: { ticker, detail, as_of: '2026-10-05T00:00:00.000Z' } }),
      print({ parameters: { entity_id: ticker, detail } }),
    ];
    expect(new Set(prints).size).toBe(14);
  });

  it('of two sets of parameters is equal exactly when they are', () => {
    const value = fc.oneof(fc.string(), fc.integer({ min: 0, max: 50 }));
    const parameters = fc.dictionary(fc.constantFrom('ticker', 'limit', 'cursor', 'as_of', 'kind'), value);
    const sorted = (of: Record<string, unknown>): string =>
      JSON.stringify(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)));
    fc.assert(
      fc.property(parameters, parameters, (one, other) => {
        expect(print({ parameters: one }) === print({ parameters: other })).toBe(sorted(one) === sorted(other));
      }),
    );
  });
});
