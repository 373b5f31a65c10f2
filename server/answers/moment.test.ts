// The remembered head: never that of an overtaken read, and reset when the store went back.
import { expect, it } from 'vitest';
import type { CollectionHead } from '../store/known/clock.ts';
import type { Db } from '../store/engine/db.ts';
import { createMoments } from './moment.ts';

const head = (version: number, removals = 0): CollectionHead => ({
  collection: 'preview',
  version,
  watermark: `2026-01-0${version}T00:00:00.000Z`,
  removals,
});

/** A store whose reads of the head end when the test decides. */
function world() {
  const readings: ((one: CollectionHead) => void)[] = [];
  const client = {
    config: {},
    acquireConnection: async () => ({}),
    releaseConnection: async () => undefined,
    emit: () => true,
    _query: () =>
      new Promise((resolve) => {
        readings.push((one) => resolve({ response: { rows: [one] } }));
      }),
  };
  const moments = createMoments({ db: { client } as unknown as Db, now: () => '2026-02-01T00:00:00.000Z' });
  const read = async () => {
    const seen = moments.head('preview');
    const count = readings.length;
    // A turn of the event loop, so that a failed read ends the test.
    while (readings.length === count) await new Promise((resolve) => setImmediate(resolve));
    const answer = readings.at(-1) ?? (() => undefined);
    return async (one: CollectionHead): Promise<CollectionHead> => {
      answer(one);
      return seen;
    };
  };
  return { moments, read };
}

it('is that of the newer of two readings at once, whichever comes last', async () => {
  for (const newer of [head(2), head(1, 1)]) {
    const { moments, read } = world();
    const [first, second] = [await read(), await read()];
    expect(await second(newer)).toEqual(newer);
    expect(await first(head(1))).toEqual(head(1));
    expect(moments.settled('preview')).toEqual(newer);
  }
});

it('is that of a reading that began later, also where a store was restored and knows less', async () => {
  const { moments, read } = world();
  await (
    await read()
  )(head(3));
  await (
    await read()
  )(head(2));
  expect(moments.settled('preview')).toEqual(head(2));
});
