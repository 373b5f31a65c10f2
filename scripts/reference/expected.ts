// What a brief must say about a ticker at a cutoff, worked out from the raw files alone, as flat field names and values.
import { under } from './compare.ts';
import type { Fields, Value } from './compare.ts';
import { chartFields, priceFields } from './expected-market.ts';
import { counts, personAt, viewsOf } from './own-beliefs.ts';
import type { Belief } from './own-beliefs.ts';
import { confirmation } from './own-marks.ts';
import type { Mark } from './own-marks.ts';
import type { Moment, Subject } from './own-subject.ts';
import type { RawData } from './raw-files.ts';

const DIRECTIONS = ['bullish', 'bearish'] as const;

/** What the overview says, and the full form with its greater number of views. */
export function briefOf(subject: Subject, moment: Moment, most = 5): Map<string, Value> {
  const { ticker, own, related, security, marks } = subject;
  const views = viewsOf(own, most);
  return new Map<string, Value>([
    ['as_of', moment.cutoff],
    ['security.ticker', ticker],
    ['security.name', nameOf(ticker, moment.raw) ?? ticker],
    ['coverage.released_record_count', own.length],
    ['coverage.returned_view_count', views.length],
    ['coverage.omitted_record_count', own.length - views.length],
    ...viewFields(views, moment),
    ...tradeFields(own, marks),
    ...priceFields(security, moment),
    ...chartFields(views, subject, moment),
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

/** What `explain` says: every mark by its belief, and the companies of the industry beyond those that a brief has room for. */
export function explainedOf({ related, marks }: Subject): Map<string, Value> {
  return new Map<string, Value>([
    ['industry.sic', related.sic],
    ['industry.related_records', related.total],
    ['industry.related_companies', related.companies.size],
    ...[...marks].flatMap(([id, mark]) => under(`mark[${id.slice(0, 12)}]`, markFields(mark))),
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
    const person = personAt(raw.statements, view.personId, cutoff);
    return [
      [`views[${i}].belief_id`, view.id],
      [`views[${i}].person.id`, view.personId],
      [`views[${i}].person.name`, person.name],
      [`views[${i}].person.handle`, person.handle],
      [`views[${i}].direction`, view.direction],
      [`views[${i}].status`, view.reversed ? 'reversed' : 'active'],
      [`views[${i}].first_observed_at`, view.firstAt],
    ];
  });
}

/** Statements assess no condition, so no setup of theirs is ever more than something to wait for. */
function tradeFields(own: readonly Belief[], marks: Map<string, Mark>): Fields {
  const counting = own.filter(counts);
  const setups = DIRECTIONS.filter((direction) => counting.some((belief) => belief.direction === direction));
  const direction = setups.length === 2 ? 'mixed' : (setups[0] ?? 'unclear');
  const mode = ['no_directional_setup', 'one_sided', 'competing_setups'][setups.length] ?? '';
  return [
    ['trade_state.action', 'WAIT'],
    ['trade_state.direction', direction],
    ['trade_state.decision_mode', mode],
    ...DIRECTIONS.map((side): [string, Value] => {
      const excesses = counting
        .filter((belief) => belief.direction === side)
        .map(({ id }) => marks.get(id)?.excessPercent ?? null);
      return [`price_confirmation.${side}`, setups.includes(side) ? confirmation(side, excesses) : null];
    }),
  ];
}

/** What is not measured has a state and nothing else. */
function markFields(mark: Mark): Fields {
  if (mark.state !== 'measured') return [['state', mark.state]];
  return [
    ['state', mark.state],
    ['entry_session', mark.entrySession],
    ['entry_price', mark.entryPrice],
    ['latest_session', mark.latestSession],
    ['latest_price', mark.latestPrice],
    ['security_percent', mark.securityPercent],
    ['benchmark_percent', mark.benchmarkPercent],
    ['excess_percent', mark.excessPercent],
  ];
}
