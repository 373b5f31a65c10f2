// A belief as lists, theses and the full record must show it, worked out from the raw files alone.
import { under } from './compare.ts';
import type { Fields } from './compare.ts';
import { personAt } from './own/own-beliefs.ts';
import type { Belief } from './own/own-beliefs.ts';
import type { Revision } from './own/own-courses.ts';
import type { Mark, PriceAt } from './own/own-marks.ts';
import { outcomesOf } from './own/own-outcomes.ts';
import type { Outcome } from './own/own-outcomes.ts';
import { distancesOf } from './own/own-targets.ts';
import type { Moment, Subject } from './own/own-subject.ts';

/** Fields of a direction, the same in every form. */
export function directionFields({ since, lastStated, basis }: Belief): Fields {
  return [
    ['direction_since', since.at],
    ['direction_last_stated_at', lastStated.at],
    ['direction_basis', basis],
  ];
}

export function beliefFields(belief: Belief, { raw, cutoff }: Moment): Fields {
  const person = personAt(raw, belief.personId, cutoff);
  return [
    ['belief_id', belief.id],
    ['subject.ticker', belief.ticker],
    ['person.id', belief.personId],
    ['person.name', person.name],
    ['person.handle', person.handle],
    ['direction', belief.direction],
    ['status', belief.status],
    ['observed_at', belief.firstAt],
    ['latest_revision_at', belief.isRevised ? belief.latestAt : null],
    ...directionFields(belief),
  ];
}

/** The statements behind a step by their links: the one it is summarised from, then the others in order of the text. */
export function citedBy({ words, statements }: Pick<Revision, 'words' | 'statements'>): string {
  const others = statements.filter((statement) => statement !== words).map(({ url }) => url);
  return [words.url, ...others.sort()].join(' ');
}

export function thesisFields(belief: Belief, subject: Subject, { cutoff, raw }: Moment): Fields {
  const marks = subject.marks.get(belief.id);
  if (marks === undefined) throw new Error(`${belief.id} has no mark`);
  const { outcomes, omittedSpans } = outcomesOf(belief, subject.world);
  const distances = distancesOf(belief, { file: subject.file, price: subject.price, cutoff, releases: raw.releases });
  return [
    ['belief_id', belief.id],
    ...directionFields(belief),
    ['revisions', belief.revisions.length],
    ...belief.revisions.flatMap((revision, i) => under(`revisions[${i}]`, revisionFields(revision))),
    ...under('mark', markFields(marks.inception)),
    ...under('since_direction', markFields(marks.direction)),
    ['entry_sessions_differ', String(marks.entriesDiffer)],
    ['omitted_span_count', omittedSpans],
    ['outcomes', outcomes.length],
    ...outcomes.flatMap((outcome, i) => under(`outcomes[${i}]`, outcomeFields(outcome))),
    ['targets', distances === null ? null : distances.length],
    ...(distances ?? []).flatMap((distance, i) =>
      under(`targets[${i}]`, [
        ['stated_on', distance.statedOn],
        ['reason', distance.reason],
        ['proximity', distance.proximity],
        ['remaining_change_to_low_percent', distance.low],
        ['remaining_change_to_high_percent', distance.high],
      ]),
    ),
    ['packet.unknowns', 1],
  ];
}

function revisionFields(revision: Revision): Fields {
  return [
    ['move', revision.move],
    ['late', String(revision.isLate)],
    ['observed_at', revision.at],
    ['after.direction', revision.direction],
    ['after.status', revision.status],
    ['cited', citedBy(revision)],
  ];
}

/** Both prices are there as soon as there is an entry, since null says that none is recorded; the percents need two sessions. */
export function markFields(mark: Mark): Fields {
  const price = (name: string, at: PriceAt | null): Fields =>
    at === null
      ? [[name, null]]
      : [
          [`${name}.session_date`, at.session],
          [`${name}.price`, at.price],
          [`${name}.benchmark_price`, at.benchmark],
        ];
  return [
    ['status', mark.status],
    ['reason', mark.reason],
    ...price('entry', mark.entry),
    ...price('latest', mark.latest),
    ['security_change_percent', mark.securityPercent],
    ['benchmark_change_percent', mark.benchmarkPercent],
    ['excess_change_percent', mark.excessPercent],
    ['ended', String(mark.ended)],
  ];
}

function outcomeFields(outcome: Outcome): Fields {
  return [
    ['horizon_sessions', outcome.horizon],
    ['span_started_at', outcome.spanStartedAt],
    ['direction', outcome.direction],
    ['direction_held', outcome.held === null ? null : String(outcome.held)],
    ['status', outcome.status],
    ['reason', outcome.reason],
    ['entry_session', outcome.entrySession],
    ['exit_session', outcome.exitSession],
    ['security_change_percent', outcome.securityPercent],
    ['benchmark_change_percent', outcome.benchmarkPercent],
    ['excess_change_percent', outcome.excessPercent],
  ];
}
