// What the full form, a belief in full and a walk of the pages must say, worked out from the raw files alone.
import { under } from './compare.ts';
import type { Fields, Value } from './compare.ts';
import { briefOf } from './expected.ts';
import { personAt, viewsOf } from './own-beliefs.ts';
import type { Belief } from './own-beliefs.ts';
import type { Mark } from './own-marks.ts';
import { outcomesOf } from './own-outcomes.ts';
import type { Outcome } from './own-outcomes.ts';
import type { Moment, Subject } from './own-subject.ts';

export const FULL_RESULTS = 20;
/** The size of a page that asks for none. */
const PAGE = 20;

export function fullOf(subject: Subject, moment: Moment): Map<string, Value> {
  const shown = viewsOf(subject.own, FULL_RESULTS);
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
  return new Map([...beliefFields(belief, moment), ...thesisFields(belief, subject, moment)]);
}

/** A walk to the last page: first observed newest first, then the id; each belief once. */
export function walkOf({ own }: Subject, moment: Moment): Map<string, Value> {
  const order = [...own].sort((a, b) =>
    a.firstAt === b.firstAt ? (a.id < b.id ? -1 : 1) : a.firstAt > b.firstAt ? -1 : 1,
  );
  return new Map<string, Value>([
    ['pages', Math.ceil(own.length / PAGE)],
    ['length', own.length],
    ['distinct', own.length],
    ['missing', 0],
    ['unknown', 0],
    ['pages at another cutoff', 0],
    ['pages whose Link or cursor says otherwise', 0],
    ...order.flatMap((belief, i) => under(`beliefs[${i}]`, beliefFields(belief, moment))),
  ]);
}

function beliefFields(belief: Belief, { raw, cutoff }: Moment): Fields {
  const person = personAt(raw.statements, belief.personId, cutoff);
  return [
    ['belief_id', belief.id],
    ['subject.ticker', belief.ticker],
    ['person.id', belief.personId],
    ['person.name', person.name],
    ['person.handle', person.handle],
    ['direction', belief.direction],
    ['status', statusOf(belief)],
    ['observed_at', belief.firstAt],
    ['latest_revision_at', belief.moves.length > 1 ? belief.latestAt : null],
  ];
}

const statusOf = (belief: Belief): string => (belief.reversed ? 'reversed' : 'active');

function thesisFields(belief: Belief, { marks, security }: Subject, { raw, cutoff, benchmark }: Moment): Fields {
  const mark = marks.get(belief.id);
  if (mark === undefined) throw new Error(`${belief.id} has no mark`);
  const world = { sessions: raw.sessions, security, benchmark, cutoff };
  return [
    ['belief_id', belief.id],
    ['revisions', belief.moves.length],
    ...belief.moves.flatMap(({ kind, at }, i): Fields => [
      [`revisions[${i}].move`, kind],
      [`revisions[${i}].observed_at`, at],
    ]),
    ...under('mark', markFields(mark, benchmark)),
    ...outcomesOf(mark, world).flatMap((outcome, i) => under(`outcomes[${i}]`, outcomeFields(outcome))),
  ];
}

/** Both prices are there as soon as there is an entry, since null says that none is recorded; the percents need two sessions. */
function markFields(mark: Mark, benchmark: Subject['security']): Fields {
  const unmeasurable = mark.state === 'no_entry_price';
  const price = (name: string, session: string | null, close: number | null): Fields =>
    session === null
      ? [[name, null]]
      : [
          [`${name}.session_date`, session],
          [`${name}.price`, close],
          [`${name}.benchmark_price`, benchmark.get(session) ?? null],
        ];
  return [
    ['status', unmeasurable ? 'unmeasurable' : mark.state],
    ['reason', unmeasurable ? mark.state : mark.state === 'unmeasured' ? 'entry_is_latest' : null],
    ...price('entry', mark.entrySession, mark.entryPrice),
    ...price('latest', mark.latestSession, mark.latestPrice),
    ['security_change_percent', mark.securityPercent],
    ['benchmark_change_percent', mark.benchmarkPercent],
    ['excess_change_percent', mark.excessPercent],
  ];
}

function outcomeFields(outcome: Outcome): Fields {
  return [
    ['horizon_sessions', outcome.horizon],
    ['status', outcome.status],
    ['reason', outcome.reason],
    ['entry_session', outcome.entrySession],
    ['exit_session', outcome.exitSession],
    ['security_change_percent', outcome.securityPercent],
    ['benchmark_change_percent', outcome.benchmarkPercent],
    ['excess_change_percent', outcome.excessPercent],
  ];
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
        ['person.name', personAt(raw.statements, belief.personId, cutoff).name],
        ['direction', belief.direction],
        ['status', statusOf(belief)],
        ['observed_at', belief.latestAt],
      ]),
    ),
  ];
}
