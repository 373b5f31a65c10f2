// Order of time: the table of dates of a record that may not lie after another one, and its check.
import type { Instant } from '../../store/engine/db.ts';
import { observedAs, observedAt } from './record-keys.ts';
import type { RecordType } from './record-schemas.ts';
import type { BundleRecord, TargetRecord } from './records.ts';

export type DateFault = { field: string; what: string; fix: string };

type DateOrder = { type: RecordType; earlier: string; later: string; sentence: string };

/** A field of the revision that the record belongs to. */
const ofRevision = 'revision.observed_at';

/**
 * Equal dates are in order. A condition and the horizon of a revision are not here: later revisions restate them when
 * they are overdue.
 */
export const dateOrders: readonly DateOrder[] = [
  row('evidence', 'published_at', 'observed_at', 'nobody observes what is not published yet'),
  row('evidence', 'published_on', 'observed_at', 'nobody observes what is not published yet'),
  row('target', 'stated_on', ofRevision, 'nobody observes what is not stated yet'),
  row('target', 'stated_on', 'horizon.until_on', 'nobody states a target for a time that is over'),
  row('statement', 'transaction_date', 'observed_at', 'nobody reports a trade before it'),
  row('statement', 'observed_at', 'horizon.until_on', 'nobody states a horizon that is over'),
  row('statement', 'observed_at', 'target.horizon.until_on', 'nobody states a target for a time that is over'),
];

/** Types whose time of observation, or day of filing, may not lie after the load. */
const notAfterLoad: ReadonlySet<RecordType> = new Set<RecordType>(['evidence', 'revision', 'statement', 'industry']);

const fix = 'correct one of the two';

/** The dates of one record that are out of order, by what the record itself has. */
export function dateFaults(record: BundleRecord, now: Instant): DateFault[] {
  const orders = dateOrders.filter(({ type }) => type === record.type);
  const disordered = orders.flatMap((order) =>
    orderFault(order, valueAt(record, order.earlier), valueAt(record, order.later), spanOf(record)),
  );
  return [...disordered, ...future(record, now)];
}

/** The same for a target and the revision that it belongs to. */
export function targetDateFaults({ stated_on: stated }: TargetRecord, revisionAt: Instant): DateFault[] {
  const orders = dateOrders.filter(({ later }) => later === ofRevision);
  return orders.flatMap((order) => orderFault(order, stated, revisionAt, null));
}

function row(type: RecordType, earlier: string, later: string, sentence: string): DateOrder {
  return { type, earlier, later, sentence };
}

function orderFault(
  { earlier, later, sentence }: DateOrder,
  before: string | null,
  after: string | null,
  span: Span,
): DateFault[] {
  if (before === null || after === null || isInOrder(before, after, span)) return [];
  // A horizon that is over is wrong, and not the time at which it is stated.
  const isHorizon = later.endsWith('until_on');
  const [field, wrong, beside, other] = isHorizon
    ? [later, after, 'before', earlier]
    : [earlier, before, 'after', later];
  const value = isHorizon ? before : after;
  const name = other === ofRevision ? 'the observed_at of its revision' : other;
  return [{ field, what: `${wrong} is ${beside} ${name} (${value}): ${sentence}`, fix }];
}

type Span = 'day' | 'hour' | 'minute' | 'second' | null;

/** The shortest instant of a precision ends with these characters. */
const spans = {
  day: [10, 'T23:59:59.999Z'],
  hour: [13, ':59:59.999Z'],
  minute: [16, ':59.999Z'],
  second: [19, '.999Z'],
} as const;

/** A date without a time may be that of another time zone: a day of tolerance next to an instant. */
function isInOrder(before: string, after: string, span: Span): boolean {
  if (isDate(before) && isDate(after)) return before <= after;
  if (isDate(before)) return before <= dayAfter(after);
  if (isDate(after)) return before.slice(0, 10) <= dayAfter(`${after}T00:00:00.000Z`);
  return before <= (span === null ? after : `${after.slice(0, spans[span][0])}${spans[span][1]}`);
}

const isDate = (value: string): boolean => value.length === 10;

function dayAfter(instant: Instant): string {
  return new Date(Date.parse(instant) + 86_400_000).toISOString().slice(0, 10);
}

/** The time within which the observation lies, as the record states it. */
function spanOf(record: BundleRecord): Span {
  const precision = 'observed_at_precision' in record ? record.observed_at_precision : null;
  return precision === undefined || precision === 'millisecond' ? null : precision;
}

function valueAt(record: BundleRecord, path: string): string | null {
  let value: unknown = record;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as { [field: string]: unknown })[name];
  }
  return typeof value === 'string' ? value : null;
}

function future(record: BundleRecord, now: Instant): DateFault[] {
  const observed = notAfterLoad.has(record.type) ? observedAt(record) : null;
  if (observed === null) return [];
  // A record of today that is known to the day can be loaded today: its hour is not known.
  const latest = observedAs(record) === null ? now : `${now.slice(0, 10)}T23:59:59.999Z`;
  if (observed <= latest) return [];
  const field = record.type === 'industry' ? 'filed_on' : 'observed_at';
  const what = `${observed} is in the future (it is ${now})`;
  return [{ field, what, fix: 'correct it, or load the record later' }];
}
