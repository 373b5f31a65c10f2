// Limitations of an answer, a sentence for each, the unusual ones first.
import type { Collection } from '../store/engine/db.ts';
import type { BeliefState } from '../store/known/read-beliefs.ts';
import type { CitationRow } from '../store/known/read-citations.ts';

/** The kinds of limitations in the order in which an answer lists them. */
const kinds = [
  'no-chart',
  'price-jump',
  'simultaneous',
  'overdue',
  'age',
  'omitted',
  'no-industry',
  'name-unknown',
  'name-as-loaded',
  'targets',
  'day-precision',
  'classified',
  'unverified',
  'unavailable',
  'price-basis',
  'other',
] as const;

export type Limit = { readonly kind: (typeof kinds)[number]; readonly text: string };

/** The sentences in the order of their kinds; of one kind, in the order given. */
export function limitations(limits: readonly Limit[]): string[] {
  return limits.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)).map(({ text }) => text);
}

export function previewLimits(mode: Collection): Limit[] {
  return mode === 'preview'
    ? [{ kind: 'other', text: 'Preview data: fictional people and companies, for testing only.' }]
    : [];
}

export function omittedLimits(omitted: number, released: number): Limit[] {
  if (omitted === 0) return [];
  const text = `${omitted} of ${released} released records are not shown; the beliefs list has them all.`;
  return [{ kind: 'omitted', text }];
}

type DatedState = Pick<BeliefState, 'body' | 'is_day'> & { readonly first_is_day?: boolean };

/** Directions, words and days of the beliefs that an answer shows. */
export function beliefLimits(shown: readonly { readonly state: DatedState }[]): Limit[] {
  const numberOf = (has: (state: (typeof shown)[number]['state']) => boolean): number =>
    shown.filter(({ state }) => has(state)).length;
  const disagreeing = numberOf(({ body }) => body.simultaneous === true);
  const byDay = numberOf((state) => [state.first_is_day, state.is_day, state.body.direction_since_day].includes(true));
  const classified = numberOf(({ body }) => body.direction_basis === 'operator_classified');
  const of = shown.length === 1 ? '1 view' : `${shown.length} views shown`;
  return [
    ...limit(
      disagreeing,
      'simultaneous',
      (n) =>
        `simultaneous-statements: ${n} of ${of} rests on statements of one instant that disagree, so its direction is mixed.`,
    ),
    ...limit(
      byDay,
      'day-precision',
      (n) => `Observed to the day only: ${n} of ${of}; entry is the first session after that day.`,
    ),
    ...limit(
      classified,
      'classified',
      (n) => `Direction classified by the operator, not declared by the author: ${n} of ${of} (see direction_basis).`,
    ),
  ];
}

/** The texts that an answer cites. */
export function citationLimits(
  citations: readonly Pick<CitationRow, 'removed_characters' | 'verification'>[],
): Limit[] {
  const numberOf = (verification: CitationRow['verification']): number =>
    citations.filter((row) => row.verification === verification).length;
  const removed = citations.reduce((sum, row) => sum + row.removed_characters, 0);
  const all = citations.length;
  return [
    ...limit(numberOf('unverified'), 'unverified', (n) => `Source links not verified: ${n} of ${all} citations.`),
    ...limit(
      numberOf('source_unavailable'),
      'unavailable',
      (n) => `Sources no longer available: ${n} of ${all} citations.`,
    ),
    ...limit(removed, 'other', (n) => `Invisible or control characters removed from the cited texts at load: ${n}.`),
  ];
}

/** Empty if the count is 0. */
export function limit(count: number, kind: Limit['kind'], text: (count: number) => string): Limit[] {
  return count === 0 ? [] : [{ kind, text: text(count) }];
}
