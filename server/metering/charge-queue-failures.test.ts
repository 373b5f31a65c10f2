// Batches of charges that fail or wait: retried if that may help, and isolated from other payers.
import { describe, expect, it } from 'vitest';
import { BlockedError, Transient, charge, idOf, outcomeFor, prompt } from './testing/charge-queue.ts';

describe('a batch that fails', () => {
  it('is tried again as it is while the failure is transient, five times and then five and once for each of its ids', async () => {
    const tries: number[] = [];
    const failing = (until: number) =>
      prompt((batch) => {
        tries.push(batch.length);
        if (tries.length < until) throw new Transient();
        return batch.map(outcomeFor);
      });
    const passes = failing(5);
    expect((await Promise.all(['a', 'b'].map((id) => passes(charge(id))))).map(idOf)).toEqual(['a', 'b']);
    expect(tries).toEqual([2, 2, 2, 2, 2]);
    tries.length = 0;
    expect(idOf(await failing(11)(charge('a')))).toBe('a');
    tries.length = 0;
    await expect(failing(12)(charge('a'))).rejects.toBeInstanceOf(Transient);
    expect(tries).toHaveLength(11);
  });

  it('again and again is split by payer: what one of them meets fails nobody else', async () => {
    const sizes: number[] = [];
    const queue = prompt((batch) => {
      sizes.push(batch.length);
      if (batch.some(({ requestId }) => requestId === 'b')) throw new Transient();
      return batch.map(outcomeFor);
    });
    const settled = await Promise.allSettled(['a', 'b', 'c'].map((id) => queue(charge(id, id))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(sizes.toSorted()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3]);
  });

  it('fails for everyone in it, at once and with the reason, when nothing says that a second try would help', async () => {
    let tries = 0;
    const queue = prompt(() => {
      tries += 1;
      throw new Error('the store is away');
    });
    const settled = await Promise.allSettled(['a', 'b', 'c'].map((id) => queue(charge(id, id))));
    expect(settled.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
      Array<string>(3).fill('Error: the store is away'),
    );
    expect(tries).toBe(1);
  });

  it('leaves the queue open: the next batch is charged', async () => {
    let isAway = true;
    const queue = prompt((batch) => {
      if (isAway) throw new Error('the store is away');
      return batch.map(outcomeFor);
    });
    for (let one = 0; one < 5; one += 1) await expect(queue(charge('a'))).rejects.toThrow('away');
    isAway = false;
    expect(idOf(await queue(charge('b')))).toBe('b');
  });

  it('without an outcome for someone rejects that one alone', async () => {
    const queue = prompt((batch) => batch.slice(0, -1).map(outcomeFor));
    const settled = await Promise.allSettled(['a', 'b'].map((id) => queue(charge(id))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a batch that waits too long for a balance', () => {
  it('is split by payer: only the calls of that balance wait, each keeps its order', async () => {
    const batches: string[][] = [];
    const queue = prompt((batch) => {
      batches.push(batch.map(({ requestId }) => requestId));
      if (batch.some(({ payer }) => payer.kind === 'key' && payer.sha256.toString() === 'held'))
        throw new BlockedError();
      return batch.map(outcomeFor);
    });
    const calls: [string, string][] = [
      ['a', 'one'],
      ['b', 'held'],
      ['c', 'two'],
      ['d', 'one'],
      ['e', 'held'],
    ];
    const settled = await Promise.allSettled(calls.map(([id, key]) => queue(charge(id, key))));
    expect(settled.map((one) => (one.status === 'fulfilled' ? idOf(one.value) : 'blocked'))).toEqual([
      'a',
      'blocked',
      'c',
      'd',
      'blocked',
    ]);
    expect(batches).toEqual([['a', 'b', 'c', 'd', 'e'], ['a', 'd'], ['b', 'e'], ['c']]);
  });

  it('of one payer is given up at once: whoever asks decides whether to wait on', async () => {
    let tries = 0;
    const queue = prompt(() => {
      tries += 1;
      throw new BlockedError();
    });
    await expect(queue(charge('a'))).rejects.toBeInstanceOf(BlockedError);
    expect(tries).toBe(1);
  });

  it('and then meets another failure rejects those whom it met', async () => {
    const queue = prompt((batch) => {
      if (batch.length > 1) throw new BlockedError();
      if (batch[0]?.requestId === 'b') throw new Error('the store is away');
      return batch.map(outcomeFor);
    });
    const settled = await Promise.allSettled(['a', 'b', 'c'].map((id) => queue(charge(id, id))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
