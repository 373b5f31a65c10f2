// Documents above their bound: reduced in their order, in few builds, refused only for a requested number.
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../contract/problems.ts';
import { rooms } from '../../documents/room.ts';
import { type Attempt, fewerThenShorter, fitted, shorterThenFewer } from './fit.ts';
import { type Answer, answerOf } from '../kept.ts';

/** A document of 100 bytes per item, and a tenth less for each narrower room. */
const bytesOf = ({ items, room }: Attempt): number =>
  Math.round(items * 100 * (1 - (room === null ? 0 : rooms.indexOf(room) + 1) / 10));

async function fit(attempts: readonly Attempt[], bytesMax: number, asked?: number) {
  const built: [Attempt, boolean][] = [];
  const build = (attempt: Attempt, cut: boolean): Promise<Answer> => {
    built.push([attempt, cut]);
    const answer = answerOf({ as_of: '2026-01-01T00:00:00.000Z' });
    return Promise.resolve({ ...answer, bytes: Buffer.alloc(bytesOf(attempt)) });
  };
  const answer = await fitted({ asked, attempts, bytesMax, build }).catch((error: unknown) => error);
  const bytes = answer instanceof Error ? null : (answer as Answer).bytes.length;
  const problem = answer instanceof ProblemError ? answer.options.extra : null;
  return { bytes, problem, built, failed: answer instanceof Error && problem === null };
}

describe('a document with a bound', () => {
  it('is built once when it fits', async () => {
    expect(await fit(fewerThenShorter(20), 2_000)).toMatchObject({ bytes: 2_000, built: [[{ items: 20 }, false]] });
  });

  it('holds as many items as fit when the number was left open, found in at most six builds', async () => {
    let asked = 0;
    for (let bytesMax = 100; bytesMax < 2_000; bytesMax += 50) {
      asked += 1;
      const { bytes, built } = await fit(fewerThenShorter(20), bytesMax);
      expect(bytes).toBe(Math.floor(bytesMax / 100) * 100);
      expect(built.length).toBeLessThanOrEqual(6);
      expect(
        built
          .slice(1)
          .filter(([{ room }]) => room === null)
          .every(([, cut]) => cut),
      ).toBe(true);
    }
    expect(asked).toBe(38);
  });

  it('is refused when the number was asked for, with the largest number that fits', async () => {
    const refused = { limit_bytes: 750, actual_bytes: 2_000, suggested_max_results: 7 };
    expect((await fit(fewerThenShorter(20), 750, 20)).problem).toEqual(refused);
    expect((await fit(fewerThenShorter(7), 750, 7)).bytes).toBe(700);
  });

  it('with a single item is shortened and not refused; when even that is too large, nothing can be suggested', async () => {
    expect(await fit(fewerThenShorter(1), 80, 1)).toMatchObject({ bytes: 80, problem: null });
    expect((await fit(fewerThenShorter(1), 10, 1)).problem).toMatchObject({ suggested_max_results: 0 });
    expect((await fit(fewerThenShorter(3), 10)).failed).toBe(true);
  });

  it('that keeps its items has shorter texts first, and fewer items only in the narrowest room', async () => {
    expect((await fit(shorterThenFewer(5), 460)).bytes).toBe(450);
    expect((await fit(shorterThenFewer(5), 300)).bytes).toBe(300);
    const { bytes, built } = await fit(shorterThenFewer(5), 130);
    expect(bytes).toBe(120);
    expect(built.filter(([{ items }]) => items < 5).every(([{ room }, cut]) => room === rooms[3] && cut)).toBe(true);
  });
});
