import { describe, expect, it } from 'vitest';
import { beliefFault, conditionFault, intentFault, moveOf, type BeliefStep } from './course-rules.ts';

const base: BeliefStep = {
  revision: 1,
  observed_at: '2020-01-01T00:00:00.000Z',
  direction: 'bullish',
  status: 'active',
  validity: 'unknown',
  external_state: 'unknown',
};

function steps(...changes: Partial<BeliefStep>[]): BeliefStep[] {
  return changes.map((change, index) => ({ ...base, revision: index + 1, ...change }));
}

function lastFault(...changes: Partial<BeliefStep>[]): string | null {
  const all = steps(...changes);
  return beliefFault(all.slice(0, -1), all.at(-1) ?? base);
}

const statuses = ['forming', 'active', 'strengthened', 'weakened', 'reversed', 'resolved', 'abandoned', 'unknown'];
const after = ['strengthened', 'weakened', 'reversed', 'resolved', 'abandoned', 'unknown'];
const allowed: { [from: string]: string[] } = {
  forming: ['forming', 'active', 'abandoned', 'unknown'],
  active: ['active', ...after],
  strengthened: after,
  weakened: after,
  reversed: ['unknown'],
  resolved: ['unknown'],
  abandoned: ['unknown'],
};

describe('moves of a belief', () => {
  it('allows the documented moves of its status and refuses every other', () => {
    const pairs = Object.keys(allowed).flatMap((from) => statuses.map((to): [string, string] => [from, to]));
    expect(pairs).toHaveLength(56);
    for (const [from, to] of pairs) {
      const fault = beliefFault(steps({ status: from }), { ...base, revision: 2, status: to });
      expect([from, to, fault === null]).toEqual([from, to, allowed[from]?.includes(to) ?? false]);
    }
  });

  it.each([
    [
      'found evidence takes a belief back to what it was',
      [{ status: 'weakened' }, { status: 'unknown' }, { status: 'weakened' }],
      null,
    ],
    [
      'found evidence takes it nowhere else',
      [{ status: 'weakened' }, { status: 'unknown' }, { status: 'active' }],
      'from unknown a belief goes back to what it was (weakened), not to active',
    ],
    ['it cannot open as strengthened', [{ status: 'strengthened' }], 'a belief cannot open as strengthened'],
    ['it cannot open as invalidated', [{ validity: 'invalidated' }], 'a belief cannot open as invalidated'],
    ['it opens with revision 1', [{ revision: 2 }], 'the first revision of a belief is revision 1'],
    ['revisions follow one another', [{}, { revision: 3 }], 'revision 3 follows revision 1'],
    [
      'revisions follow in time',
      [{}, { observed_at: '2019-12-31T00:00:00.000Z' }],
      'it is observed before revision 1 (2020-01-01T00:00:00.000Z)',
    ],
    [
      'it does not turn around',
      [{}, { direction: 'bearish' }],
      'a bullish belief does not become bearish: it ends as reversed and a new one opens',
    ],
    ['it may be reversed', [{}, { status: 'reversed', direction: 'bearish' }], null],
    [
      'an ended belief may still be assessed',
      [{}, { status: 'resolved' }, { status: 'resolved', validity: 'needs_review' }],
      null,
    ],
    [
      'an ended belief says nothing new',
      [{}, { status: 'resolved' }, { status: 'resolved' }],
      'a belief that is resolved has ended',
    ],
    [
      'invalidated goes to review only',
      [{ validity: 'needs_review' }, { validity: 'invalidated' }, { validity: 'conditions_supported' }],
      'validity cannot move from invalidated to conditions_supported',
    ],
    [
      'validity does not become unknown again',
      [{ validity: 'needs_review' }, {}],
      'validity cannot move from needs_review to unknown',
    ],
  ] as [string, Partial<BeliefStep>[], string | null][])('%s', (_name, changes, fault) => {
    expect(lastFault(...changes)).toBe(fault);
  });

  it('lets conditions and intents make their moves and no other', () => {
    const condition = (kind: string, ...states: string[]): boolean =>
      conditionFault(
        states.slice(0, -1).map((status) => ({ kind, status })),
        { kind, status: states.at(-1) ?? '' },
      ) === null;
    expect(condition('catalyst', 'pending', 'met')).toBe(true);
    expect(condition('catalyst', 'met', 'pending')).toBe(false);
    expect(condition('catalyst', 'met', 'missed')).toBe(false);
    expect(condition('risk', 'not_triggered', 'triggered')).toBe(true);
    expect(condition('risk', 'triggered', 'not_triggered')).toBe(false);
    expect(condition('risk', 'not_triggered', 'unknown', 'not_triggered')).toBe(true);
    expect(condition('risk', 'not_triggered', 'unknown', 'triggered')).toBe(false);
    expect(
      conditionFault([{ kind: 'risk', status: 'not_triggered' }], { kind: 'catalyst', status: 'pending' }),
    ).toContain('kind');
    expect(intentFault(['not_assessed'], 'current')).toBeNull();
    expect(intentFault(['not_assessed', 'current'], 'superseded')).toBeNull();
    expect(intentFault(['superseded'], 'current')).not.toBeNull();
  });

  it('marks what a revision did, and nothing where only its assessment changed', () => {
    const told = { ...base, summary: 'as before' };
    expect(moveOf(undefined, told)).toBe('initiated');
    expect(moveOf(told, { ...told, summary: 'new' })).toBe('updated');
    expect(moveOf(told, { ...told, validity: 'needs_review' })).toBe('none');
    expect(moveOf(told, { ...told, status: 'strengthened' })).toBe('strengthened');
    expect(moveOf(told, { ...told, status: 'resolved' })).toBe('closed');
    expect(moveOf(told, { ...told, status: 'abandoned' })).toBe('closed');
    expect(moveOf(told, { ...told, status: 'unknown' })).toBe('none');
    expect(moveOf({ ...told, status: 'unknown' }, told)).toBe('none');
  });
});
