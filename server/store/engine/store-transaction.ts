// knex's transaction with one difference: behind a transaction pooler it begins with the settings that differ from the role's.
import PostgresTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js';
import type { Db } from './db.ts';
import type { DatabaseAddress } from './pool-mode.ts';
import { roleSettings, type Settings } from './role-settings.ts';

/** Additions to knex's own configuration for a pool of connections; the embedded engine has neither. */
export type PoolSettings = {
  address?: DatabaseAddress;
  settings?: Settings;
};

/** True if the accounts of this database lie on several servers of a cluster. */
export function liesOnCluster(db: Db): boolean {
  return (db.client as { config: PoolSettings }).config.address?.isDistributed === true;
}

export class StoreTransaction extends PostgresTransaction {
  /** In the same message as BEGIN: no further round trip. */
  override query(connection: unknown, sql: string, ...ended: unknown[]): Promise<unknown> {
    const text = sql.startsWith('BEGIN') ? sql + settingStatements(localSettings(this.client.config), 'local') : sql;
    return super.query(connection, text, ...ended);
  }
}

/** Settings of a transaction behind a transaction pooler: the limits in which its pool differs from the role. */
export function localSettings({ address, settings = {} }: PoolSettings): Settings {
  if (address?.known !== 'transaction') return {};
  const differing = Object.entries(roleSettings).filter(([name, value]) => (settings[name] ?? value) !== value);
  return Object.fromEntries(differing.map(([name, value]) => [name, settings[name] ?? value]));
}

export function settingStatements(settings: Settings, scope: 'local' | 'session'): string {
  return Object.entries(settings)
    .map(([name, value]) => `set ${scope} ${name} = '${value}';`)
    .join(' ');
}
