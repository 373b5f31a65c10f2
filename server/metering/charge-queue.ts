// Waiting charges, debited together: one statement for many, and every caller waits for the commit that holds its own.
import type { Charge, ChargeOutcome } from '../store/charge.ts';

export type ChargeQueue = (charge: Charge) => Promise<ChargeOutcome>;

type Waiting = { charge: Charge; resolve: (outcome: ChargeOutcome) => void; reject: (error: unknown) => void };

export type ChargeQueueOptions = {
  /** Debits a batch; all of it or nothing. */
  charge: (batch: readonly Charge[]) => Promise<ChargeOutcome[]>;
  /** True for a failure that another try of the same batch may not meet: nothing was written. */
  isTransient: (error: unknown) => boolean;
  /** True when the batch waited too long for a balance: the others need not wait with it. */
  isBlocked: (error: unknown) => boolean;
};

/** More than two at once only wait for each other's locks; more than this in one make the first wait too long. */
const BATCHES_IN_FLIGHT_MAX = 2;
const BATCH_MAX = 128;
const TRIES_MAX = 5;

/** Charges are collected while the batches before them are under way: the busier the service, the larger its batches. */
export function chargeQueue({ charge, isTransient, isBlocked }: ChargeQueueOptions): ChargeQueue {
  const waiting: Waiting[] = [];
  let inFlight = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || inFlight >= BATCHES_IN_FLIGHT_MAX || waiting.length === 0) return;
    scheduled = true;
    // After what has arrived in this turn of the loop: requests that came together are charged together.
    setImmediate(() => {
      scheduled = false;
      if (inFlight >= BATCHES_IN_FLIGHT_MAX) return;
      const batch = waiting.splice(0, BATCH_MAX);
      inFlight += 1;
      void settle(batch).finally(() => {
        inFlight -= 1;
        schedule();
      });
      schedule();
    });
  }

  async function settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await repeatedly(batch.map(({ charge: one }) => one));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) reject(new Error('a charge has no outcome'));
        else resolve(outcome);
      }
    } catch (error) {
      const payers = isBlocked(error) ? byPayer(batch) : [];
      // One balance is held by somebody: each payer waits for its own.
      if (payers.length > 1) await Promise.all(payers.map(settle));
      else for (const { reject } of batch) reject(error);
    }
  }

  async function repeatedly(batch: readonly Charge[]): Promise<ChargeOutcome[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await charge(batch);
      } catch (error) {
        if (tries === TRIES_MAX || !isTransient(error)) throw error;
      }
    }
  }

  return (one) =>
    new Promise((resolve, reject) => {
      waiting.push({ charge: one, resolve, reject });
      schedule();
    });
}

function byPayer(batch: readonly Waiting[]): Waiting[][] {
  const groups = new Map<string, Waiting[]>();
  for (const one of batch) {
    const name = nameOf(one.charge.payer);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()];
}

function nameOf(payer: Charge['payer']): string {
  if (payer.kind === 'grant') return `grant ${payer.tokenSha256.toString('base64')}`;
  return payer.kind === 'key' ? `key ${payer.sha256.toString('base64')}` : `session ${payer.workspaceId}`;
}
