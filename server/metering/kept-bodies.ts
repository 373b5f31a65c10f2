// Store of bytes before their charge: each document once a day, not once a call.
import type { Answer } from '../contract/metered.ts';
import { remembered } from '../memory/remembered.ts';
import { sharedWork } from '../memory/shared-work.ts';
import type { DeliveredBody, DeliveredRecord } from '../store/ledger/usage.ts';
import { type KeptRecords, keptRecords } from './kept-records.ts';

/** Bodies in one statement, which all wait for the same commit. */
const AT_ONCE_MAX = 16;

/** Writes the bodies with the records that they need first; returns for each body whether it may be delivered. */
export type KeepBodies = (bodies: readonly DeliveredBody[], records: readonly DeliveredRecord[]) => Promise<boolean[]>;

type BodyParts = Pick<Answer, 'sha256' | 'bytes' | 'parts'>;
type QueuedBody = { told: BodyParts; resolve: (isKept: boolean) => void; reject: (error: unknown) => void };

/** `now` is the server's clock: the delivery of a document is noted once a day. */
export function bodyKeeper(keep: KeepBodies, now: () => string) {
  const keepTogether = together(keep, keptRecords(now));
  const today = remembered<string, string>('kept-bodies');
  const underway = sharedWork<boolean>();
  return {
    /** False if a legal removal forbids these bytes. */
    async keepBody(told: BodyParts): Promise<boolean> {
      const { sha256 } = told;
      const day = now().slice(0, 10);
      // `peek`, not `get`: evict by age, because every entry is rewritten tomorrow anyway.
      if (today.peek(sha256) === day) return true;
      const isKept = await underway.of(sha256, () => keepTogether(told));
      if (isKept) today.set(sha256, day);
      return isKept;
    },
  };
}

/**
 * Bodies that arrive during a statement share the next one: a statement for each would write the database's log each
 * time.
 */
function together(keep: KeepBodies, records: KeptRecords): (told: BodyParts) => Promise<boolean> {
  const waiting: QueuedBody[] = [];
  let isBusy = false;
  async function keepBatch(batch: readonly QueuedBody[]): Promise<void> {
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
