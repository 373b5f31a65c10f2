// Small charges, and queues over stores that debit at once or when a test decides.
import type { Charge, ChargeOutcome } from '../../store/ledger/charge.ts';
import { chargeQueue } from '../charge-queue.ts';

export const charge = (requestId: string, key = 'key'): Charge => ({
  payer: { kind: 'key', sha256: Buffer.from(key) },
  requestId,
  fingerprint: Buffer.alloc(32),
  operation: 'getBrief',
  request: '/v1/brief',
  asOf: '2026-01-01T00:00:00.000Z',
  digest: Buffer.alloc(32),
  head: { version: 1, watermark: '2026-01-01T00:00:00.000Z', removals: 0 },
});

/** An outcome that names its charge. */
export const outcomeFor = ({ requestId }: Charge): ChargeOutcome => ({
  kind: 'charged',
  paidFrom: 'prepaid',
  keyId: requestId,
  accountId: 'ws_1',
  collection: 'live',
  left: 1,
});
export const idOf = (outcome: ChargeOutcome): string => ('keyId' in outcome ? outcome.keyId : 'none');

export class Transient extends Error {}
export class BlockedError extends Error {}

type Batch = { ids: string[]; settle: (error?: Error) => void };

/** A queue over a store that debits when the test decides. */
export function held() {
  const batches: Batch[] = [];
  const queue = chargeQueue({
    charge: (batch) =>
      new Promise((resolve, reject) => {
        const settle = (error?: Error): void => (error ? reject(error) : resolve(batch.map(outcomeFor)));
        batches.push({ ids: batch.map(({ requestId }) => requestId), settle });
      }),
    isTransient: (error) => error instanceof Transient,
    isBlocked: (error) => error instanceof BlockedError,
  });
  return { batches, queue };
}

/** A queue over a store that answers at once. */
export function prompt(debit: (batch: readonly Charge[]) => ChargeOutcome[]) {
  return chargeQueue({
    charge: async (batch) => debit(batch),
    isTransient: (error) => error instanceof Transient,
    isBlocked: (error) => error instanceof BlockedError,
  });
}
