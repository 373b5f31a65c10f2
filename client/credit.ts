// Wait for credit: the checkout address for a person, and the poll of the key status until the key can pay.
import type { KeyStatus } from '../generated/api.ts';
import { type Clock, pause } from './login/clock.ts';
import { ResearchError } from './problems.ts';
import type { ResearchResult } from './result.ts';
import { isUsable } from './usable.ts';

/** The checkout address; null if the key can already pay, or if no payment is possible (preview data). */
export function checkoutOf(status: KeyStatus): string | null {
  return status.dataMode === 'live' && !isUsable(status).usable ? status.checkoutUrl : null;
}

const CREDIT_POLL_MS = 10_000;

export interface CreditWait {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Waits without a limit if absent. */
  readonly milliseconds?: number;
  readonly ask: () => Promise<ResearchResult<KeyStatus>>;
}

/**
 * Polls the status only: the checkout page proves nothing. Returns the last status; rejects when the signal is aborted.
 */
export async function creditAwaited(first: KeyStatus, wait: CreditWait): Promise<KeyStatus> {
  const { clock, signal, milliseconds = Number.POSITIVE_INFINITY, ask } = wait;
  const endsAt = clock.elapsed() + milliseconds;
  let status = first;
  while (checkoutOf(status) !== null && clock.elapsed() + CREDIT_POLL_MS <= endsAt) {
    await pause(clock, CREDIT_POLL_MS, signal);
    try {
      status = (await ask()).data;
    } catch (thrown) {
      if (!(thrown instanceof ResearchError && thrown.retryable)) throw thrown;
    }
  }
  return status;
}
