// Case behind a view as text: both marks, outcomes by span, and citations that do not quote.
import { describe, expect, it } from 'vitest';
import type { BriefFull, Citation, Mark, Outcome } from '../../../generated/api.ts';
import { Cites } from './cites.ts';
import { basisText } from './looks.ts';
import { marks, moved } from './marks.ts';
import { outcomes } from './outcomes.ts';
import { plainInk, printed, written } from './testing/sheet.ts';
import { thesis } from './thesis.ts';
import { directionFact } from './views.ts';

const brief = written<BriefFull>('brief-full', 'everything-live');
const found = brief.theses[0];
if (found === undefined) throw new Error('no case');
const open: Mark = { ...found.since_direction_mark, ended: false };

describe('the marks', () => {
  it('stand next to each other, each with its name, and say where one ended with the view', () => {
    const text = printed((sheet) =>
      marks(
        { since_inception_mark: open, since_direction_mark: { ...open, ended: true }, entry_sessions_differ: true },
        sheet,
        0,
      ),
    );
    expect(text.split('\n')).toEqual([
      'Since it opened      +20.63 %; SPY +1.00 %, excess +19.63 %',
      '                     from 40 on 2 Mar 2026, to 48.25 on 2 Oct 2026',
      'Since its direction  +20.63 %; SPY +1.00 %, excess +19.63 %',
      '                     from 40 on 2 Mar 2026, to 48.25 on 2 Oct 2026 (ended)',
      'The current direction is younger than the view: the two marks start at different sessions.',
      'The view has ended, and the mark since its direction ended with it.',
      'The move of the underlying price. It is not a return of the author.',
      '',
    ]);
  });

  it('in a line say their sessions, or why there is no measure', () => {
    expect(moved({ ...open, ended: true })).toBe(
      '+20.63 %; SPY +1.00 %, excess +19.63 % (2 Mar 2026 to 2 Oct 2026, ended with the view)',
    );
    expect(moved({ ...open, status: 'unmeasurable', reason: 'no_end_price', ended: true })).toBe(
      'unmeasurable, no end price (the view has ended)',
    );
  });
});

describe('the outcomes', () => {
  const [first] = found.outcomes;
  if (first === undefined) throw new Error('no outcome');
  const of = (start: string, change: Partial<Outcome>): Outcome[] =>
    ([21, 63, 126, 252] as const).map((sessions) => ({
      ...first,
      horizon_sessions: sessions,
      span_started_at: start,
      ...change,
    }));

  it('are grouped by span, say whether its direction held, and count the spans that are left out', () => {
    const ended = { status: 'unmeasurable', reason: 'ended_before_entry', direction_held: false } as const;
    const text = printed((sheet) =>
      outcomes(
        {
          outcomes: [
            ...of('2026-01-05T14:30:00.000Z', ended),
            ...of('2026-03-02T14:30:00.000Z', { direction: 'bearish', direction_held: false }).slice(0, 1),
            ...of('2026-06-01T14:30:00.000Z', { direction_held: true }).slice(0, 1),
            ...of('2026-06-01T14:30:00.000Z', { status: 'pending', direction_held: null }).slice(3),
          ],
          omitted_span_count: 2,
        },
        sheet,
        0,
      ),
    );
    expect(text.split('\n')).toEqual([
      '2 older spans of one direction are not shown here.',
      'Span from 5 Jan 2026, 14:30 UTC: ended before its entry session, so nothing is measured.',
      'Span from 2 Mar 2026, 14:30 UTC: ▼ bearish at its entry session',
      'Sessions  Until         Price      SPY   Excess  Direction',
      '      21  1 Apr 2026  -3.50 %  +1.25 %  -4.75 %  not held',
      'Span from 1 Jun 2026, 14:30 UTC: ▲ bullish at its entry session',
      'Sessions  Until         Price      SPY   Excess  Direction',
      '      21  1 Apr 2026  -3.50 %  +1.25 %  -4.75 %  held',
      '     252  pending                                open',
      '',
    ]);
  });
});

describe('the direction', () => {
  const at = '2026-03-02T14:30:00.000Z';

  it('says since when it holds, when it was restated, and who classified it', () => {
    const stated = { direction_since: at, direction_last_stated_at: at, direction_basis: 'author_declared' } as const;
    expect(directionFact(stated)[1]).toBe('since 2 Mar 2026, 14:30 UTC, not restated; declared by the author');
    expect(
      directionFact({ ...stated, direction_last_stated_at: '2026-08-11T14:30:00.000Z', direction_basis: 'unknown' })[1],
    ).toBe('since 2 Mar 2026, 14:30 UTC; last stated 11 Aug 2026, 14:30 UTC; basis not recorded');
    expect(basisText('operator_classified')).toBe('classified by the operator');
  });
});

describe('a citation', () => {
  it('of a rendering or a summary is not in quotation marks', () => {
    const [citation] = brief.citations as readonly [Citation];
    for (const kind of ['rendered', 'summarised'] as const) {
      const cites = new Cites([{ ...citation, locator: { kind, text: 'Sold a third.' } }], plainInk);
      cites.to(citation.citation_id);
      expect(printed((sheet) => cites.list(sheet))).toContain(`[1] ${kind} as: Sold a third. `);
    }
  });

  it('stands behind a revision for each of its statements, and behind a note of the service', () => {
    const [revision] = found.revisions;
    const [change] = found.packet.changes;
    if (revision === undefined || change === undefined) throw new Error('no course');
    const ids = brief.citations.map(({ citation_id: id }) => id).slice(0, 2);
    const cites = new Cites(brief.citations, plainInk);
    const note = { ...change, provenance: 'service_derived', citation_id: ids[1] ?? null } as const;
    const course = {
      ...found,
      claims: [],
      conditions: [],
      revisions: [{ ...revision, citation_ids: ids }],
      packet: { ...found.packet, changes: [note], disagreements: [note] },
    };
    const text = printed((sheet) => thesis(course, cites, sheet));
    expect(text).toContain('Orders doubled. [1][2]');
    expect(text.match(/Bora built twice as fast\. \[2\] \(service derived\)/g)).toHaveLength(2);
  });
});
