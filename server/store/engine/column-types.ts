// Column types as JavaScript values, set per connection so that other users of the driver are unaffected.
import type { Knex } from 'knex';
import pg from 'pg';

type Parser = (text: string) => unknown;

/** `2014-06-30 23:59:59.1+00` as `2014-06-30T23:59:59.100Z`. Microseconds are cut off: rounding could move a row past a cutoff. */
function instant(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?(?:\+00)?$/.exec(text);
  if (match) return `${match[1]}T${match[2]}.${(match[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`;
  const moment = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}

const asWritten: Parser = (text) => text;

/** A number where that loses nothing, otherwise the digits. */
function integer(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

// The driver's own declaration knows only some of the types it can read.
const driverParser = pg.types.getTypeParser as (oid: number, format: string) => Parser;

const textArray = driverParser(1009, 'text') as (text: string) => (string | null)[];

function listOf(parse: Parser): Parser {
  return (text) => textArray(text).map((entry) => (entry === null ? null : parse(entry)));
}

const parsers = new Map<number, Parser>([
  [20, integer], // int8
  [1082, asWritten], // date: a Date would shift by the zone of the process
  [1114, instant], // timestamp
  [1184, instant], // timestamptz
  [1700, asWritten], // numeric: prices stay as the provider wrote them
  [1016, listOf(integer)],
  [1115, listOf(instant)],
  [1182, listOf(asWritten)],
  [1185, listOf(instant)],
  [1231, listOf(asWritten)],
]);

export const columnTypes: Knex.PgCustomTypesConfig = {
  getTypeParser: (oid, format) => (format === 'binary' ? undefined : parsers.get(oid)) ?? driverParser(oid, format),
};
