// Records stored separately: from the second page that contains them, and noted again every seven days.
import { beforeEach, expect, it } from 'vitest';
import type { Parts, SharedRecord } from '../terms/page-parts.ts';
import { RECORD_PLACE, sharedRecord } from '../memory/shared-records.ts';
import { keptRecords } from './kept-records.ts';

/** As the lists share them: one text, one record. */
const shared = new Map<string, SharedRecord>();
function recordOf(text: string): SharedRecord {
  const record = shared.get(text) ?? sharedRecord(text);
  shared.set(text, record);
  return record;
}
beforeEach(() => shared.clear());

const partsOf = (...texts: string[]): Parts => ({
  frame: Buffer.from(texts.map(() => String.fromCharCode(RECORD_PLACE)).join()),
  records: texts.map(recordOf),
});

/** The stored form of a page: null for whole pages, else the records that accompany it. */
function world() {
  const state = { day: 1 };
  const kept = keptRecords(() => new Date(Date.UTC(2026, 0, state.day, 12)).toISOString());
  const keep = (parts: Parts, { fails = false } = {}): string[] | null => {
    const needed = kept.needed();
    const written = needed.parts(parts);
    const records = needed.records().map(({ bytes }) => bytes.toString());
    if (!fails) needed.areKept();
    return written === null ? null : records;
  };
  return { state, kept, keep };
}

it('whoever walks through a list once has whole pages kept; from its second walk on, frames', () => {
  const { keep } = world();
  expect(keep(partsOf('a', 'b'))).toBeNull();
  expect(keep(partsOf('c', 'd'))).toBeNull();
  expect(keep(partsOf('a', 'b'))).toEqual(['a', 'b']);
  expect(keep(partsOf('a', 'b'))).toEqual([]);
  expect(keep(partsOf('b', 'c'))).toEqual(['c']);
});

it('a page of which at least half was told before is kept as its frame with the rest', () => {
  const { keep } = world();
  keep(partsOf('a', 'b'));
  expect(keep(partsOf('a', 'x', 'y'))).toBeNull();
  expect(keep(partsOf('a', 'b', 'x', 'z'))).toEqual(['a', 'b', 'x', 'z']);
});

it('its digests stand in the order of the page, and a record that it tells twice goes with it once', () => {
  const { kept, keep } = world();
  const parts = partsOf('b', 'a', 'b');
  keep(parts);
  const needed = kept.needed();
  const digest = (text: string): Buffer => Buffer.from(sharedRecord(text).sha256, 'latin1');
  expect(needed.parts(parts)).toEqual({
    frame: parts.frame,
    records: Buffer.concat([digest('b'), digest('a'), digest('b')]),
  });
  expect(needed.records()).toEqual([
    { digest: digest('b'), bytes: Buffer.from('b') },
    { digest: digest('a'), bytes: Buffer.from('a') },
  ]);
});

it('what a statement failed to keep goes with the next one', () => {
  const { keep } = world();
  keep(partsOf('a'));
  expect(keep(partsOf('a'), { fails: true })).toEqual(['a']);
  expect(keep(partsOf('a'))).toEqual(['a']);
  expect(keep(partsOf('a'))).toEqual([]);
});

it('a record is noted again on the seventh day, and when the clock went back', () => {
  const { state, keep } = world();
  keep(partsOf('a'));
  const noted: [day: number, records: string[]][] = [
    [1, ['a']],
    [7, []],
    [8, ['a']],
    [14, []],
    [15, ['a']],
    [3, ['a']],
  ];
  for (const [day, records] of noted) {
    state.day = day;
    expect([day, keep(partsOf('a'))]).toEqual([day, records]);
  }
  expect(noted).toHaveLength(6);
});
