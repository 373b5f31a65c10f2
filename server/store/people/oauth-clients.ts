// The one AI client that may ask people for access. Its secret, where it has one, is here by its SHA-256 alone.
import { lockHead } from '../known/clock.ts';
import type { Db, Instant, Trx } from '../engine/db.ts';
import { endGrants } from './oauth-grants.ts';

export type OAuthClient = {
  client_id: string;
  name: string;
  redirect_uris: readonly string[];
  /** Null for a client that has no secret to keep. */
  secret_sha256: Buffer | null;
};

const columns = 'client_id, name, redirect_uris, secret_sha256';

/** The client that is registered now; a retired one is as unknown as any other. */
export async function findRegisteredClient(db: Db): Promise<OAuthClient | null> {
  const { rows } = await db.raw(`select ${columns} from oauth_client where retired_at is null`);
  return (rows as OAuthClient[])[0] ?? null;
}

/** Locks the client against retirement until this transaction ends; false if it is already retired. */
export async function holdClient(trx: Trx, clientId: string): Promise<boolean> {
  const { rows } = await trx.raw(
    'select client_id from oauth_client where client_id = ? and retired_at is null for share',
    [clientId],
  );
  return rows.length === 1;
}

/**
 * The registered client. Every other registration waits until this transaction ends: the lock is on a row that always
 * exists, because before the first client there is none to lock.
 */
export async function lockRegistration(trx: Trx): Promise<OAuthClient | null> {
  await lockHead(trx, 'live');
  return findRegisteredClient(trx);
}

/** Registers the client, or writes its name, addresses and secret anew; one that was retired is registered again. */
export async function writeClient(trx: Trx, client: OAuthClient & { now: Instant }): Promise<void> {
  await trx.raw(
    `insert into oauth_client (client_id, name, redirect_uris, secret_sha256, created_at) values (?, ?, ?::jsonb, ?, ?)
     on conflict (client_id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
       secret_sha256 = excluded.secret_sha256, retired_at = null`,
    [client.client_id, client.name, JSON.stringify(client.redirect_uris), client.secret_sha256, client.now],
  );
}

/** Retires the client and ends its grants; returns their number. */
export async function retireClient(trx: Trx, clientId: string): Promise<number> {
  // First the client: an approval under way holds it, and its grant is then among those that end.
  await trx.raw(
    `update oauth_client set retired_at = date_trunc('milliseconds', statement_timestamp())
      where client_id = ? and retired_at is null`,
    [clientId],
  );
  return (await endGrants(trx, { clientId }, 'client-retired')).length;
}
