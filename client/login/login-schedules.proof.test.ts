// Poller of a device login under random schedules of answers, broken connections and aborts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from './clock.ts';
import { type LoginSteps, deviceLogin } from './login.ts';
import { ResearchError } from '../problems.ts';
import type { Raw } from '../transport/wire.ts';
import type { DeviceGrant, KeyStatus } from '../../generated/api.ts';

const RUNS = 2_000;
const apiKey = 'ri_live_key';
const lifetime_ms = 15 * 60_000;

type PollAnswer =
  | 'pending'
  | 'slow_down'
  | 'authorized'
  | 'delivered'
  | 'denied'
  | 'expired'
  | 'broken'
  | 'unavailable';

const bodies: Readonly<Record<Exclude<PollAnswer, 'broken'>, [status: number, body: object]>> = {
  pending: [200, { status: 'pending', interval: 5 }],
  slow_down: [429, { status: 'slow_down', interval: 15 }],
  authorized: [200, { status: 'authorized', apiKey }],
  delivered: [200, { status: 'authorized' }],
  denied: [200, { status: 'denied' }],
  expired: [410, { status: 'expired' }],
  unavailable: [503, {}],
};

function raw(played: Exclude<PollAnswer, 'broken'>): Raw {
  const [status, body] = bodies[played];
  return { status, headers: new Headers(), bytes: new TextEncoder().encode(JSON.stringify(body)) };
}

const ready = { status: 'ready', dataMode: 'live', prepaidRequestsRemaining: 5, checkoutUrl: null } as KeyStatus;
const goesOn = new Set<PollAnswer>(['pending', 'slow_down', 'broken', 'unavailable']);

describe('a device login, in any order', () => {
  it('polls one at a time and in time, saves a delivered key once, and asks nothing after its end', async () => {
    const ends = new Map<string, number>();
    const played = fc.array(
      fc.constantFrom<PollAnswer>(
        'pending',
        'pending',
        'slow_down',
        'broken',
        'unavailable',
        'authorized',
        'denied',
        'delivered',
        'expired',
      ),
      { minLength: 1, maxLength: 8 },
    );
    const inOrder = fc.asyncProperty(fc.scheduler(), played, fc.boolean(), async (scheduler, script, aborts) => {
      const stop = new AbortController();
      const [saved, adopted, polls]: [string[], string[], number[]] = [[], [], []];
      let [now, atOnce, interval, isOver] = [0, 0, 5, false];
      const clock: Clock = {
        now: () => now,
        elapsed: () => now,
        random: () => 0,
        sleep: async (ms, signal) => {
          signal?.throwIfAborted();
          await scheduler.schedule(Promise.resolve(), `sleep ${ms}`);
          signal?.throwIfAborted();
          now += ms;
        },
      };
      const arrive = scheduler.scheduleFunction(async (one: PollAnswer) => one);
      const poll = async (): Promise<Raw> => {
        if (isOver) throw new Error('a poll after the end');
        if ((atOnce += 1) > 1) throw new Error('two polls at once');
        if (now - (polls.at(-1) ?? 0) < interval * 1_000) throw new Error('a poll too soon');
        polls.push(now);
        const one = await arrive(script[polls.length - 1] ?? 'pending');
        atOnce -= 1;
        if (one === 'slow_down') interval = 15;
        if (one === 'broken') throw new ResearchError('network', { detail: 'gone', retryable: true });
        return raw(one);
      };
      const grant = { deviceCode: 'code', browserUrl: 'u', userCode: 'c', interval: 5 };
      const expiresAt = new Date(lifetime_ms).toISOString();
      const steps: LoginSteps = {
        clock,
        initiate: async () => ({
          response: new Response(null, { headers: { Date: new Date(0).toUTCString() } }),
          grant: { ...grant, expiresAt } as DeviceGrant,
        }),
        poll,
        unsaved: null,
        adopt: (key) => void adopted.push(key),
        saved: () => undefined,
        status: async () => ({ data: ready }) as Awaited<ReturnType<LoginSteps['status']>>,
      };
      const options = {
        deviceName: 'laptop',
        onCode: () => undefined,
        save: scheduler.scheduleFunction(async (key: string) => void saved.push(key)),
        signal: stop.signal,
      };
      const login = deviceLogin(steps, options).then(
        ({ how }) => how as string,
        (thrown: unknown) => (thrown instanceof ResearchError ? thrown.code : String(thrown)),
      );
      if (aborts) void scheduler.schedule(Promise.resolve(), 'abort').then(() => stop.abort());
      const end = await scheduler.waitFor(login);
      isOver = true;
      ends.set(end, (ends.get(end) ?? 0) + 1);
      const last = script[polls.length - 1];
      const wasDelivered = last === 'authorized';
      expect([saved, adopted]).toEqual(wasDelivered ? [[apiKey], [apiKey]] : [[], []]);
      expect(script.slice(0, Math.max(0, polls.length - 1)).every((one) => goesOn.has(one))).toBe(true);
      expect(now).toBeLessThanOrEqual(lifetime_ms);
      if (wasDelivered) expect(end).toBe('device');
    });
    await fc.assert(inOrder, { numRuns: RUNS, seed: 7 });
    const expected = ['aborted', 'device', 'device-already-delivered', 'device-denied', 'device-expired'];
    expect([...ends.keys()].toSorted()).toEqual(expected);
  });
});
