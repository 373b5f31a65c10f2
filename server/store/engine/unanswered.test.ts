import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerLimit } from './unanswered.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const LIMIT_MS = 1_000;

/** Statements whose answers come when the test decides, with their outcomes. */
function statements() {
  const limit = answerLimit(LIMIT_MS);
  const became: Record<string, string> = {};
  const answers = new Map<string, { resolve: (text: string) => void; reject: (error: Error) => void }>();
  return {
    limit,
    became,
    send(name: string, connection: object): void {
      const run = () => new Promise<string>((resolve, reject) => void answers.set(name, { resolve, reject }));
      limit.within(connection, run).then(
        (text) => (became[name] = text),
        (error: Error) => (became[name] = error.message),
      );
    },
    answer: (name: string): void => answers.get(name)?.resolve('answered'),
    refuse: (name: string): void => answers.get(name)?.reject(new Error('refused')),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

describe('a statement', () => {
  it('is answered or refused as it was, within its time', async () => {
    const { became, send, answer, refuse, pass } = statements();
    const [one, other] = [{}, {}];
    send('a', one);
    send('b', other);
    await pass(LIMIT_MS - 1);
    answer('a');
    refuse('b');
    await pass(10 * LIMIT_MS);
    expect(became).toEqual({ a: 'answered', b: 'refused' });
  });

  it('that gets no answer fails at its limit and not before, whatever came meanwhile', async () => {
    const { became, send, answer, pass } = statements();
    const [lost, kept] = [{}, {}];
    send('early', kept);
    await pass(LIMIT_MS / 2);
    send('lost', lost);
    answer('early');
    await pass(LIMIT_MS / 2);
    send('late', kept);
    await pass(LIMIT_MS / 2 - 1);
    expect(became).toEqual({ early: 'answered' });
    await pass(1);
    expect(became).toEqual({ early: 'answered', lost: 'Query read timeout' });
    answer('lost');
    answer('late');
    await pass(10 * LIMIT_MS);
    expect(became).toEqual({ early: 'answered', lost: 'Query read timeout', late: 'answered' });
  });

  it('is watched as every other one when several are sent at once on one connection', async () => {
    const { became, send, answer, pass } = statements();
    const connection = {};
    for (const name of ['a', 'b', 'c']) send(name, connection);
    answer('b');
    await pass(LIMIT_MS);
    expect(became).toEqual({ a: 'Query read timeout', b: 'answered', c: 'Query read timeout' });
    send('d', connection);
    // The late answer of the first one does not end this one.
    answer('a');
    await pass(LIMIT_MS);
    expect(became).toHaveProperty('d', 'Query read timeout');
  });

  it('that begins in the very moment in which another one fails is watched too', async () => {
    const { became, send, pass } = statements();
    setTimeout(() => send('next', {}), LIMIT_MS);
    send('first', {});
    await pass(2 * LIMIT_MS);
    expect(became).toEqual({ first: 'Query read timeout', next: 'Query read timeout' });
  });

  it('ends as its connection says when that is given up', async () => {
    const { limit, became, send, refuse, pass } = statements();
    const connection = {};
    send('a', connection);
    limit.forget(connection);
    refuse('a');
    await pass(10 * LIMIT_MS);
    expect(became).toEqual({ a: 'refused' });
  });

  it('leaves no timer behind when all are answered', async () => {
    const { send, answer, pass } = statements();
    send('a', {});
    answer('a');
    await pass(LIMIT_MS);
    expect(vi.getTimerCount()).toBe(0);
  });
});
