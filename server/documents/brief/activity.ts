// The activity of a brief: recent changes of mind, the next dated events, and the age of each direction.
import type { Activity, ViewDirection } from '../../../generated/api.ts';
import { activityWindowDays } from '../../measures/activity.ts';
import { capText, textCaps } from '../../measures/text.ts';
import type { BeliefState } from '../../store/known/read-beliefs.ts';
import type { BriefFacts, MeasuredBelief } from './brief-facts.ts';
import { ageInDays } from '../data-status.ts';
import { mark } from './marks.ts';

/** Since when a belief has its direction, and who classified it. */
export function directionOf({
  body,
}: Pick<BeliefState, 'body'>): Omit<ViewDirection, 'belief_id' | 'since_direction_mark'> {
  return {
    direction_since: body.direction_since,
    direction_last_stated_at: body.direction_stated_at,
    direction_basis: body.direction_basis,
  };
}

function viewDirection({ state, sinceDirection }: MeasuredBelief): ViewDirection {
  return { belief_id: state.belief_id, ...directionOf(state), since_direction_mark: mark(sinceDirection) };
}

export function activity(facts: BriefFacts): Activity {
  const { changes, nextDated, returned, trade } = facts;
  return {
    window_days: activityWindowDays,
    opened: changes.opened,
    turned: changes.turned.map(({ from, to, viewCount }) => ({ from, to, view_count: viewCount })),
    clarified_view_count: changes.clarified,
    reversed_view_count: changes.reversed,
    closed_view_count: changes.closed,
    people: trade.tally.people,
    not_counting: trade.tally.notCounting,
    newest_observation_age_days: ageInDays(facts),
    next_dated: nextDated.map(({ kind, dueOn, statement, beliefId, citationId }) => ({
      kind,
      due_on: dueOn,
      statement: capText(statement, textCaps.statement),
      belief_id: beliefId,
      citation_id: citationId,
    })),
    views: returned.map(viewDirection),
  };
}
