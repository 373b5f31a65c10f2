// Changes of labels by their cause: a word, an age limit, a price status, a price, or none.
import { describe, expect, it } from 'vitest';
import { changesOf } from './label-changes.ts';
import type { Labels } from './label-changes.ts';
import { subjectOf } from './own/own-subject.ts';
import type { Subject } from './own/own-subject.ts';
import { priced, said, upTo, world } from './testing/world.ts';

const labels: Labels = { action: 'WAIT', mode: 'one_sided', direction: 'bullish', bullish: 'mixed', bearish: 'none' };
const one = [said('a', 2)];
const at = (cutoff: number, statements = one, prices = upTo(cutoff + 1)): Subject =>
  subjectOf(
    'AAA',
    world(
      statements,
      priced(prices, (i) => (i < 9 ? 100 : 110)),
      cutoff,
    ),
  );
const causes = (before: Subject, after: Subject, changed: Partial<Labels>): string[] =>
  changesOf({ labels, subject: before }, { labels: { ...labels, ...changed }, subject: after }).map(
    ({ label, cause }) => `${label} ${cause}`,
  );

describe('a change of a label', () => {
  it('has a price as its cause where the confirmation crosses a limit', () => {
    expect(causes(at(8), at(9), { bullish: 'working' })).toEqual(['bullish new price']);
  });
  it('has the status of the price as its cause where it turns stale', () => {
    expect(causes(at(8), at(12, one, upTo(9)), { bullish: 'unmeasured' })).toEqual(['bullish price status']);
  });
  it('has a word as its cause before anything else', () => {
    const two = [...one, said('b', 9, { direction: 'bearish' })];
    expect(causes(at(8, two), at(9, two), { mode: 'competing_setups', direction: 'mixed' })).toEqual([
      'mode new word',
      'direction new word',
    ]);
  });
  it('has an age limit as its cause where a view falls silent', () => {
    const old = [said('a', 0, { observedAt: '2013-01-09T12:00:00.000Z' })];
    expect(causes(at(8, old), at(9, old), { mode: 'no_directional_setup' })).toEqual(['mode age limit']);
  });
  it('is unexplained where nothing changed, and a price alone moves no mode', () => {
    expect(causes(at(5), at(6), { bullish: 'working' })).toEqual(['bullish unexplained']);
    expect(causes(at(8), at(9), { mode: 'competing_setups' })).toEqual(['mode unexplained']);
  });
});
