// The full form and the walk that the raw files ask for, against tables worked out by hand.
import { describe, expect, it } from 'vitest';
import { fullFields, walkFields } from './answered-full.ts';
import { compare } from './compare.ts';
import { fullOf, walkOf } from './expected-full.ts';
import { subjectOf } from './own/own-subject.ts';
import { dayOf, priced, said, security, upTo, world } from './testing/world.ts';

describe('the full form', () => {
  const people = upTo(25).map((i) => said(`r${String(i).padStart(2, '0')}`, 2 + i));
  const moment = world(
    people,
    priced(upTo(100), (i) => 10 + i),
    60,
  );
  const subject = subjectOf('AAA', moment);
  it('counts the theses that it has no room for, and marks the newest twenty moves', () => {
    const full = fullOf(subject, moment);
    expect([full.get('theses'), full.get('omitted_thesis_count'), full.get('chart.markers')]).toEqual([20, 5, 20]);
    expect(full.get('chart.markers[19].occurred_at')).toBe(`${dayOf(26)}T12:00:00.000Z`);
    expect(full.get('sector_context')).toBe('(absent)');
  });
  it('names the companies of the industry from their filing on', () => {
    const securities = [security('AAA', '3571', dayOf(1)), security('BBB', '3576', dayOf(40))];
    const both = [...people, said('peer', 3, { ticker: 'BBB' })];
    const fieldAt = (cutoff: number, field: string): unknown => {
      const at = world(both, [], cutoff, securities);
      return fullOf(subjectOf('AAA', at), at).get(field);
    };
    expect(fieldAt(40, 'sector_context')).toBe('(absent)');
    expect(fieldAt(41, 'sector_context[0].security.ticker')).toBe('BBB');
    expect(fieldAt(41, 'sector_context[0].sic_observed_at')).toBe(`${dayOf(41)}T00:00:00.000Z`);
    expect(fieldAt(41, 'sector_context.omitted')).toBe(0);
  });
  it('an answer without a thesis differs from one that is due', () => {
    const rows = compare({ ticker: 'AAA', asOf: moment.cutoff }, fullFields({}), fullOf(subject, moment));
    expect(rows.find(({ field }) => field === 'theses')).toMatchObject({ ours: 0, theirs: 20, equal: false });
  });
});

describe('a walk', () => {
  const moment = world([said('a', 2), said('b', 4), said('c', 3)], [], 60);
  const subject = subjectOf('AAA', moment);
  const page = (
    ids: (string | undefined)[],
    next: string | null,
    link = next,
  ): { body: unknown; next: string | null } => ({
    body: {
      as_of: moment.cutoff,
      data_status: { freshness: 'stale' },
      data: { beliefs: ids.map((belief_id) => ({ belief_id })) },
      pagination: { next_cursor: next, next_page_url: next },
    },
    next: link,
  });
  const ids = subject.own.map(({ id }) => id);
  it('goes from the newest opening to the oldest', () => {
    const walk = walkOf(subject, moment);
    expect([0, 1, 2].map((i) => walk.get(`beliefs[${i}].person.id`))).toEqual(['b', 'c', 'a']);
  });
  it('counts what it repeats, misses and ought not to bring, and a Link header that leads elsewhere', () => {
    const walk = walkFields([page([ids[0], ids[0]], 'p2', 'p3'), page(['other'], null)], new Set(ids), moment.cutoff);
    expect(Object.fromEntries([...walk].slice(0, 8))).toEqual({
      pages: 2,
      freshness: 'stale',
      length: 3,
      distinct: 2,
      missing: 2,
      unknown: 1,
      'pages at another cutoff': 0,
      'pages whose Link or cursor says otherwise': 1,
    });
  });
});
