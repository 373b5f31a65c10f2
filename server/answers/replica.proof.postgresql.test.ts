// Reads from a replica that has caught up, and from the primary otherwise: the bytes are the same.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { StoreUnavailable, storeFailure } from '../store/engine/failures.ts';
import { publishTold } from '../store/testing/research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type Answers, createAnswers } from './answers.ts';
import { withReplica } from './replica.ts';

let primary: Store;
let copy: Store;
let asked: { primary: number; copy: number };
const baseUrl = 'https://research.test';
const day = (number: number): string => `2029-01-0${number}T00:00:00.000Z`;

beforeAll(async () => {
  [primary, copy] = [await openTestStore(), await openTestStore()];
  // The contents of a streaming replica, by the same release on both: a release is deterministic.
  for (const store of [primary, copy]) {
    await publishTold(store.db, { told: [{ belief: 'b1', observedAt: day(1) }], now: day(2), effectiveAt: day(2) });
  }
  primary.db.on('query', ({ sql }: { sql: string }) => void (sql.includes('revision') && (asked.primary += 1)));
  copy.db.on('query', ({ sql }: { sql: string }) => void (sql.includes('revision') && (asked.copy += 1)));
});
afterAll(async () => {
  await primary.close();
  await copy.close().catch(() => undefined);
});
beforeEach(() => {
  asked = { primary: 0, copy: 0 };
});

/** New servers, so that no cache remains from the previous test. */
function answering(): { answers: Answers; alone: Answers } {
  const now = (): string => day(9);
  const alone = createAnswers({ store: primary, baseUrl, now });
  const replica = createAnswers({ store: copy, baseUrl, now, isReplica: true });
  return {
    answers: withReplica(createAnswers({ store: primary, baseUrl, now }), replica, {
      elapsed: () => performance.now(),
      isUnavailable: (error) => storeFailure(error) instanceof StoreUnavailable,
    }),
    alone,
  };
}

async function sameAsThePrimary(): Promise<void> {
  const { answers, alone } = answering();
  const got = await answers.brief('live', { ticker: 'NWTB' });
  const counted = { ...asked };
  expect(got.sha256).toBe((await alone.brief('live', { ticker: 'NWTB' })).sha256);
  asked = counted;
}

/** The primary's watermark has moved with its calendar; the copy follows as a replica does. */
async function catchUp(): Promise<void> {
  await answering().alone.head('live');
  const { rows } = await primary.db.raw(`select watermark from head where collection = 'live'`);
  await copy.db.raw(`update head set watermark = ? where collection = 'live'`, [rows[0].watermark]);
}

it('reads from a replica that has come as far, without writing to it', async () => {
  await catchUp();
  await sameAsThePrimary();
  expect(asked.primary).toBe(0);
  expect(asked.copy).toBeGreaterThan(0);
});

it.each(['40001', '40P01'])('reads from the primary when the replica cancels a reading with %s', async (state) => {
  await catchUp();
  await copy.db.raw('alter table revision rename to revision_of_the_copy');
  await copy.db.raw(`create function cancelled() returns boolean language plpgsql as
    $$ begin raise exception 'canceling statement due to conflict with recovery' using errcode = '${state}'; end $$`);
  await copy.db.raw('create view revision as select * from revision_of_the_copy where cancelled()');
  try {
    await sameAsThePrimary();
    expect([asked.copy, asked.primary].every((count) => count > 0)).toBe(true);
  } finally {
    await copy.db.raw('drop view revision');
    await copy.db.raw('drop function cancelled()');
    await copy.db.raw('alter table revision_of_the_copy rename to revision');
  }
});

it('hands on what the replica refuses', async () => {
  await catchUp();
  await expect(answering().answers.brief('live', { ticker: 'ZZZZ' })).rejects.toMatchObject({ code: 'not-covered' });
  expect(asked.primary).toBe(0);
});

it('never moves the clock of the replica', async () => {
  const watermark = async () =>
    (await copy.db.raw(`select watermark from head where collection = 'live'`)).rows[0].watermark;
  await copy.db.raw(`update head set watermark = ? where collection = 'live'`, [day(2)]);
  await sameAsThePrimary();
  expect(await watermark()).toBe(day(2));
});

it('reads from the primary while the replica lags', async () => {
  await publishTold(primary.db, { told: [{ belief: 'b2', observedAt: day(3) }], now: day(4), effectiveAt: day(4) });
  await sameAsThePrimary();
  expect(asked.primary).toBeGreaterThan(0);
  expect(asked.copy).toBe(0);
});

it('reads from the primary while the replica does not answer', async () => {
  await copy.close();
  await sameAsThePrimary();
  expect(asked.primary).toBeGreaterThan(0);
});
