// Activity of a brief as text: a count of zero takes no line.
import { describe, expect, it } from 'vitest';
import type { BriefOverview } from '../../../generated/api.ts';
import { activity } from './activity.ts';
import { Cites } from './cites.ts';
import { plainInk, printed, written } from './testing/sheet.ts';

const brief = written<BriefOverview>('brief-overview', 'everything-live');
const zero = { bullish: 0, bearish: 0, mixed: 0, unclear: 0 };

function shown(found: BriefOverview['activity']): string {
  const cites = new Cites(brief.citations, plainInk);
  const letters = new Map([[brief.views[0]?.belief_id ?? '', 'A']]);
  return printed((sheet) => activity(found, { cites, letters }, sheet));
}

describe('the activity', () => {
  it('lists the changes, the people, the views that do not count, and the next dated events with a citation', () => {
    expect(shown(brief.activity).split('\n')).toEqual([
      'Activity',
      'Changes in the 90 days before the cutoff; everything else is as of the cutoff.',
      'Opened        1 bullish, 1 bearish',
      'Turned        1 from bullish to mixed, 1 from mixed to bearish',
      'Clarified     1 view, by a first direction after unclear words',
      'Reversed      1 view',
      'Closed        1 view',
      'People        with a counting view: 1 bullish',
      'Not counting  open views: 1 forming, weakened or of unknown status, 1 past their own horizon, 2 not',
      '              restated for more than 365 days',
      'Newest        observation 55 days before the cutoff',
      'Dated next',
      '• 31 Dec 2026, condition of view A: The plant ships. [1]',
      '• 31 Dec 2026, horizon of view A: The plant ships. [1]',
      '',
    ]);
  });

  it('has no line for zeros, and says that nothing changed', () => {
    const quiet = shown({
      ...brief.activity,
      opened: zero,
      turned: [],
      clarified_view_count: 0,
      reversed_view_count: 0,
      closed_view_count: 0,
      people: zero,
      not_counting: { invalidated: 0, status: 0, horizon: 0, silent: 0 },
      newest_observation_age_days: 1,
      next_dated: [],
    });
    expect(quiet.split('\n')).toEqual([
      'Activity',
      'No view was opened, turned, clarified, reversed or closed in the 90 days before the cutoff.',
      'People  with a counting view: none',
      'Newest  observation 1 day before the cutoff',
      '',
    ]);
  });

  it('says of an event that its view is not shown, and is left out without own research', () => {
    const [event] = brief.activity.next_dated;
    if (event === undefined) throw new Error('no dated event');
    const others = { ...brief.activity, next_dated: [{ ...event, belief_id: 'bel_none' }] };
    expect(shown(others)).toContain('condition of a view that is not shown: The plant ships.');
    expect(shown({ ...brief.activity, newest_observation_age_days: null })).toBe('');
  });
});
