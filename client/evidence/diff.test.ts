// Changes between two recorded cutoffs: undoing the list restores the earlier document.
import { describe, expect, it } from 'vitest';
import { recordedDocument, recordedNames } from '../../server/testing/recordings.ts';
import { roomWarning, rooms, shortened } from '../../server/documents/room.ts';
import {
  type BeliefDetail,
  type Brief,
  type BriefEntity,
  type BriefFull,
  type BriefOverview,
  type Change,
  diff,
} from '../index.ts';

const pairOf = (before: string, after: string) =>
  [recordedDocument<BriefOverview>(before), recordedDocument<BriefOverview>(after)] as const;
const line = ({ kind, field, before, after }: Change): string => `${kind} ${field}: ${before} -> ${after}`;

describe('diff', () => {
  it('finds nothing between a document and itself, for every recorded brief and belief', async () => {
    let seen = 0;
    for (const name of recordedNames) {
      const document = recordedDocument<Brief | BeliefDetail>(name);
      if (!('view' in document ? 'views' in document : 'data' in document && 'belief' in document.data)) continue;
      seen += 1;
      expect(diff(document, document)).toEqual([]);
    }
    expect(seen).toBeGreaterThan(60);
  });

  it('lists views, their fields, the trade state, conditions, the price, coverage and labels', async () => {
    const [march, october] = pairOf('HALV-overview-2026-03-31', 'HALV-overview');
    const changes = diff(march, october);
    const kinds = ['view', 'trade_state', 'activity', 'condition', 'price', 'coverage', 'data_status'];
    expect([...new Set(changes.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
    expect(changes.find(({ kind, field }) => kind === 'price' && field === 'price')).toMatchObject({
      what: 'changed',
      before: march.market_price.reference?.price,
      after: october.market_price.reference?.price,
    });
    expect(changes.find(({ kind, field }) => kind === 'trade_state' && field === 'direction')).toMatchObject({
      before: march.trade_state.direction,
      after: october.trade_state.direction,
    });
    for (const view of october.views) {
      const earlier = march.views.find(({ belief_id }) => belief_id === view.belief_id);
      const own = changes.filter(({ kind, id }) => kind === 'view' && id === view.belief_id);
      if (earlier === undefined) expect(own).toMatchObject([{ what: 'added', person: view.person.name, before: null }]);
      else expect(own.some(({ field }) => field === 'status')).toBe(earlier.status !== view.status);
    }
  });

  it('reads as a list of what happened', async () => {
    const [august, october] = pairOf('OSTR-overview-2026-08-24', 'OSTR-overview');
    expect(diff(august, october).map(line)).toEqual([
      'price status: current -> stale',
      'data_status freshness: current -> stale',
    ]);
  });

  it('says since when a view has its direction where it has a new one, and when it was restated where it has not', async () => {
    const [april, october] = pairOf('NWTB-overview-2026-04-01', 'NWTB-overview');
    const [view] = october.views;
    const ofView = (changes: readonly Change[]) =>
      changes.filter(({ id, field }) => id === view?.belief_id && field?.startsWith('direction')).map(line);
    const stated = ({ activity }: BriefOverview) =>
      activity.views.find(({ belief_id }) => belief_id === view?.belief_id)?.direction_last_stated_at;
    expect(ofView(diff(april, october))).toEqual([
      `view direction_last_stated_at: ${stated(april)} -> ${stated(october)}`,
    ]);
    const turned = {
      direction_since: '2026-09-01T13:00:00.000Z',
      direction_last_stated_at: '2026-09-01T13:00:00.000Z',
      direction_basis: 'operator_classified',
    } as const;
    const activity = {
      ...october.activity,
      views: october.activity.views.map((one) => (one.belief_id === view?.belief_id ? { ...one, ...turned } : one)),
    };
    const since = october.activity.views[0];
    expect(diff(october, { ...october, activity }).map(line)).toEqual([
      `view direction_since: ${since?.direction_since} -> ${turned.direction_since}`,
      `view direction_basis: ${since?.direction_basis} -> operator_classified`,
    ]);
  });

  it('lists the people on each side and the views that do not count, and nothing that only the cutoff moves', async () => {
    const [march, october] = pairOf('HALV-overview-2026-03-31', 'HALV-overview');
    const activity = diff(march, october).filter(({ kind }) => kind === 'activity');
    expect(activity.map(line)).toEqual([
      'activity people_bullish: 3 -> 0',
      'activity people_bearish: 1 -> 2',
      'activity open_views_not_counting_invalidated: 0 -> 1',
      'activity open_views_not_counting_status: 0 -> 1',
    ]);
    const later = {
      ...october,
      activity: {
        ...october.activity,
        opened: { bullish: 9, bearish: 9, mixed: 9, unclear: 9 },
        closed_view_count: 9,
        newest_observation_age_days: 999,
        views: october.activity.views.map((one) => ({
          ...one,
          since_direction_mark: { ...one.since_direction_mark, security_change_percent: 99 },
        })),
      },
    };
    expect(diff(october, later)).toEqual([]);
  });

  it('is the same list, turned around, the other way', async () => {
    const [early, late] = pairOf('HALV-overview-2026-03-31', 'HALV-overview');
    const turned = { added: 'removed', removed: 'added', changed: 'changed' } as const;
    const key = (change: Change) =>
      JSON.stringify([change.kind, change.what, change.id, change.field, change.before, change.after]);
    const back = diff(late, early).map((change) => ({
      ...change,
      what: turned[change.what],
      before: change.after,
      after: change.before,
    }));
    expect(back.map(key).toSorted()).toEqual(diff(early, late).map(key).toSorted());
    expect(back.length).toBeGreaterThan(5);
  });

  it('is not certain that a view came or went where one of the documents leaves records out', async () => {
    const brief = recordedDocument<BriefOverview>('KLPF-overview');
    expect(brief.coverage.omitted_record_count).toBeGreaterThan(0);
    const fewer = { ...brief, views: brief.views.slice(1) };
    expect(diff(fewer, brief)).toMatchObject([{ kind: 'view', what: 'added', certain: false }]);
    const whole = { ...fewer, coverage: { ...brief.coverage, omitted_record_count: 0 } };
    expect(diff(whole, brief)[0]).toMatchObject({ kind: 'view', what: 'added', certain: true });
  });

  it('is not certain that a condition came or went where the other document counts some that it does not show', async () => {
    const [april, october] = pairOf('NWTB-overview-2026-04-01', 'NWTB-overview');
    const ofConditions = (changes: readonly Change[]) =>
      changes.filter(({ kind, what }) => kind === 'condition' && what !== 'changed').map(({ certain }) => certain);
    expect([april, october].map(({ trade_state }) => trade_state.setups[0]?.omitted_condition_count)).toEqual([1, 2]);
    expect(ofConditions(diff(april, october))).toEqual([false, false, false, false]);
    const [march, now] = pairOf('HALV-overview-2026-03-31', 'HALV-overview');
    expect(ofConditions(diff(now, { ...march, coverage: now.coverage }))).toEqual([false, false, false]);
    expect(ofConditions(diff({ ...now, coverage: march.coverage }, march))).toEqual([false, false, false]);
    const [counting, over] = pairOf('LRKQ-overview-2026-03-31', 'LRKQ-overview');
    expect([over.coverage.omitted_record_count, over.trade_state.setups]).toEqual([0, []]);
    expect(ofConditions(diff(counting, over))).toEqual([false]);
    // An overview does not contain the conditions of a view that does not count.
    const [june, later] = pairOf('QRZM-overview-2026-06-01', 'QRZM-overview');
    expect([june, later].map(({ activity }) => activity.not_counting.horizon)).toEqual([1, 1]);
    expect(ofConditions(diff(june, later))).toEqual([false]);
    const onlyCounting = (one: BriefOverview): BriefOverview => {
      const ids = one.trade_state.setups.flatMap(({ thesis_ids }) => thesis_ids);
      return { ...one, views: one.views.filter(({ belief_id }) => ids.includes(belief_id)) };
    };
    expect(ofConditions(diff(onlyCounting(june), onlyCounting(later)))).toEqual([true]);
    const entity = recordedDocument<BriefEntity>('entity-company');
    const cut = { ...entity, recorded_conditions: entity.recorded_conditions.slice(1), omitted_condition_count: 1 };
    expect(ofConditions(diff(cut, entity))).toEqual([false]);
    expect(ofConditions(diff({ ...cut, omitted_condition_count: 0 }, entity))).toEqual([true]);
  });

  it('compares two full briefs by the conditions of each case, of which none is left out', async () => {
    const now = recordedDocument<BriefFull>('NWTB-full');
    const [thesis, ...others] = now.theses;
    if (thesis === undefined) throw new Error('there is no case');
    const [gone, ...kept] = thesis.conditions;
    const then = { ...now, theses: [{ ...thesis, conditions: kept }, ...others] };
    expect(now.trade_state.setups[0]?.omitted_condition_count).toBeGreaterThan(0);
    expect(diff(then, now)).toMatchObject([
      {
        kind: 'condition',
        what: 'added',
        id: `${thesis.belief_id} ${gone?.kind}: ${gone?.statement.text}`,
        person: now.views.find(({ belief_id }) => belief_id === thesis.belief_id)?.person.name,
        certain: true,
      },
    ]);
    const without = { ...now, theses: others, omitted_thesis_count: 1 };
    expect(diff(without, now).map(({ certain }) => certain)).toEqual(thesis.conditions.map(() => false));
  });

  it('is not certain of texts and conditions where a document has them shortened', async () => {
    const whole = recordedDocument<BriefFull>('KLPF-full-20');
    const [thesis, ...others] = whole.theses;
    if (thesis === undefined) throw new Error('there is no case');
    const statement = { text: 'Freight rises by more than a fifth. '.repeat(5), truncated: false };
    const risk = { kind: 'risk', statement, status: 'pending', expected_by: null, citation_id: 'cit_1' } as const;
    const now = { ...whole, theses: [{ ...thesis, conditions: [risk] }, ...others] };
    const cut = shortened(now, rooms[2]);
    const narrow = { ...cut, trade_state: { ...cut.trade_state, action: 'x' }, warnings: [roomWarning(rooms[2])] };
    for (const changes of [diff<Brief>(now, narrow as BriefFull), diff<Brief>(narrow as BriefFull, now)])
      expect(new Set(changes.map(({ kind, what, field, certain }) => `${kind} ${what} ${field}: ${certain}`))).toEqual(
        new Set([
          'view changed summary: false',
          'view changed blockers: false',
          'trade_state changed action: true',
          'condition added null: false',
          'condition removed null: false',
        ]),
      );
  });

  it('compares belief records by their revisions, claims and conditions', async () => {
    const now = recordedDocument<BeliefDetail>('belief-NWTB');
    const { belief } = now.data;
    const then = {
      ...now,
      data: { ...now.data, belief: { ...belief, revisions: belief.revisions.slice(0, 1), status: 'forming' as const } },
    };
    const changes = diff(then, now);
    expect(changes.filter(({ kind }) => kind === 'revision').map(({ what, id }) => [what, id])).toEqual(
      belief.revisions.slice(1).map(({ revision }) => ['added', String(revision)]),
    );
    expect(changes.find(({ field }) => field === 'status')).toMatchObject({
      kind: 'view',
      before: 'forming',
      after: belief.status,
    });
  });

  it('refuses two subjects, and what is neither a brief nor a belief', async () => {
    const [one, other] = [recordedDocument<Brief>('NWTB-overview'), recordedDocument<Brief>('HALV-overview')];
    const problem = recordedDocument<Brief>('not-covered');
    expect(() => diff(problem, problem)).toThrow(expect.objectContaining({ code: 'invalid-argument' }) as Error);
    expect(() => diff(one, other)).toThrow(expect.objectContaining({ code: 'invalid-argument' }) as Error);
  });
});
