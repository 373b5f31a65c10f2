// A brief of a ticker at a cutoff, worked out from the raw files alone, as flat field names and values.
import { under } from './compare.ts';
import type { Fields, Value } from './compare.ts';
import { directionFields, markFields } from './expected-belief.ts';
import { chartFields, priceFields } from './expected-market.ts';
import { activityOf } from './own/own-activity.ts';
import { personAt } from './own/own-beliefs.ts';
import type { Belief } from './own/own-beliefs.ts';
import type { Mark } from './own/own-marks.ts';
import { coverageOf } from './own/own-subject.ts';
import type { Moment, Subject } from './own/own-subject.ts';
import { DIRECTIONS } from './own/own-trade.ts';
import { publishedText, viewsOf } from './own/own-views.ts';
import type { RawData } from './raw-files.ts';

/** Fields of the overview, and of the full form with its greater number of views. */
export function briefOf(subject: Subject, moment: Moment, most = 5): Map<string, Value> {
  const { ticker, own, related } = subject;
  const views = viewsOf(own, moment.cutoff, most);
  return new Map<string, Value>([
    ['as_of', moment.cutoff],
    ['security.ticker', ticker],
    ['security.name', nameOf(ticker, moment.raw) ?? ticker],
    ['coverage.released_record_count', own.length],
    ['coverage.returned_view_count', views.length],
    ['coverage.omitted_record_count', own.length - views.length],
    ['data_status.coverage', coverageOf(subject, views.length)],
    [
      'data_status.latest_observation_at',
      own
        .map(({ latestAt }) => latestAt)
        .sort()
        .at(-1) ?? null,
    ],
    ...viewFields(views, moment),
    ...tradeFields(subject, views),
    ...priceFields(subject, moment),
    ...chartFields(views, subject, moment),
    ...activityFields(views, subject, moment),
    ['related.basis', related.basis],
    ['related.count', related.related.length],
    ['related.omitted', related.omitted],
    ...related.related.flatMap(({ belief, relationship }, i): Fields => [
      [`related[${i}].belief_id`, belief.id],
      [`related[${i}].ticker`, belief.ticker],
      [`related[${i}].relationship`, relationship],
    ]),
  ]);
}

/** Fields of `explain`: every mark by its belief, and the companies of the industry beyond those that fit into a brief. */
export function explainedOf({ related, marks }: Subject): Map<string, Value> {
  return new Map<string, Value>([
    ['industry.sic', related.sic],
    ['industry.related_records', related.total],
    ['industry.related_companies', related.companies.size],
    ...[...marks].flatMap(([id, { inception }]) => under(`mark[${id.slice(0, 12)}]`, explainedMark(inception))),
  ]);
}

/** The master's name, else one that a statement gives, else none. */
export function nameOf(ticker: string, raw: RawData): string | null {
  const recorded = raw.securities.find((security) => security.ticker === ticker)?.name;
  const stated = raw.statements.find((statement) => statement.ticker === ticker && statement.securityName);
  return recorded ?? stated?.securityName ?? null;
}

function viewFields(views: readonly Belief[], { raw, cutoff }: Moment): Fields {
  return views.flatMap((view, i): Fields => {
    const person = personAt(raw, view.personId, cutoff);
    return under(`views[${i}]`, [
      ['belief_id', view.id],
      ['person.id', view.personId],
      ['person.name', person.name],
      ['person.handle', person.handle],
      ['direction', view.direction],
      ['status', view.status],
      ['first_observed_at', view.firstAt],
      ['latest_revision_at', view.isRevised ? view.latestAt : null],
      ['summary', publishedText(view.summary.text).slice(0, 40)],
    ]);
  });
}

function tradeFields({ trade }: Subject, views: readonly Belief[]): Fields {
  const { setups, counting, action, direction, mode } = trade;
  const returned = views.filter((view) => counting.includes(view));
  const number = (side: string): number => counting.filter((view) => view.direction === side).length;
  return [
    ['trade_state.action', action],
    ['trade_state.direction', direction],
    ['trade_state.decision_mode', mode],
    ['trade_state.counts', [counting.length, ...DIRECTIONS.map(number)].join(' ')],
    ...(['bullish', 'bearish'] as const).flatMap((side): Fields => {
      const setup = setups.find((candidate) => candidate.direction === side);
      const ids = returned.filter((view) => view.direction === side).map(({ id }) => id);
      return [
        [`price_confirmation.${side}`, setup?.confirmation ?? null],
        [`thesis_ids.${side}`, setup ? ids.sort().join(' ') : null],
      ];
    }),
  ];
}

function activityFields(views: readonly Belief[], { own, marks }: Subject, { cutoff }: Moment): Fields {
  const activity = activityOf(own, cutoff);
  return under('activity', [
    ...under('opened', activity.opened),
    ['turned', activity.turned.map(({ from, to, count }) => `${from} ${to} ${count}`).join(', ')],
    ['clarified_view_count', activity.clarified],
    ['reversed_view_count', activity.reversed],
    ['closed_view_count', activity.closed],
    ...under('people', activity.people),
    ...under('not_counting', activity.notCounting),
    ['newest_observation_age_days', activity.ageDays],
    ['next_dated', activity.dated.length],
    ...activity.dated.flatMap(({ kind, dueOn, text, beliefId, url }, i) =>
      under(`next_dated[${i}]`, [
        ['kind', kind],
        ['due_on', dueOn],
        ['statement', text],
        ['belief_id', beliefId],
        ['cited', url],
      ]),
    ),
    ['views', views.length],
    ...views.flatMap((view, i) => {
      const mark = marks.get(view.id)?.direction;
      const fields: Fields = [['belief_id', view.id], ...directionFields(view)];
      return under(`views[${i}]`, [...fields, ...(mark ? under('mark', markFields(mark)) : [])]);
    }),
  ]);
}

/** An unmeasured mark has only a state. */
function explainedMark(mark: Mark): Fields {
  const { status, reason, entry, latest } = mark;
  if (status !== 'measured') return [['state', status === 'unmeasurable' ? reason : status]];
  return [
    ['state', status],
    ['entry_session', entry?.session ?? null],
    ['entry_price', entry?.price ?? null],
    ['latest_session', latest?.session ?? null],
    ['latest_price', latest?.price ?? null],
    ['security_percent', mark.securityPercent],
    ['benchmark_percent', mark.benchmarkPercent],
    ['excess_percent', mark.excessPercent],
  ];
}
