// Embedded engines of closed stores, which are emptied for the next one: making an engine takes fifty times as long.
import { PGliteHost } from '../embedded/pglite-host.ts';
import { embeddedStore, type Store } from '../engine/engine.ts';
import { knexForEmbedded } from '../engine/store-client.ts';
import { type InitialState, emptyAsMade, rememberAsMade } from './emptied.ts';

export type IdleEngine = { host: PGliteHost; asMade: InitialState };

/** A store without rows; its engine comes back to `idle` when it is closed. */
export async function emptiedEngine(idle: IdleEngine[]): Promise<Store> {
  const waiting = idle.pop();
  const host = waiting?.host ?? (await PGliteHost.start('memory://'));
  host.unref();
  const isAsMade = waiting !== undefined && (await emptied(waiting));
  let made: IdleEngine | undefined = isAsMade ? waiting : undefined;
  const store = await embeddedStore(host, async () => void (made && idle.push(made)));
  made ??= { host, asMade: await rememberAsMade(store.db) };
  return store;
}

async function emptied({ host, asMade }: IdleEngine): Promise<boolean> {
  const db = knexForEmbedded(host);
  try {
    if (await emptyAsMade(db, asMade)) return true;
    await db.raw('drop schema public cascade');
    await db.raw('create schema public');
    return false;
  } finally {
    await db.destroy();
  }
}
