// The service clock, rule by rule.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseNow, openRelease, readHead, resolveCutoff, retrying, tick, type NewRelease } from './clock.ts';
import type { Instant } from '../engine/db.ts';
import type { Store } from '../engine/engine.ts';
import { ReleaseRefusal } from '../engine/failures.ts';
import { type ReleaseReader, releaseReader } from './releases.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const epoch = '1970-01-01T00:00:00.000Z';
const now = '2020-06-01T12:00:00.000Z';

const release = (over: Partial<NewRelease> = {}): Promise<{ version: number; effectiveAt: Instant }> =>
  retrying(store.db, (trx) =>
    openRelease(trx, { collection: 'live', kind: 'release', now, newestObservedAt: null, ...over }),
  );
const watermark = async (): Promise<Instant> => (await readHead(store.db, 'live')).watermark;

describe('openRelease', () => {
  it('takes effect now, numbers versions without a gap, and leaves the other collection alone', async () => {
    expect(await release()).toEqual({ version: 1, effectiveAt: now });
    expect(await release({ now: '2020-06-01T12:00:01.000Z' })).toEqual({
      version: 2,
      effectiveAt: '2020-06-01T12:00:01.000Z',
    });
    expect(await readHead(store.db, 'preview')).toEqual({
      collection: 'preview',
      version: 0,
      watermark: epoch,
      removals: 0,
    });
  });

  it('takes effect a millisecond after the watermark when the clock has not moved on', async () => {
    await release();
    expect((await release()).effectiveAt).toBe('2020-06-01T12:00:00.001Z');
    expect((await release({ now: '2020-01-01T00:00:00.000Z' })).effectiveAt).toBe('2020-06-01T12:00:00.002Z');
  });

  it('may be dated in the past, and then settles everything up to its newest observation', async () => {
    await release({ effectiveAt: '2014-01-01T00:00:00.000Z', newestObservedAt: '2016-03-31T20:00:00.000Z' });
    expect(await watermark()).toBe('2016-03-31T20:00:00.000Z');
    await release({ effectiveAt: '2016-03-31T20:00:00.001Z', newestObservedAt: '2014-06-01T00:00:00.000Z' });
    expect(await watermark()).toBe('2016-03-31T20:00:00.001Z');
  });

  it('refuses to take effect at or before the watermark, and writes nothing', async () => {
    await release();
    for (const effectiveAt of [now, '2020-06-01T11:59:59.999Z']) {
      const refused = await release({ effectiveAt }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(ReleaseRefusal);
      expect(refused).toMatchObject({ code: 'not-after-watermark', limit: now });
    }
    expect(await readHead(store.db, 'live')).toMatchObject({ version: 1, watermark: now });
  });

  it('refuses the future, of the release and of what was observed', async () => {
    const future = '2020-06-01T12:00:00.001Z';
    await expect(release({ effectiveAt: future })).rejects.toMatchObject({ code: 'in-the-future', limit: now });
    await expect(release({ newestObservedAt: future })).rejects.toMatchObject({ code: 'in-the-future', limit: now });
    expect((await readHead(store.db, 'live')).version).toBe(0);
  });

  it('is undone with the transaction it was opened in', async () => {
    const failing = retrying(store.db, async (trx) => {
      await openRelease(trx, { collection: 'live', kind: 'release', now, newestObservedAt: null });
      throw new Error('the rows could not be written');
    });
    await expect(failing).rejects.toThrow('could not be written');
    expect(await readHead(store.db, 'live')).toEqual({ collection: 'live', version: 0, watermark: epoch, removals: 0 });
  });
});

describe('tick', () => {
  it('moves the watermark forward only, and only after the first release', async () => {
    expect(await tick(store.db, 'live', '2020-05-29T21:00:00.000Z')).toBe(false);
    expect(await watermark()).toBe(epoch);
    await release();
    expect(await tick(store.db, 'live', '2020-05-29T21:00:00.000Z')).toBe(false);
    expect(await tick(store.db, 'live', '2020-06-01T21:00:00.000Z')).toBe(true);
    expect(await tick(store.db, 'live', '2020-06-01T21:00:00.000Z')).toBe(false);
    expect(await readHead(store.db, 'live')).toEqual({
      collection: 'live',
      version: 1,
      watermark: '2020-06-01T21:00:00.000Z',
      removals: 0,
    });
  });

  it('never moves the preview clock', async () => {
    await release({ collection: 'preview' });
    expect(await tick(store.db, 'preview', '2020-06-01T21:00:00.000Z')).toBe(false);
    expect((await readHead(store.db, 'preview')).watermark).toBe(now);
  });

  it('does not believe a server whose clock runs ahead of the database', async () => {
    await release();
    expect(await tick(store.db, 'live', '2999-01-01T00:00:00.000Z')).toBe(false);
    expect(await watermark()).toBe(now);
  });
});

describe('a cutoff', () => {
  /** Like a server with a cache, across releases. */
  let releaseAt: ReleaseReader;
  beforeEach(() => {
    releaseAt = releaseReader();
  });
  const resolve = async (requested: Instant | null): Promise<unknown> => {
    const head = await readHead(store.db, 'live');
    return resolveCutoff(requested, head, (asOf) => releaseAt(store.db, head, asOf));
  };

  it('before the first release every cutoff is 1970 and version 0', async () => {
    const nothing = { collection: 'live', version: 0, asOf: epoch, removals: 0, effectiveAt: null };
    expect([await resolve(null), await resolve(now)]).toEqual([nothing, nothing]);
  });

  it('answers with the newest version effective by then, to the millisecond, and never beyond the watermark', async () => {
    await release({ effectiveAt: '2020-01-01T00:00:00.000Z' });
    expect(await resolve('2020-02-01T00:00:00.000Z')).toMatchObject({ version: 1, asOf: '2020-01-01T00:00:00.000Z' });
    await release({ effectiveAt: '2020-02-01T00:00:00.000Z', newestObservedAt: '2020-02-05T00:00:00.000Z' });
    const at = { collection: 'live', removals: 0 };
    expect(await resolve('2019-12-31T23:59:59.999Z')).toEqual({
      ...at,
      version: 0,
      asOf: '2019-12-31T23:59:59.999Z',
      effectiveAt: null,
    });
    expect(await resolve('2020-01-31T23:59:59.999Z')).toMatchObject({ version: 1, asOf: '2020-01-31T23:59:59.999Z' });
    expect(await resolve('2020-02-01T00:00:00.000Z')).toMatchObject({
      version: 2,
      effectiveAt: '2020-02-01T00:00:00.000Z',
    });
    for (const requested of [null, '2020-02-05T00:00:00.000Z', '2020-02-05T00:00:00.001Z', now]) {
      expect(await resolve(requested)).toMatchObject({ version: 2, asOf: '2020-02-05T00:00:00.000Z' });
    }
  });
});

describe('databaseNow', () => {
  it('is a canonical instant that never runs ahead of the database clock', async () => {
    for (let read = 0; read < 50; read++) {
      const instant = await databaseNow(store.db);
      expect(instant).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const { rows } = await store.db.raw('select ?::timestamptz <= clock_timestamp() as past', [instant]);
      expect(rows).toEqual([{ past: true }]);
    }
  });
});

describe('retrying', () => {
  const failing = (times: number, code: string): { attempts: () => number; run: Promise<string> } => {
    let attempts = 0;
    const run = retrying(store.db, async (trx) => {
      attempts++;
      await trx.raw('insert into schema_migration values (?, false, now())', [`probe-${attempts}`]);
      if (attempts <= times) throw Object.assign(new Error('try again'), { code });
      return 'done';
    });
    return { attempts: () => attempts, run };
  };

  it.each(['40001', '40P01'])(
    'runs a transaction again after %s, and keeps nothing of the failed attempts',
    async (code) => {
      const { attempts, run } = failing(2, code);
      expect(await run).toBe('done');
      expect(attempts()).toBe(3);
      expect(await store.db('schema_migration').whereLike('name', 'probe%').pluck('name')).toEqual(['probe-3']);
    },
  );

  it('gives up after six attempts, and at once for any other error', async () => {
    const often = failing(9, '40001');
    await expect(often.run).rejects.toThrow('try again');
    expect(often.attempts()).toBe(6);
    const other = failing(9, '23505');
    await expect(other.run).rejects.toThrow('try again');
    expect(other.attempts()).toBe(1);
  });
});
