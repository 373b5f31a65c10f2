// Settings that a transaction pooler takes from the database role, because no connection behind it keeps its own.
import type { Client } from 'pg';
import { MissingRoleSettings } from './failures.ts';

/** A reader hears within five seconds that the store does not answer; commands that load data have no such limit. */
export const SERVING_STATEMENT_MS_MAX = 2_500;
/** A charge that waits longer for a balance gives way to the others of its batch. */
export const CHARGE_LOCK_MS_MAX = 1_000;
export const IDLE_TRANSACTION_MS_MAX = 60_000;

export type Settings = Readonly<Record<string, string>>;

/** The limits of the most frequent statements, reading and charging, which then need no transaction to set others. */
export const roleSettings = {
  timezone: 'UTC',
  statement_timeout: String(SERVING_STATEMENT_MS_MAX),
  lock_timeout: String(CHARGE_LOCK_MS_MAX),
  idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_MS_MAX),
} as const satisfies Settings;

type SettingRow = { name: string; setting: string; role: string; database: string };

/**
 * Throws the missing SQL. The settings hold for one database, so other services of the role keep theirs. A separate
 * statement begins the transaction: a pooler that lends connections for one statement refuses it.
 */
export async function checkRoleSettings(client: Client): Promise<void> {
  await client.query('begin');
  const { rows } = await client.query<SettingRow>(
    `select lower(name) as name, setting, quote_ident(session_user) as role, quote_ident(current_database()) as database
       from pg_settings where lower(name) = any($1) order by array_position($1, lower(name))`,
    [Object.keys(roleSettings)],
  );
  await client.query('commit');
  const missing = rows.filter(({ name, setting }) => !suffices(name as keyof typeof roleSettings, setting));
  if (missing.length === 0) return;
  const statements = missing.map(
    ({ name, role, database }) => `alter role ${role} in database ${database} set ${name} to '${wanted(name)}';`,
  );
  throw new MissingRoleSettings(`${client.host}:${client.port}`, statements);
}

function wanted(name: string): string {
  const value = roleSettings[name as keyof typeof roleSettings];
  return name === 'timezone' ? value : `${value}ms`;
}

/** A shorter limit is the operator's choice; 0 means unlimited. */
function suffices(name: keyof typeof roleSettings, setting: string): boolean {
  if (name === 'timezone') return setting === 'UTC' || setting === 'Etc/UTC';
  return Number(setting) > 0 && Number(setting) <= Number(roleSettings[name]);
}
