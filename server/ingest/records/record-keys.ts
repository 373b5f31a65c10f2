// The key of a record among its kind, the order in which a release reads it, and when it was observed.
import type { Instant } from '../../store/engine/db.ts';
import type { BundleRecord } from './records.ts';

/** No id, ticker or date holds a space, so keys that are made of several parts cannot collide. */
export function recordKey(record: BundleRecord): string {
  switch (record.type) {
    case 'source':
      return record.source_id;
    case 'person':
      return record.person_id;
    case 'entity':
      return [record.entity_id ?? `ticker:${record.ticker}`, record.name_from ?? []].flat().join(' ');
    case 'industry':
      return `${record.ticker ?? record.entity_id} ${record.filed_on ?? 'undated'}`;
    case 'split':
      return `${record.ticker} ${record.effective_session}`;
    case 'session':
      return record.session_date;
    case 'evidence':
      return record.evidence_id;
    case 'citation':
      return record.citation_id;
    case 'belief':
      return record.belief_id;
    case 'revision':
      return `${record.belief_id} ${record.revision}`;
    case 'claim':
      return `${record.claim_id} ${record.revision}`;
    case 'condition':
      return `${record.condition_id} ${record.revision}`;
    case 'intent':
      return `${record.belief_id} ${record.revision}`;
    case 'target':
      return `${record.target_id} ${record.revision}`;
    case 'note':
      return `${record.note_id} ${record.revision}`;
    case 'statement':
      return record.record_id;
  }
}

export const namedByIdOrder = '2';

/** Statements by pair and time, revisions by belief and number. Entities by ticker come before those by id; dated names by key. */
export function orderKey(record: BundleRecord): string {
  switch (record.type) {
    case 'statement':
      return `${record.person.id} ${record.security.ticker} ${record.observed_at}`;
    case 'revision':
      return `${record.belief_id} ${String(record.revision).padStart(7, '0')}`;
    case 'entity':
      return record.entity_id === undefined ? '1' : namedByIdOrder;
    default:
      return '-';
  }
}

/** Null for records without a time of observation: names, sessions, and parts, which have the time of their revision. */
export function observedAt(record: BundleRecord): Instant | null {
  switch (record.type) {
    case 'evidence':
    case 'revision':
    case 'statement':
      return record.observed_at;
    case 'industry':
      return record.filed_on === null ? null : dayAfter(record.filed_on);
    default:
      return null;
  }
}

/** A record of day precision counts from the end of its date, unless its release turns out to be earlier on that date. */
export function countsFrom<R extends BundleRecord>(record: R): CountingInstant<R> {
  const observed = observedAt(record);
  return (observed !== null && isDay(record) ? dayEnd(observed) : observed) as CountingInstant<R>;
}

type CountingInstant<R> = R extends { observed_at: Instant } ? Instant : Instant | null;

export function dayEnd(observed: Instant): Instant {
  return `${observed.slice(0, 10)}T23:59:59.000Z`;
}

/** The instant as loaded, only of a record that is known to the day. */
export function observedAs(record: BundleRecord): Instant | null {
  return isDay(record) ? observedAt(record) : null;
}

function isDay(record: BundleRecord): boolean {
  return 'observed_at_precision' in record && record.observed_at_precision === 'day';
}

/**
 * An industry code holds from the day after its filing: the hour of a filing is not recorded. The last day that an
 * instant can name has none after it; the year 10000 would sort before every other.
 */
function dayAfter(date: string): Instant {
  if (date === '9999-12-31') return '9999-12-31T23:59:59.999Z';
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + 86_400_000).toISOString();
}
