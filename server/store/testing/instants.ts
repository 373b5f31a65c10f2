// Support for tests: an earlier instant of a row, as SQL that every engine takes.

/**
 * The instant of a column less an interval, computed in UTC. A cluster refuses to subtract from a timestamptz in a
 * change of rows, because the result depends on the time zone of a session.
 */
export function earlier(column: string, interval: string): string {
  return `((${column} at time zone 'UTC') - ${interval}) at time zone 'UTC'`;
}
