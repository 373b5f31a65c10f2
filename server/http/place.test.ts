/** Places in work: as many as there are, and none for whoever is still sending. */
import { describe, expect, it } from 'vitest';
import { places } from '../metering/limits/places.ts';
import { takePlace } from './place.ts';

const refusal = { code: 'unavailable', options: { headers: { 'Retry-After': '1' } } };

function refusalOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe('a place in work', () => {
  it('is refused when all are taken, and free again once it is left', () => {
    const admit = places(1);
    const first = takePlace(admit);
    expect(refusalOf(() => takePlace(admit))).toMatchObject(refusal);
    first.leave();
    takePlace(admit).leave();
  });

  it('is given to others while something arrives, and taken again afterwards', async () => {
    const admit = places(1);
    const slow = takePlace(admit);
    let arrive: (text: string) => void = () => undefined;
    const arriving = slow.whileArriving(() => new Promise<string>((resolve) => (arrive = resolve)));
    const quick = takePlace(admit);
    quick.leave();
    arrive('body');
    expect(await arriving).toBe('body');
    expect(admit()).toBeNull();
    slow.leave();
    expect(admit()).not.toBeNull();
  });

  it('is refused to what arrived while others took it all, and not left twice', async () => {
    const admit = places(1);
    const slow = takePlace(admit);
    const other: (() => void)[] = [];
    const arriving = slow.whileArriving(async () => void other.push(takePlace(admit).leave));
    await expect(arriving).rejects.toMatchObject(refusal);
    slow.leave();
    expect(admit()).toBeNull();
    for (const leave of other) leave();
  });

  it('is not held by what failed to arrive', async () => {
    const admit = places(1);
    const slow = takePlace(admit);
    await expect(slow.whileArriving(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    takePlace(admit).leave();
    slow.leave();
  });
});
