// Notes that the service derives for a thesis: revisions that moved a field, opposing views, and missing records.
import type { BeliefPart } from '../../store/known/read-beliefs.ts';
import type { RevisionRow } from '../../store/known/read-revisions.ts';
import { dateOf } from '../../measures/time.ts';
import type { MeasuredBelief } from './brief-facts.ts';
import type { DerivedSentence, DerivedNotes } from './packet.ts';
import { stateOf } from '../revisions.ts';
import { partsOf } from '../view.ts';

/** The counting views that point the other way. */
export type OppositeViews = { count: number; newest: MeasuredBelief };

export type NotedThesis = {
  belief: MeasuredBelief;
  /** The name of the person who holds the thesis. */
  person: string;
  parts: readonly BeliefPart[];
  revisions: readonly RevisionRow[];
  /** Null if no counting view points the other way. */
  opposing: (OppositeViews & { person: string }) | null;
};

export function derivedNotes(thesis: NotedThesis): DerivedNotes {
  return { changes: changes(thesis), disagreements: disagreements(thesis), unknowns: unknowns(thesis) };
}

/** Every counting view of the subject with the opposite direction. */
export function opposingTo(belief: MeasuredBelief, all: readonly MeasuredBelief[]): OppositeViews | null {
  const { direction } = belief.state;
  if (direction !== 'bullish' && direction !== 'bearish') return null;
  const opposite = direction === 'bullish' ? 'bearish' : 'bullish';
  const opposing = all.filter(({ state, standing }) => standing === 'counting' && state.direction === opposite);
  const newest = opposing.reduce<MeasuredBelief | null>((a, b) => (a !== null && isNewer(a, b) ? a : b), null);
  return newest === null ? null : { count: opposing.length, newest };
}

function isNewer({ state: a }: MeasuredBelief, { state: b }: MeasuredBelief): boolean {
  if (a.counts_from !== b.counts_from) return a.counts_from > b.counts_from;
  return a.belief_id < b.belief_id;
}

/** One note for each revision that moved a field, in its order. */
function changes({ person, revisions }: NotedThesis): DerivedSentence[] {
  const course = revisions.filter(({ late }) => !late);
  return course.flatMap((row, place) => {
    const before = course[place - 1];
    if (before === undefined) return [];
    const [from, to] = [stateOf(before), stateOf(row)];
    const moved = (['direction', 'status', 'validity', 'external_state'] as const)
      .filter((name) => from[name] !== to[name])
      .map((name) => `${words(name)} ${words(from[name])} to ${words(to[name])}`);
    if (moved.length === 0) return [];
    const statement = `${dateOf(row.observed_at)}, ${person}, revision ${row.revision}: ${moved.join(', ')}.`;
    return [{ statement, observedAt: row.observed_at, citationId: row.source_citation_id }];
  });
}

const words = (name: string): string => name.replaceAll('_', ' ');

function disagreements({ belief: { state }, person, opposing }: NotedThesis): DerivedSentence[] {
  if (opposing === null) return [];
  const { count, newest } = opposing;
  const views = count === 1 ? '1 counting view points' : `${count} counting views point`;
  const statement =
    `Against the ${state.direction} view of ${person} of ${dateOf(state.first_observed_at)}, ${views} the other way; ` +
    `the newest is that of ${opposing.person}, last revised on ${dateOf(newest.state.observed_at)}.`;
  return [{ statement, observedAt: newest.state.observed_at, citationId: newest.state.source_citation_id }];
}

function unknowns({ belief: { state }, parts }: NotedThesis): DerivedSentence[] {
  const missing = [
    ['confidence', state.body.confidence === undefined],
    ['horizon', state.body.horizon === undefined],
    ['price target', partsOf(parts, 'target').length === 0],
    ['condition to watch', partsOf(parts, 'condition').length === 0],
  ] as const;
  const names = missing.filter(([, isMissing]) => isMissing).map(([name]) => name);
  if (names.length === 0) return [];
  const statement = `The record names no ${listed(names)}.`;
  return [{ statement, observedAt: state.observed_at, citationId: null }];
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
