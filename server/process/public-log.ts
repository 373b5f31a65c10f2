/** Start of the public log: identity and first key, then every release that the log does not have yet. */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { SEED_BYTES } from '../log/note.ts';
import { originOf } from '../log/tiles.ts';
import type { Logger } from '../observe/log.ts';
import type { Store } from '../store/engine/engine.ts';
import { databaseNow, readHead, retrying } from '../store/known/clock.ts';
import { type Chunks, appendReleases } from '../store/log/append.ts';
import { loggedRelease } from '../store/log/heads.ts';
import { beginLog } from '../store/log/keys.ts';

interface LogOptions {
  readonly baseUrl: string;
  /** The key of the configuration, if there is one. */
  readonly given: Buffer | null;
  readonly log: Logger;
}

export interface BegunLog {
  /** Resolves when the releases from before this start are in the log, or could not be appended. */
  readonly appended: Promise<void>;
}

export async function beginPublicLog(store: Store, { baseUrl, given, log }: LogOptions): Promise<BegunLog> {
  await retrying(store.accounts, async (trx) => {
    const seed = given ?? randomBytes(SEED_BYTES);
    await beginLog(trx, { origin: originOf(baseUrl), seed, isGiven: given !== null, now: await databaseNow(trx) });
  });
  // Releases from before the log, after an upgrade: readers need not wait for them.
  const appended = appendMissing(store).catch((error: unknown) =>
    log.warn({ err: error }, 'the public log lacks releases; the next release or start appends them'),
  );
  return { appended };
}

async function appendMissing(store: Store): Promise<void> {
  const { version } = await readHead(store.accounts, 'live');
  if ((await loggedRelease(store.accounts)) >= version) return;
  await store.patiently((db) => retrying(db, (trx) => appendReleases(trx, chunksBeside(store))));
}

/**
 * Few leaves at a time with a break after them, so that the answers of this process come first. On the embedded engine
 * every answer waits for the end of the transaction, so a break there would only prolong it.
 */
function chunksBeside({ engine }: Pick<Store, 'engine'>): { chunks?: Chunks } {
  if (engine === 'embedded') return {};
  return { chunks: { rows: 100, pause: () => setTimeout(10) } };
}
