// A replica that hangs in the middle of a read: all reads in progress continue at the primary.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProblemError } from '../contract/problems.ts';
import type { Answers } from './answers.ts';
import { withReplica } from './replica.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const head = { collection: 'live', version: 1, watermark: '2029-01-02T00:00:00.000Z', removals: 0 } as const;
/** Answers to one question. A refusal passes unchanged, so it shows which server answered. */
function answering(tickers: () => Promise<never>): Answers & { isSilent: boolean } {
  const answers = {
    tickers,
    isSilent: false,
    head: () => (answers.isSilent ? new Promise<never>(() => undefined) : Promise.resolve(head)),
  };
  return answers as unknown as Answers & { isSilent: boolean };
}

it('costs no read more than the half second in which the next one finds out', async () => {
  const ended: [where: string, ms: number][] = [];
  const primary = answering(async () => {
    throw new ProblemError('not-covered', { detail: 'of the primary' });
  });
  const replica = answering(() => new Promise<never>(() => undefined));
  const changes: (number | null)[] = [];
  const answers = withReplica(primary, replica, {
    elapsed: () => performance.now(),
    isUnavailable: () => false,
    onChange: (pauseMs) => void changes.push(pauseMs),
  });
  const begun = performance.now();
  const ask = (): Promise<unknown> =>
    answers.tickers('live').catch((error: Error) => ended.push([error.message, performance.now() - begun]));
  const under = [ask(), ask(), ask()];
  await vi.advanceTimersByTimeAsync(0);
  replica.isSilent = true;
  under.push(ask());
  await vi.advanceTimersByTimeAsync(499);
  expect([ended, changes]).toEqual([[], []]);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(under);
  await ask();
  expect([ended, changes]).toEqual([Array(5).fill(['of the primary', 500]), [5_000]]);
});
