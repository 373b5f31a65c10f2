// The states of a view that the measures read, and the two questions they ask of them.

export type Direction = 'bullish' | 'bearish' | 'mixed' | 'unclear';

export type ViewStatus =
  | 'forming'
  | 'active'
  | 'strengthened'
  | 'weakened'
  | 'reversed'
  | 'resolved'
  | 'abandoned'
  | 'unknown';

export type Validity = 'conditions_supported' | 'needs_review' | 'invalidated' | 'unknown';
export type ExternalState = 'clear' | 'triggered' | 'unknown';
export type ConditionStatus = 'pending' | 'met' | 'missed' | 'not_triggered' | 'triggered' | 'unknown';

/** A view counts when it is active or strengthened and not invalidated. */
export function isCounting(view: { readonly status: ViewStatus; readonly validity: Validity }): boolean {
  return (view.status === 'active' || view.status === 'strengthened') && view.validity !== 'invalidated';
}

/** Reversed, resolved and abandoned beliefs never move again. */
export function isFinal(view: { readonly status: ViewStatus }): boolean {
  return view.status === 'reversed' || view.status === 'resolved' || view.status === 'abandoned';
}
