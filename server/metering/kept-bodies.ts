// Store of bytes before their charge: each document once a day, not once a call.
import type { Answer } from '../contract/metered.ts';
import { batched } from '../memory/batched.ts';
import { remembered } from '../memory/remembered.ts';
import { sharedWork } from '../memory/shared-work.ts';
import type { DeliveredBody, DeliveredRecord } from '../store/ledger/usage.ts';
import { type KeptRecords, keptRecords } from './kept-records.ts';

/** The bodies of a statement wait for the same commit, and the next one needs to know its records. */
const oneAtOnce = { keysMax: 16, underwayMax: 1 };

/** Writes the bodies with the records that they need first; returns for each body whether it may be delivered. */
export type KeepBodies = (bodies: readonly DeliveredBody[], records: readonly DeliveredRecord[]) => Promise<boolean[]>;

type BodyParts = Pick<Answer, 'sha256' | 'bytes' | 'parts'>;

/** `now` is the server's clock: the delivery of a document is noted once a day. */
export function bodyKeeper(keep: KeepBodies, now: () => string) {
  const keepInBatch = inBatches(keep, keptRecords(now));
  const today = remembered<string, string>('kept-bodies');
  const underway = sharedWork<boolean>();
  return {
    /** False if a legal removal forbids these bytes. */
    async keepBody(told: BodyParts): Promise<boolean> {
      const { sha256 } = told;
      const day = now().slice(0, 10);
      // `peek`, not `get`: evict by age, because every entry is rewritten tomorrow anyway.
      if (today.peek(sha256) === day) return true;
      const isKept = await underway.of(sha256, () => keepInBatch(told));
      if (isKept) today.set(sha256, day);
      return isKept;
    },
  };
}

/**
 * Bodies that arrive during a statement share the next one: a statement for each would write the database's log each
 * time.
 */
function inBatches(keep: KeepBodies, records: KeptRecords): (told: BodyParts) => Promise<boolean> {
  return batched(async (batch: readonly BodyParts[]) => {
    const needed = records.needed();
    const bodies = batch.map(({ sha256, bytes, parts }): DeliveredBody => {
      const digest = Buffer.from(sha256, 'base64');
      const kept = parts === undefined ? null : needed.parts(parts);
      return kept === null ? { digest, bytes } : { digest, ...kept };
    });
    const kept = await keep(bodies, needed.records());
    needed.areKept();
    return kept;
  }, oneAtOnce);
}
