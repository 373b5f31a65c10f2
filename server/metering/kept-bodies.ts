// Keeps the bytes that are about to be charged for, before the charge: once a day for each document, not once a call.
import { LRUCache } from 'lru-cache';
import type { Answer } from '../contract/metered.ts';
import { sharedWork } from '../memory/shared-work.ts';
import type { DeliveredBody, DeliveredRecord } from '../store/ledger/usage.ts';
import { type KeptRecords, keptRecords } from './kept-records.ts';

const DIGESTS_MAX = 50_000;
/** Bodies in one statement, which all wait for the same commit. */
const AT_ONCE_MAX = 16;

/** Writes them, with the records that they are the first to need, and says of each body whether it may be delivered. */
export type KeepBodies = (bodies: readonly DeliveredBody[], records: readonly DeliveredRecord[]) => Promise<boolean[]>;

type Told = Pick<Answer, 'sha256' | 'bytes' | 'parts'>;
type Waiting = { told: Told; resolve: (isKept: boolean) => void; reject: (error: unknown) => void };

/** `now` is the server's clock: a new day notes anew that a document was delivered. */
export function bodyKeeper(keep: KeepBodies, now: () => string) {
  const keepTogether = together(keep, keptRecords(now));
  const today = new LRUCache<string, string>({ max: DIGESTS_MAX });
  const underway = sharedWork<boolean>();
  return {
    /** False where the law forbids to deliver these bytes. */
    async keepBody(told: Told): Promise<boolean> {
      const { sha256 } = told;
      const day = now().slice(0, 10);
      // Not the least recently used is forgotten but the oldest: it would be written anew tomorrow in any case.
      if (today.peek(sha256) === day) return true;
      const isKept = await underway.of(sha256, () => keepTogether(told));
      if (isKept) today.set(sha256, day);
      return isKept;
    },
  };
}

/** What comes while a statement is under way goes with the next one: for each alone the database would write its log anew. */
function together(keep: KeepBodies, records: KeptRecords): (told: Told) => Promise<boolean> {
  const waiting: Waiting[] = [];
  let isBusy = false;
  async function keepBatch(batch: readonly Waiting[]): Promise<void> {
    const needed = records.needed();
    const bodies = batch.map(({ told: { sha256, bytes, parts } }): DeliveredBody => {
      const digest = Buffer.from(sha256, 'base64');
      const kept = parts === undefined ? null : needed.parts(parts);
      return kept === null ? { digest, bytes } : { digest, ...kept };
    });
    const kept = await keep(bodies, needed.records());
    needed.areKept();
    for (const [index, { resolve }] of batch.entries()) resolve(kept[index] === true);
  }
  async function work(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, AT_ONCE_MAX);
      await keepBatch(batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error);
      });
    }
    isBusy = false;
  }
  return (told) =>
    new Promise((resolve, reject) => {
      waiting.push({ told, resolve, reject });
      if (!isBusy) void work();
    });
}
