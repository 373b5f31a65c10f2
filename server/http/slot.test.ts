/** Admission slots: a fixed number, and none held while a body arrives. */
import { describe, expect, it } from 'vitest';
import { slots } from '../metering/limits/slots.ts';
import { takeSlot } from './slot.ts';

const refusal = { code: 'unavailable', options: { headers: { 'Retry-After': '1' } } };

function refusalOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe('a slot', () => {
  it('is refused when all are taken, and free again once it is left', () => {
    const admit = slots(1);
    const first = takeSlot(admit);
    expect(refusalOf(() => takeSlot(admit))).toMatchObject(refusal);
    first.leave();
    takeSlot(admit).leave();
  });

  it('is given to others while something arrives, and taken again afterwards', async () => {
    const admit = slots(1);
    const slow = takeSlot(admit);
    let arrive: (text: string) => void = () => undefined;
    const arriving = slow.whileArriving(() => new Promise<string>((resolve) => (arrive = resolve)));
    const quick = takeSlot(admit);
    quick.leave();
    arrive('body');
    expect(await arriving).toBe('body');
    expect(admit()).toBeNull();
    slow.leave();
    expect(admit()).not.toBeNull();
  });

  it('is refused to what arrived while others took it all, and not left twice', async () => {
    const admit = slots(1);
    const slow = takeSlot(admit);
    const other: (() => void)[] = [];
    const arriving = slow.whileArriving(async () => void other.push(takeSlot(admit).leave));
    await expect(arriving).rejects.toMatchObject(refusal);
    slow.leave();
    expect(admit()).toBeNull();
    for (const leave of other) leave();
  });

  it('is not held by what failed to arrive', async () => {
    const admit = slots(1);
    const slow = takeSlot(admit);
    await expect(slow.whileArriving(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    takeSlot(admit).leave();
    slow.leave();
  });
});
