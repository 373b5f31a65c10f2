// Round trip of an export: the restored store has the same answers, replays, receipts, cursors, keys, grants and
// export.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountBench } from '../../../server/admin/testing/account-bench.ts';
import { type Audit, audit } from '../../../server/store/keeping/audit.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { leftOut } from '../../../server/store/keeping/export-format.ts';
import { storeTables } from '../../../server/store/migrations/schema-tables.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { type FullStore, fillStore } from './full-store.ts';
import { askedOf, differing, type StoreState, observe } from './observed.ts';

let folder: string;
let store: Store;
let restored: Store;
let full: FullStore;
let before: StoreState;
let balances: [Audit, Audit];
let report: { rows: Record<string, number>; left_out: object };
const file = (name: string): string => join(folder, name);
const linesOf = async (name: string): Promise<string[]> =>
  gunzipSync(await readFile(file(name)))
    .toString()
    .split('\n');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  store = await openTestStore();
  restored = await openTestStore();
  full = await fillStore(store, folder);
  before = await observe(store, full, 'first');
  report = (await accountBench(store).reported('export', file('first.gz'))) as typeof report;
  await accountBench(restored).reported('restore', file('first.gz'));
  balances = [await audit(store.db), await audit(restored.db)];
});
afterAll(async () => {
  await Promise.all([store.close(), restored.close()]);
  await rm(folder, { recursive: true, force: true });
});

describe('an export', () => {
  it('holds rows of every table of the store but those that it says it leaves out', async () => {
    const names = (await storeTables(store.db)).map(({ name }) => name);
    expect([...Object.keys(report.rows), ...Object.keys(report.left_out)].sort()).toEqual([...names].sort());
    expect(report.left_out).toEqual(leftOut);
    const empty = Object.entries(report.rows).filter(([, count]) => count === 0);
    expect(empty, 'full-store.ts writes a row of every exported table').toEqual([]);
    expect(Object.keys(report.rows).length).toBeGreaterThan(35);
  });

  it('of the restored store has the same bytes, but for the moment that it was taken at', async () => {
    await accountBench(restored).reported('export', file('second.gz'));
    const [first, second] = [await linesOf('first.gz'), await linesOf('second.gz')];
    const unlike = (line = '{}') => ({ ...(JSON.parse(line) as object), taken_at: null, sha256: null });
    expect(unlike(second[0])).toEqual(unlike(first[0]));
    expect(unlike(second.at(-2))).toEqual(unlike(first.at(-2)));
    expect(second.slice(1, -2).join('\n') === first.slice(1, -2).join('\n')).toBe(true);
    expect(first.length).toBeGreaterThan(1_000);
  });

  it('holds no key, token, password, link or code, whole or without its prefix and its checksum', async () => {
    const text = (await linesOf('first.gz')).join('\n');
    for (const secret of full.secrets) {
      expect(secret.length).toBeGreaterThan(11);
      const core = secret.replaceAll('-', '').slice(-30, secret.length > 40 ? -6 : undefined);
      for (const part of [secret, core, Buffer.from(secret).toString('base64')]) expect(text).not.toContain(part);
    }
    expect(full.secrets.length).toBeGreaterThan(14);
    // Proves that the search would find a secret: the name of a key is in the text.
    expect(text).toContain('"desk"');
    expect(text).toContain('$argon2id$');
  });
});

describe('the restored store', () => {
  let after: StoreState;
  beforeAll(async () => {
    after = await observe(restored, full, 'first');
  });

  it('has the balances and entries of the other one, and no drift', () => {
    expect(balances[1]).toEqual(balances[0]);
    expect(balances[1]).toMatchObject({ accounts: 1, prepaid: { granted: 45, taken_back: 5 }, drifts: [] });
    expect(balances[1].entries).toBeGreaterThan(100);
  });

  it('answers what was charged before with its bytes, and free', () => {
    const charged = before.answers.filter(({ charge }) => charge !== null);
    expect(charged.length).toBeGreaterThan(100);
    const repeated = after.answers.filter(({ replayed }) => replayed);
    expect(repeated.length).toBe(charged.length);
    expect(repeated.every(({ charge }) => charge === '0')).toBe(true);
    expect(differing(after.answers, before.answers)).toEqual([]);
    expect([after.entries, after.standing]).toEqual([before.entries, before.standing]);
  });

  it('answers every recorded request, built anew, with the same bytes', async () => {
    const again = await askedOf(restored, full, 'second');
    expect(differing(again, before.answers)).toEqual([]);
    expect(again.length).toBeGreaterThan(130);
    expect(again.every(({ replayed }) => !replayed)).toBe(true);
  });

  it('gives the same receipts, and refuses bytes that were removed by law', () => {
    expect(after.receipts).toEqual(before.receipts);
    expect(after.receipts.length).toBeGreaterThan(100);
    expect(after.removed).toEqual(before.removed);
    expect(after.removed.status).toBe(451);
  });

  it('goes on from the cursors of the key that signs and of the one before it', () => {
    expect(after.pages).toEqual(before.pages);
    expect(after.pages.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('knows whose every key, session, device code and token is', () => {
    expect(after.known).toEqual(before.known);
    expect(Object.values(after.known)).not.toContain(null);
    expect(Object.keys(after.known)).toHaveLength(8);
  });
});
