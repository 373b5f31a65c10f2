// Answers written by hand, as a right service gives them, equal what the raw files ask for; with one fault planted they do not.
import { describe, expect, it } from 'vitest';
import { detailFields, fullFields, walkFields } from '../answered-full.ts';
import { briefFields, explainedFields } from '../answered.ts';
import { compare } from '../compare.ts';
import type { Row, Value } from '../compare.ts';
import { listed, listedOf } from '../coverage-rows.ts';
import { detailOf, fullOf, walkOf } from '../expected-full.ts';
import { briefOf, explainedOf } from '../expected.ts';
import { subjectOf } from './own-subject.ts';
import { answered } from '../rows.ts';
import { count, newTally, summary } from '../tally.ts';
import {
  citationsByHand,
  explainedByHand,
  fullByHand,
  own,
  pageByHand,
  peer,
  thesisByHand,
} from '../testing/answers.ts';
import { dayOf, priced, said, security, world } from '../testing/world.ts';

/** AAA costs 10, 11, 12, 15 and 18; SPY stays at 50. One view of AAA on day 2, one of its industry's BBB on day 3. */
const moment = world(
  [said('r', 2), said('peer', 3, { ticker: 'BBB', direction: 'bearish' })],
  priced([0, 1, 2, 3, 4], (i) => [10, 11, 12, 15, 18][i] ?? 0),
  4,
  [security('AAA', '3571', dayOf(0)), security('BBB', '3576', dayOf(1))],
);
const subject = subjectOf('AAA', moment);
const at = { ticker: 'AAA', asOf: moment.cutoff };
const page = pageByHand();
const walked = (pages = [page]): Map<string, Value> => walkFields(pages, new Set([own]), moment.cutoff);
const unequal = (rows: readonly Row[]): string[] => rows.filter((row) => !row.equal).map(({ field }) => field);
const faultOf = (ours: Map<string, Value>, theirs: Map<string, Value>): string[] => unequal(compare(at, ours, theirs));

describe('answers without a fault', () => {
  it('are equal in every form', () => {
    expect(faultOf(briefFields(fullByHand()), briefOf(subject, moment))).toEqual([]);
    expect(faultOf(fullFields(fullByHand()), fullOf(subject, moment))).toEqual([]);
    expect(faultOf(explainedFields(explainedByHand()), explainedOf(subject))).toEqual([]);
    expect(faultOf(walked(), walkOf(subject, moment))).toEqual([]);
    const [belief] = subject.own;
    if (!belief) throw new Error('no belief');
    const record = { ...page.body.data.beliefs[0], ...thesisByHand() };
    const detail = { data: { belief: record, citations: citationsByHand }, data_status: { freshness: 'current' } };
    expect(faultOf(detailFields(detail), detailOf(belief, subject, moment))).toEqual([]);
  });
});

/** Changes one place of a copy: a path of keys, and what is to stand there. */
function changed(path: string, value: unknown): unknown {
  const body: Record<string, unknown> = structuredClone(fullByHand());
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const place = keys.reduce((within, key) => within[key] as Record<string, unknown>, body);
  if (!(last in place)) throw new Error(`${path} is not there`);
  place[last] = value;
  return body;
}

describe('one fault', () => {
  const faults: [string, unknown, string][] = [
    ['coverage.released_record_count', 2, 'coverage.released_record_count'],
    ['views.0.person.name', 'R', 'views[0].person.name'],
    ['chart.series.1.security_index', 110 + 2e-9, 'chart.series[1].security_index'],
    ['chart.series', [], 'chart.points'],
    ['chart.markers.0.kind', 'updated', 'chart.markers[0].kind'],
    ['related_context.omitted_related_count', 1, 'related.omitted'],
    ['related_context.related_beliefs.0.relationship', 'same_industry', 'related[0].relationship'],
    ['data_status.coverage', 'partial', 'data_status.coverage'],
    ['trade_state.setups.0.thesis_ids', [], 'thesis_ids.bullish'],
    ['trade_state.reasons.0.text', '2 counting views: 1 bullish, 0 bearish, 1 mixed, 0 unclear', 'trade_state.counts'],
    ['activity.people.mixed', 1, 'activity.people.mixed'],
    ['activity.turned', [{ from: 'bullish', to: 'mixed', view_count: 1 }], 'activity.turned'],
    ['activity.newest_observation_age_days', 3, 'activity.newest_observation_age_days'],
    ['activity.views.0.direction_since', `${dayOf(1)}T12:00:00.000Z`, 'activity.views[0].direction_since'],
    ['theses.0.since_direction_mark.ended', true, 'theses[0].since_direction.ended'],
    ['theses.0.outcomes.0.direction_held', true, 'theses[0].outcomes[0].direction_held'],
    ['theses.0.revisions.0.citation_ids', ['cit_r', 'cit_r'], 'theses[0].revisions[0].cited'],
    ['theses', [], 'theses'],
    ['theses.0.since_inception_mark.excess_change_percent', -50, 'theses[0].mark.excess_change_percent'],
    ['theses.0.since_inception_mark.latest.price', 15, 'theses[0].mark.latest.price'],
    ['theses.0.outcomes.3.status', 'measured', 'theses[0].outcomes[3].status'],
    ['theses.0.outcomes.0.entry_session', null, 'theses[0].outcomes[0].entry_session'],
    ['theses.0.revisions', [], 'theses[0].revisions'],
    ['sector_context', undefined, 'sector_context.shown'],
    ['sector_context.omitted_related_count', 7, 'sector_context.omitted'],
    ['sector_context.related.0.sic_observed_at', `${dayOf(1)}T00:00:00.000Z`, 'sector_context[0].sic_observed_at'],
    ['sector_context.related.0.direction', 'bullish', 'sector_context[0].direction'],
  ];
  it.each(faults)('in a full form is told: %s', (path, value, field) => {
    expect(faultOf(fullFields(changed(path, value)), fullOf(subject, moment))).toContain(field);
  });
  it('in a walk is told: a belief twice, another one, another cutoff', () => {
    const due = walkOf(subject, moment);
    expect(faultOf(walked([page, page]), due)).toEqual(expect.arrayContaining(['pages', 'length']));
    expect(faultOf(walked([pageByHand(peer)]), due)).toEqual(expect.arrayContaining(['missing', 'unknown']));
    const later = { ...page, body: { ...page.body, as_of: `${dayOf(5)}T21:00:00.000Z` } };
    expect(faultOf(walked([later]), due)).toContain('pages at another cutoff');
  });
  it('in what explain tells is told: a peer too many, a mark that is not there', () => {
    const due = explainedOf(subject);
    const many = { ...explainedByHand(), industry: { sic: '3571', related_records: 2, related_companies: 2 } };
    expect(faultOf(explainedFields(many), due)).toEqual(['industry.related_records', 'industry.related_companies']);
    expect(faultOf(explainedFields({ ...explainedByHand(), beliefs: [] }), due)).toHaveLength(8);
  });
  it('in a list of what is covered is told: a wrong count, a ticker that is missing', () => {
    const due = listedOf('tickers', [subject], moment);
    const entry = {
      ticker: 'AAA',
      name: 'AAA',
      released_record_count: 1,
      first_covered_at: `${dayOf(2)}T12:00:00.000Z`,
      latest_observation_at: `${dayOf(2)}T12:00:00.000Z`,
    };
    expect(faultOf(listed('tickers', [entry]), due)).toEqual([]);
    expect(faultOf(listed('tickers', [{ ...entry, released_record_count: 2 }]), due)).toHaveLength(1);
    expect(faultOf(listed('tickers', []), due)).toHaveLength(5);
    expect(listedOf('entities', [subject], moment).get('entities[AAA].name')).toBeNull();
  });
});

describe('a refusal', () => {
  const answer = { status: 404, body: {}, next: null };
  const asked = { form: 'overview', answer, fields: (): Map<string, Value> => new Map() };
  it('is a fault where an answer is due, and an answer where a refusal is', () => {
    expect(unequal(answered(at, asked, briefOf(subject, moment)))).toEqual(['overview.status']);
    expect(unequal(answered(at, asked, null))).toEqual([]);
    expect(unequal(answered(at, { ...asked, answer: { ...answer, status: 200 } }, null))).toEqual(['overview.status']);
  });
});

describe('the summary', () => {
  it('counts what was compared by kind, and every fault', () => {
    const tally = newTally();
    const answer = { status: 200, body: {}, next: null };
    const form = 'full';
    const fields = (): Map<string, Value> => fullFields(changed('chart.series.1.benchmark_index', 101));
    count(answered(at, { form, answer, fields }, fullOf(subject, moment)), tally);
    count(answered(at, { form: 'walk', answer, fields: walked }, walkOf(subject, moment)), tally);
    const told = summary(tally, 1e-9);
    expect(told).toContain(' 5 chart points, 1 related records, 0 peer companies, 1 pages;');
    expect(told).toContain(' 1 unequal, largest difference 1.00e+0 ');
  });
});
