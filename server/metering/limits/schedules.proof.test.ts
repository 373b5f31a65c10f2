// Check-then-act code under adversarial schedules: answers at the newest head, stored bodies, places.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../contract/metered.ts';
import { bodyKeeper } from '../kept-bodies.ts';
import { slots } from './slots.ts';
import { type Ready, recentAnswers } from '../recent.ts';
import type { Head } from '../../terms/research.ts';

const RUNS = 2_000;
const headOf = (version: number): Head => ({ version, watermark: `2026-01-01T00:00:00.${version}Z`, removals: 0 });

/** An answer with the version that it was built on. */
const builtOn = (question: string, version: number): Answer => ({
  bytes: Buffer.from(question),
  sha256: String(version),
  asOf: '',
});

describe('answers at the newest head, in any order', () => {
  it('are never older than the head they are said to belong to, and never of another question', async () => {
    let joined = 0;
    const questions = fc.array(fc.constantFrom('q', 'r', 'move'), { minLength: 2, maxLength: 12 });
    const inOrder = fc.asyncProperty(fc.scheduler(), questions, async (scheduler, events) => {
      let [version, builds] = [1, 0];
      const recent = recentAnswers({
        settled: () => headOf(version),
        read: scheduler.scheduleFunction(async () => headOf(version)),
      });
      const build = (question: string) =>
        scheduler.scheduleFunction(async () => {
          builds += 1;
          return builtOn(question, version);
        });
      const check = (question: string, { answer, head }: Ready): void => {
        if (answer.bytes.toString() !== question) throw new Error('the answer of another question');
        // The charge compares heads, so it detects a newer one; it would not detect an older one.
        if (Number(answer.sha256) < head.version) throw new Error('an answer of an older head');
      };
      const ask = async (question: string): Promise<void> => {
        const found = recent.find('live', question);
        if (found !== null) {
          check(question, found);
          if (found.head.version !== version) throw new Error('an answer of a head that has moved on');
          return;
        }
        if (recent.isUnderway('live', question)) joined += 1;
        check(question, await recent.settle('live', question, build(question)));
      };
      const { task } = scheduler.scheduleSequence(
        events.map((event) => async () => void (event === 'move' ? (version += 1) : asks.push(ask(event)))),
      );
      const asks: Promise<void>[] = [];
      await scheduler.waitFor(task);
      await scheduler.waitFor(Promise.all(asks));
      expect(builds).toBeLessThanOrEqual(asks.length);
      expect(['q', 'r'].some((question) => recent.isUnderway('live', question))).toBe(false);
    });
    await fc.assert(inOrder, { numRuns: RUNS, seed: 7 });
    expect(joined).toBeGreaterThan(100);
  });
});

type ScheduleStep = 'call' | 'night' | 'removed' | 'kept again';

/** Each allocates room for 50,000 digests, which takes longer than the rest of the test. */
const KEEPERS = 300;

describe('bodies that are kept, in any order', () => {
  it('are noted for the day of their delivery or the one before, and never said to be kept before they were', async () => {
    let calls = 0;
    const event = fc.constantFrom<ScheduleStep>('call', 'call', 'call', 'night', 'removed', 'kept again');
    const inOrder = fc.asyncProperty(fc.scheduler(), fc.array(event, { maxLength: 14 }), async (scheduler, events) => {
      const state = { day: 1, keptOn: 0, isKept: true, writes: 0, refused: 0 };
      const write = scheduler.scheduleFunction(async () => {
        state.writes += 1;
        if (state.isKept) state.keptOn = Math.max(state.keptOn, state.day);
        else state.refused += 1;
        return state.isKept;
      });
      const now = (): string => `2026-01-${String(state.day).padStart(2, '0')}T00:00:00.000Z`;
      const keeper = bodyKeeper(async () => [await write()], now);
      const underway = new Set<{ day: number }>();
      // Statements are cut off within seconds: none spans two midnights.
      const night = (): void => {
        if ([...underway].every(({ day }) => day === state.day)) state.day += 1;
      };
      const call = async (): Promise<void> => {
        calls += 1;
        const { day } = state;
        const began = { day };
        underway.add(began);
        const isKept = await keeper.keepBody({ sha256: 'digest', bytes: Buffer.from('bytes') });
        underway.delete(began);
        // Retention keeps a day more than promised, for a write that begins before midnight.
        if (isKept && state.keptOn < day - 1) throw new Error(`noted for day ${state.keptOn} on day ${day}`);
        if (!isKept && state.refused === 0) throw new Error('said not to be kept');
      };
      const running: Promise<void>[] = [];
      const { task } = scheduler.scheduleSequence(
        events.map((one) => async () => {
          if (one === 'call') running.push(call());
          if (one === 'night') night();
          if (one === 'removed') state.isKept = false;
          if (one === 'kept again') state.isKept = true;
        }),
      );
      await scheduler.waitFor(task);
      await scheduler.waitFor(Promise.all(running));
      expect(state.writes).toBeLessThanOrEqual(running.length);
    });
    await fc.assert(inOrder, { numRuns: KEEPERS, seed: 7 });
    expect(calls).toBeGreaterThan(KEEPERS);
  });
});

describe('places, in any order', () => {
  it('are never more than there are, and none is lost however often it is freed', async () => {
    let refused = 0;
    const inOrder = fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 12 }),
      async (scheduler, max, visitors) => {
        const take = slots(max);
        let inside = 0;
        const work = scheduler.scheduleFunction(async () => undefined);
        const visit = async (frees: number): Promise<void> => {
          await work();
          const free = take();
          if (free === null) return void (refused += 1);
          inside += 1;
          if (inside > max) throw new Error('one too many');
          await work();
          inside -= 1;
          for (let time = 0; time < frees; time += 1) free();
        };
        await scheduler.waitFor(Promise.all(visitors.map(visit)));
        const left = Array.from({ length: max + 1 }, () => take());
        expect(left.map((free) => free !== null)).toEqual([...Array<boolean>(max).fill(true), false]);
      },
    );
    await fc.assert(inOrder, { numRuns: RUNS, seed: 7 });
    expect(refused).toBeGreaterThan(100);
  });
});
