// Waiting until a key can pay: where a person adds credit, and what shows that it was recorded.
import type { KeyStatus } from '../generated/api.ts';
import { type Clock, pause } from './login/clock.ts';
import { ResearchError } from './problems.ts';
import type { ResearchResult } from './result.ts';
import { isUsable } from './usable.ts';

/** Where a person can make the key usable; null where it is, or where nobody can: a preview is not paid for. */
export function checkoutOf(status: KeyStatus): string | null {
  return status.dataMode === 'live' && !isUsable(status).usable ? status.checkoutUrl : null;
}

const CREDIT_POLL_MS = 10_000;

export interface CreditWait {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** Without an end where it is left out. */
  readonly milliseconds?: number;
  readonly ask: () => Promise<ResearchResult<KeyStatus>>;
}

/** By the status alone: what the checkout page says proves nothing. Gives the last status; rejects where it is aborted. */
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
