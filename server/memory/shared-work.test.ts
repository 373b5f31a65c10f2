// Shared work: concurrent callers share one run, and a later caller starts another, also after a failure.
import { describe, expect, it } from 'vitest';
import { sharedWork } from './shared-work.ts';

describe('shared work', () => {
  it('is done once for all who ask for it while it is under way, and anew afterwards', async () => {
    const shared = sharedWork<number>();
    let done = 0;
    const work = () => Promise.resolve((done += 1));
    expect(await Promise.all([shared.of('a', work), shared.of('a', work), shared.of('b', work)])).toEqual([1, 1, 2]);
    expect(await shared.of('a', work)).toBe(3);
  });

  it('fails for all who wait for it, and is begun anew by the next', async () => {
    const shared = sharedWork<string>();
    const failing = [
      shared.of('a', () => Promise.reject(new Error('away'))),
      shared.of('a', () => Promise.resolve('')),
    ];
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await shared.of('a', () => Promise.resolve('back'))).toBe('back');
  });

  it('says what is under way', async () => {
    const shared = sharedWork<void>();
    const work = shared.of('a', () => Promise.resolve());
    expect([shared.isUnderway('a'), shared.isUnderway('b')]).toEqual([true, false]);
    await work;
    expect(shared.isUnderway('a')).toBe(false);
  });
});
