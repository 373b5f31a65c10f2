// The full form, a belief in full and a walk of the pages, worked out from the raw files alone.
import { under } from './compare.ts';
import type { Fields, Value } from './compare.ts';
import { beliefFields, thesisFields } from './expected-belief.ts';
import { briefOf } from './expected.ts';
import { personAt } from './own/own-beliefs.ts';
import type { Belief } from './own/own-beliefs.ts';
import type { Moment, Subject } from './own/own-subject.ts';
import { viewsOf } from './own/own-views.ts';

export const FULL_RESULTS = 20;
/** The size of a page that asks for none. */
const PAGE = 20;

export function fullOf(subject: Subject, moment: Moment): Map<string, Value> {
  const shown = viewsOf(subject.own, moment.cutoff, FULL_RESULTS);
  return new Map<string, Value>([
    ...briefOf(subject, moment, FULL_RESULTS),
    ['theses', shown.length],
    ['omitted_thesis_count', subject.own.length - shown.length],
    ...shown.flatMap((belief, i) => under(`theses[${i}]`, thesisFields(belief, subject, moment))),
    ...sectorFields(subject, moment),
  ]);
}

/** A belief in full. */
export function detailOf(belief: Belief, subject: Subject, moment: Moment): Map<string, Value> {
  return new Map<string, Value>([
    ['data_status.freshness', subject.price.freshness],
    ...beliefFields(belief, moment),
    ...thesisFields(belief, subject, moment),
  ]);
}

/** A walk to the last page: first observed newest first by the counting instant, then the id; each belief once. */
export function walkOf({ own, price }: Subject, moment: Moment): Map<string, Value> {
  const first = ({ opener }: Belief): string => opener.counts;
  const order = [...own].sort((a, b) =>
    first(a) === first(b) ? (a.id < b.id ? -1 : 1) : first(a) > first(b) ? -1 : 1,
  );
  return new Map<string, Value>([
    ['pages', Math.ceil(own.length / PAGE)],
    ['freshness', price.freshness],
    ['length', own.length],
    ['distinct', own.length],
    ['missing', 0],
    ['unknown', 0],
    ['pages at another cutoff', 0],
    ['pages whose Link or cursor says otherwise', 0],
    ...order.flatMap((belief, i) => under(`beliefs[${i}]`, beliefFields(belief, moment))),
  ]);
}

function sectorFields({ related: { related, omitted, total } }: Subject, { raw, cutoff }: Moment): Fields {
  if (total === 0) return [['sector_context', '(absent)']];
  return [
    ['sector_context.shown', related.length],
    ['sector_context.omitted', omitted],
    ...related.flatMap(({ belief, relationship, sic, holdsFrom }, i) =>
      under(`sector_context[${i}]`, [
        ['belief_id', belief.id],
        ['security.ticker', belief.ticker],
        ['relationship', relationship],
        ['sic', sic],
        ['sic_observed_at', holdsFrom],
        ['person.id', belief.personId],
        ['person.name', personAt(raw, belief.personId, cutoff).name],
        ['direction', belief.direction],
        ['status', belief.status],
        ['observed_at', belief.latestAt],
      ]),
    ),
  ];
}
