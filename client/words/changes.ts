// Changes between two cutoffs in words: one list for command line and pages.
import type { ChangeItem } from '../../generated/api.ts';
import type { Tone } from './states.ts';
import { words } from './text.ts';

export const changeTitles: Readonly<Record<ChangeItem['kind'], readonly [title: string, tone: Tone]>> = {
  verdict: ['Verdict', 'warn'],
  direction: ['Direction', 'warn'],
  decision_mode: ['Sides', 'plain'],
  price_status: ['Price', 'plain'],
  related_research: ['Related research', 'plain'],
  view_opened: ['View opened', 'good'],
  view_updated: ['View restated', 'plain'],
  view_strengthened: ['View strengthened', 'good'],
  view_weakened: ['View weakened', 'warn'],
  view_reversed: ['View reversed', 'bad'],
  view_ended: ['View ended', 'warn'],
  view_corrected: ['View corrected', 'warn'],
  view_withdrawn: ['View withdrawn', 'bad'],
  statement_added: ['Statement added', 'plain'],
  statement_withdrawn: ['Statement withdrawn', 'bad'],
  view_validity: ['Conditions of the view', 'warn'],
  view_external_state: ['Outside events', 'warn'],
  condition_added: ['Condition added', 'plain'],
  condition_met: ['Condition met', 'good'],
  condition_missed: ['Condition missed', 'bad'],
  condition_triggered: ['Condition triggered', 'bad'],
  condition_changed: ['Condition changed', 'plain'],
  condition_withdrawn: ['Condition withdrawn', 'bad'],
  target_added: ['Target added', 'plain'],
  target_changed: ['Target changed', 'plain'],
  target_withdrawn: ['Target withdrawn', 'bad'],
  claim_added: ['Claim added', 'plain'],
  claim_changed: ['Claim changed', 'plain'],
  claim_withdrawn: ['Claim withdrawn', 'bad'],
  evidence_withdrawn: ['Evidence withdrawn', 'bad'],
};

type Sides = Pick<ChangeItem, 'before' | 'after' | 'direction_before' | 'direction_after' | 'object'>;

/** The values on both sides; one alone where the other does not exist or is the same. */
export function changeValues(change: Sides, arrow: string): string {
  const [old, now] = changeSides(change);
  if (old === null || old === now) return now ?? 'none';
  return now === null ? `was ${old}` : `${old} ${arrow} ${now}`;
}

/** Null on a side without the thing. */
export function changeSides(change: Sides): readonly [before: string | null, after: string | null] {
  const { before, after, direction_before: from, direction_after: to, object } = change;
  return [side(object, before, from), side(object, after, to)];
}

function side(object: ChangeItem['object'], value: string | null, direction: string | null): string | null {
  if (value === null) return null;
  const said = object === 'target' ? value : words(value);
  return direction === null ? said : `${direction}, ${said}`;
}
