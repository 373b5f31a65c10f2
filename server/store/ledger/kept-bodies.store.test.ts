// Bodies stored in parts: read as delivered, emptied by legal removals, deleted after the last replay.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../keeping/audit.ts';
import type { Store } from '../engine/engine.ts';
import { blankKeptBodies } from '../published/erase.ts';
import { tidy } from '../keeping/retention.ts';
import { bodyInParts } from '../../testing/bodies.ts';
import { inLanes } from '../testing/lanes.ts';
import { openTestStore } from '../testing/store.ts';
import { keepBodies, readKeptBody } from './usage.ts';

const asOf = '2026-01-05T00:00:00.000Z';
const texts = ['{"belief_id":"bel_a","said":"für"}', '{"belief_id":"bel_b"}', '{"citation_id":"cit_c"}'] as const;
const [a, b, c] = texts;

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
beforeEach(() => store.db.raw('truncate kept_body, kept_record'));
afterAll(() => store.close());

const readBytes = async (digest: Buffer): Promise<Buffer | null | undefined> =>
  (await readKeptBody(store.db, digest))?.bytes;

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await store.db.raw(`select count(*)::integer as count from ${table} where ${where}`);
  return (rows as { count: number }[])[0]?.count ?? -1;
}

describe('a body in parts', () => {
  it('is read as it was delivered, whatever number of records it has', async () => {
    const bodies = [[], [a], [a, b, c], [c, a, c], Array.from({ length: 300 }, (_, at) => `{"n":${at}}`)].map((told) =>
      bodyInParts(asOf, told),
    );
    const records = bodies.flatMap((body) => body.records);
    const kept = await keepBodies(
      store.db,
      bodies.map((body) => body.kept),
      [...new Map(records.map((record) => [record.digest.toString('hex'), record])).values()],
    );
    expect(kept).toEqual(bodies.map(() => true));
    for (const { digest, bytes } of bodies) expect(await readBytes(digest)).toEqual(bytes);
    expect([await count('kept_body'), await count('kept_record')]).toEqual([5, 303]);
    expect((await audit(store.db)).drifts).toEqual([]);
  });

  it('needs no record that another one was kept with, and stands beside bodies that are whole', async () => {
    const [first, second] = [bodyInParts(asOf, [a, b]), bodyInParts(asOf, [b, a])];
    await keepBodies(store.db, [first.kept], first.records);
    const whole = bodyInParts(asOf, [c]);
    expect(await keepBodies(store.db, [second.kept, { digest: whole.digest, bytes: whole.bytes }])).toEqual([
      true,
      true,
    ]);
    expect(await readBytes(second.digest)).toEqual(second.bytes);
    expect(await readBytes(whole.digest)).toEqual(whole.bytes);
  });

  it('takes the form in which it was delivered last, until it is whole', async () => {
    const { digest, bytes, kept, records } = bodyInParts(asOf, [a, b]);
    const forms = [
      [kept, 1],
      [kept, 1],
      [{ digest, bytes }, 0],
      [kept, 0],
    ] as const;
    for (const [form, frames] of forms) {
      expect(await keepBodies(store.db, [form], records)).toEqual([true]);
      expect(await readBytes(digest)).toEqual(bytes);
      expect(await count('kept_body', 'frame is not null')).toBe(frames);
    }
    expect(forms).toHaveLength(4);
  });

  it('of which a record is lost has no bytes, and the audit says so', async () => {
    const { digest, kept, records } = bodyInParts(asOf, [a, b]);
    await keepBodies(store.db, [kept], records.slice(1));
    expect(await readKeptBody(store.db, digest)).toEqual({ bytes: null, removed_reason: null });
    expect((await audit(store.db)).drifts).toMatchObject([
      { subject: digest.toString('hex'), what: 'the records of a kept body', expected: '2', found: '1' },
    ]);
  });

  it('is kept by any number of servers at once, in whatever order they have bodies and records', async () => {
    const bodies = Array.from({ length: 12 }, (_, at) =>
      bodyInParts(
        asOf,
        Array.from({ length: 8 }, (_text, place) => `{"n":${(at * 7 + place) % 20}}`),
      ),
    );
    const keeping = Array.from({ length: 24 }, (_, at) => {
      const some = [...bodies.slice(at % 12), ...bodies.slice(0, at % 12)].slice(0, 6);
      const own = at % 2 === 0 ? some : some.toReversed();
      const records = new Map(own.flatMap((body) => body.records).map((one) => [one.digest.toString('hex'), one]));
      const kept = own.map((body) => body.kept);
      return () => keepBodies(store.db, kept, [...records.values()]);
    });
    expect((await inLanes(8, keeping)).flat()).toEqual(Array.from({ length: 144 }, () => true));
    for (const { digest, bytes } of bodies) expect(await readBytes(digest)).toEqual(bytes);
  });
});

describe('what the law removes', () => {
  it('is gone from bodies and records that mention it, and from no others', async () => {
    const [told, untold] = [bodyInParts(asOf, [a, b]), bodyInParts(asOf, [b, c])];
    await keepBodies(store.db, [told.kept, untold.kept], [...told.records, ...untold.records.slice(1)]);
    expect(await blankKeptBodies(store.db, { collection: 'live', ids: ['bel_a'], reason: 'court order' })).toBe(1);
    expect(await readKeptBody(store.db, told.digest)).toEqual({ bytes: null, removed_reason: 'court order' });
    expect(await readBytes(untold.digest)).toEqual(untold.bytes);
    expect([await count('kept_record', 'bytes is null'), await count('kept_record')]).toEqual([1, 3]);
    expect((await audit(store.db)).drifts).toEqual([]);
  });

  it('does not come back with a server that has not heard of it', async () => {
    const told = bodyInParts(asOf, [a, b]);
    await keepBodies(store.db, [told.kept], told.records);
    await blankKeptBodies(store.db, { collection: 'live', ids: ['bel_a'], reason: 'court order' });
    expect(await keepBodies(store.db, [told.kept], told.records)).toEqual([false]);
    const other = bodyInParts(asOf, [a, c]);
    // Its charge is refused, because the research has moved; its new records are not in the store.
    await keepBodies(store.db, [other.kept], other.records);
    expect(await readBytes(other.digest)).toBeNull();
    expect(await count('kept_record', `position('bel_a'::bytea in bytes) > 0`)).toBe(0);
    expect((await audit(store.db)).drifts).toEqual([]);
  });
});

describe('records', () => {
  it('stay for as long as a body that was kept on their last day may be part of a replay, and then go', async () => {
    const ages = [0, 38, 39, 40, 400];
    const bodies = ages.map((days) => bodyInParts(asOf, [`{"days":${days}}`]));
    // In one transaction it is the same day from first to last.
    await store.db.transaction(async (trx) => {
      for (const [index, { kept, records }] of bodies.entries()) {
        await keepBodies(trx, [kept], records);
        const age = [ages[index] ?? 0, records[0]?.digest ?? null];
        await trx.raw('update kept_record set kept_on = kept_on - ?::integer where digest = ?', age);
      }
      // Noted for the last time seven days, and a day of the clocks, before its last body.
      await trx.raw("update kept_body set kept_on = (now() at time zone 'UTC')::date - 31");
      expect(await tidy(trx)).toMatchObject({ bodies: 0, records: 2 });
    });
    const kept = [];
    for (const { digest } of bodies) kept.push((await readBytes(digest)) !== null);
    expect(kept).toEqual([true, true, true, false, false]);
  });

  it('that are told again start their time anew', async () => {
    const { kept, records } = bodyInParts(asOf, [a]);
    await keepBodies(store.db, [kept], records);
    await store.db.raw('update kept_record set kept_on = kept_on - 100');
    await keepBodies(store.db, [kept], records);
    expect((await tidy(store.db)).records).toBe(0);
  });
});
