// Caches by name: bounded, counted, and without effect once switched off.
import { afterEach, describe, expect, it } from 'vitest';
import { boundCaches, boundOf, bytesOf, cacheNames, caches, cachesBytesMin, copiesOf } from './caches.ts';
import { cacheFigures, cachesBytesMax, remembered, switchOff } from './remembered.ts';

const figuresOf = (name: string) => cacheFigures().find((one) => one.name === name);

describe('a cache', () => {
  it('counts what it finds and what it does not, and an entry that does not fit is not found', () => {
    const before = figuresOf('tallies');
    const tallies = remembered<string, number>('tallies');
    tallies.set('one', 1);
    expect(tallies.get('one')).toBe(1);
    expect(tallies.get('two')).toBeUndefined();
    expect(tallies.get('one', (value) => value > 1)).toBeUndefined();
    expect(tallies.peek('one')).toBe(1);
    const after = figuresOf('tallies');
    expect((after?.hits ?? 0) - (before?.hits ?? 0)).toBe(1);
    expect((after?.misses ?? 0) - (before?.misses ?? 0)).toBe(2);
    expect(after?.bytes).toBe(caches.tallies.entryBytes);
  });

  it('stays within its bound, in entries or in bytes', () => {
    const days = remembered<number, string>('calendar-days');
    for (let day = 0; day < 20; day += 1) days.set(day, 'day');
    expect(Array.from({ length: 20 }, (_, day) => days.peek(day)).filter((day) => day !== undefined)).toHaveLength(
      caches['calendar-days'].entriesMax,
    );
    const quoted = remembered<string, string>('quoted', { bytesMax: 10, sizeOf: (text) => text.length });
    quoted.set('a', '123456');
    quoted.set('b', '12345');
    expect([quoted.peek('a'), quoted.peek('b'), quoted.bytes()]).toEqual([undefined, '12345', 5]);
  });

  it('keeps nothing once it is switched off, and lets go of what it is given', () => {
    const left: string[] = [];
    const names = remembered<string, string>('names', { sizeOf: () => 1, dispose: (_, key) => left.push(key) });
    names.set('before', 'kept');
    switchOff(['names']);
    names.set('after', 'lost');
    expect([names.get('after'), names.bytes(), left]).toEqual([undefined, 1, ['after']]);
  });
});

describe('the bound of all', () => {
  afterEach(() => boundCaches(null));

  it('is what was set, from the least on; state keeps its own', () => {
    for (const bytesMax of [cachesBytesMin, 200_000_000, 300_000_000, 2_000_000_000]) {
      boundCaches(bytesMax);
      // Entries are whole.
      const sum = cacheNames.reduce((total, name) => total + bytesOf(boundOf(name)) * copiesOf(name), 0);
      expect(Math.abs(sum - bytesMax)).toBeLessThan(0.02 * bytesMax);
      expect(boundOf('buckets')).toEqual(caches.buckets);
    }
  });

  it('holds for a cache that was made before it', () => {
    const compressed = remembered<string, string>('compressed', { sizeOf: (text) => text.length });
    boundCaches(cachesBytesMin);
    compressed.set('large', 'x'.repeat(caches.compressed.bytesMax / 8));
    expect(compressed.peek('large')).toBeUndefined();
    compressed.set('small', 'x'.repeat(caches.compressed.bytesMax / 20));
    expect(compressed.peek('small')).toBeDefined();
  });
});

it('all have a bound, and the sum counts one that was not opened yet', () => {
  const figures = cacheFigures();
  expect(figures.map(({ name }) => name)).toEqual(cacheNames);
  expect(figures.every(({ bytesMax }) => bytesMax > 0)).toBe(true);
  expect(figuresOf('calendar-days')?.bytesMax).toBeGreaterThanOrEqual(2 * bytesOf(caches['calendar-days']));
  expect(cachesBytesMax()).toBe(figures.reduce((sum, { bytesMax }) => sum + bytesMax, 0));
});
