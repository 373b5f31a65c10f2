// Page of a view and its case: direction, both marks, outcomes by span; and the activity of a brief.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Activity, BriefFull, Mark, Outcome } from '../../../generated/api.ts';
import { activity } from './activity.ts';
import { openPerson } from './address.ts';
import { changeMarks } from './changed.ts';
import { citesOf } from './citations.ts';
import { heldLabel } from './drawing/labels.ts';
import { marks, moved } from './drawing/marks.ts';
import { outcomes } from './outcomes.ts';
import { thesis } from './thesis.ts';
import { verdict } from './top.ts';
import { views } from './views.ts';

const file = new URL('../../../fixtures/documents/valid/brief-full.json', import.meta.url);
const { documents } = JSON.parse(readFileSync(file, 'utf8')) as { documents: Record<string, BriefFull> };
const brief = documents['everything-live'] as BriefFull;
const found = brief.theses[0] as BriefFull['theses'][number];
const cites = citesOf(brief.citations);

/** The words of a page, without its markup. */
const words = (page: { text: string }): string =>
  page.text
    .replaceAll(/<svg[^]*?<\/svg\s*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' :', ':');

describe('a view', () => {
  it('says since when it has its direction, when that was last stated, by whom, and how the price moved', () => {
    const [view] = brief.views;
    const [direction] = brief.activity.views;
    if (view === undefined || direction === undefined) throw new Error('no view');
    for (const [basis, said] of [
      ['author_declared', 'Declared by the author'],
      ['operator_classified', 'Classified by the operator'],
      ['unknown', 'Basis not recorded'],
    ] as const) {
      const directions = [{ ...direction, direction_basis: basis }];
      const page = views(
        {
          views: [view],
          directions,
          coverage: brief.coverage,
          ticker: 'SKYL',
          theses: [],
          person: (id: string) => openPerson(id, { as_of: brief.as_of, mode: 'preview' }),
        },
        cites,
        changeMarks(null),
      );
      expect(words(page)).toMatch(new RegExp(`Direction since 2 Mar 2026, 14:30 UTC Basis of the direction: ${said}`));
      expect(words(page)).toMatch(/Last stated \d+ \w+ 2026, 14:30 UTC/);
      expect(words(page)).toMatch(/Price since the direction \+[\d.]+ %\s?; SPY/);
      expect(words(page)).not.toContain('Price since the view opened');
    }
  });
});

describe('the case', () => {
  const open: Mark = { ...found.since_direction_mark, ended: false };

  it('has both marks by name, and says where one ended and where their entry sessions differ', () => {
    const both = { since_inception_mark: open, since_direction_mark: open, entry_sessions_differ: false };
    expect(words(marks(both, 'Orla Venn'))).toMatch(
      /Since the view was opened .*Since the current direction was given/,
    );
    expect(words(marks(both, 'Orla Venn'))).not.toMatch(/ended|different sessions/);
    const turned = { ...both, since_direction_mark: { ...open, ended: true }, entry_sessions_differ: true };
    expect(words(marks(turned, 'Orla Venn'))).toMatch(/2 Oct 2026 \(ended\) .*start at different sessions.*has ended/);
    expect(words(moved({ ...open, status: 'pending', reason: null, ended: true }))).toBe(
      'Pending (the view has ended)',
    );
  });

  it('has its outcomes by span of one direction, each held or not, and counts the spans left out', () => {
    const [first] = found.outcomes;
    if (first === undefined) throw new Error('no outcome');
    const early: Outcome = {
      ...first,
      span_started_at: '2026-01-05T14:30:00.000Z',
      status: 'unmeasurable',
      reason: 'ended_before_entry',
      direction_held: false,
    };
    const page = outcomes(
      { ...found, outcomes: [early, early, ...found.outcomes], omitted_span_count: 1 },
      'Orla Venn',
    );
    expect(page.text.match(/<tbody>/g)).toHaveLength(2);
    expect(words(page)).toContain('Span from 5 Jan 2026, 14:30 UTC: ended before its entry session');
    expect(words(page)).toContain('Span from 2 Mar 2026, 14:30 UTC: bullish at its entry session');
    expect(words(page)).toContain('1 older span of one direction is not shown here.');
    expect([true, false, null].map((isHeld) => words(heldLabel(isHeld)).trim())).toEqual([
      'Direction: Held',
      'Direction: Not held',
      'Direction: Open',
    ]);
    expect(outcomes({ ...found, outcomes: [] }, 'Orla Venn').text).toBe('');
  });

  it('cites every statement behind a revision', () => {
    const ids = brief.citations.map(({ citation_id: id }) => id);
    const revisions = found.revisions.slice(0, 1).map((one) => ({ ...one, citation_ids: ids }));
    const [, course = ''] =
      /<h4>Course<\/h4>([^]*?)<\/ol>/.exec(thesis({ ...found, revisions }, 'Orla Venn', cites).text) ?? [];
    expect(course.match(/class="cite"/g)).toHaveLength(ids.length);
  });
});

describe('the activity', () => {
  const zero = { bullish: 0, bearish: 0, mixed: 0, unclear: 0 };
  const shown = (change: Partial<Activity>): string =>
    words(activity({ ...brief, activity: { ...brief.activity, newest_observation_age_days: 55, ...change } }, cites));

  it('lists changes, people, views that do not count by reason, and dated events with their citation', () => {
    const page = shown({
      opened: { ...zero, bullish: 1, mixed: 2 },
      turned: [{ from: 'bullish', to: 'mixed', view_count: 1 }],
      clarified_view_count: 1,
      not_counting: { invalidated: 0, status: 0, horizon: 2, silent: 5 },
      next_dated: brief.activity.next_dated.slice(0, 1),
    });
    expect(page).toContain('Opened 1 bullish, 2 mixed');
    expect(page).toContain('Turned 1 from bullish to mixed');
    expect(page).toContain('do not count: 2 past their own horizon, 5 not restated for more than 365 days');
    expect(page).toContain('The newest observation is 55 days before the cutoff');
    expect(page).toMatch(/Dated next \d+ \w+ \d+ (Condition|Horizon) of .*: .*\[\d+\]/);
  });

  it('has people by direction with the action, its policy and one reason above all others', () => {
    const activity = { ...brief.activity, people: { ...zero, bearish: 3, mixed: 1 } };
    const reasons = ['Policy p gives WAIT.', 'The price is late.', 'AVOID is withheld: one.'].map((text) => ({
      text,
      truncated: false,
    }));
    const page = verdict({ activity, trade_state: { ...brief.trade_state, reasons } }, changeMarks(null));
    expect(page.text.match(/<rect class="(mixed|bearish)"/g)).toHaveLength(2);
    expect(words(page)).toMatch(
      /1 mixed 3 bearish .* Trade state: WAIT .* AVOID is withheld: one\. Policy p gives WAIT\. .*1 more reason The price is late\./,
    );
    const given = { ...brief.trade_state, reasons: reasons.slice(0, 2) };
    expect(words(verdict({ activity, trade_state: given }, changeMarks(null)))).toMatch(
      /Policy p gives WAIT\. The rule .*1 more reason The price is late\./,
    );
    const none = verdict(
      { activity: { ...activity, people: zero }, trade_state: brief.trade_state },
      changeMarks(null),
    );
    expect(words(none)).toContain('No person has a view that counts.');
  });

  it('has no row for zeros, and is left out without own research', () => {
    const quiet = shown({
      opened: zero,
      turned: [],
      clarified_view_count: 0,
      reversed_view_count: 0,
      closed_view_count: 0,
      not_counting: { invalidated: 0, status: 0, horizon: 0, silent: 0 },
      next_dated: [],
    });
    expect(quiet).toContain('No view was opened, turned, clarified, reversed or closed.');
    expect(quiet).not.toMatch(/Opened|Turned|do not count|Dated next| 0 /);
    expect(shown({ newest_observation_age_days: null })).toBe('');
  });
});
