// The states of a view that the measures read, and the two questions they ask of them.
import type * as Contract from '../../generated/api.ts';

export type Direction = Contract.Direction;
export type ViewStatus = Contract.BeliefStatus;
export type Validity = Contract.BeliefState['validity'];
export type ExternalState = Contract.BeliefState['external_state'];
export type ConditionStatus = Contract.ConditionStatus;

/** A view counts when it is active or strengthened and not invalidated. */
export function isCounting(view: { readonly status: ViewStatus; readonly validity: Validity }): boolean {
  return (view.status === 'active' || view.status === 'strengthened') && view.validity !== 'invalidated';
}

/** Reversed, resolved and abandoned beliefs never move again. */
export function isFinal(view: { readonly status: ViewStatus }): boolean {
  return view.status === 'reversed' || view.status === 'resolved' || view.status === 'abandoned';
}
