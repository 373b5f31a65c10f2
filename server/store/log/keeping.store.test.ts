// The public log through legal removals, exports, restores, rotations of its key, and cosignatures.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountBench, accountBench } from '../../admin/testing/account-bench.ts';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { openLetters } from '../../ingest/testing/withdrawal.ts';
import { removeLegally } from '../../ingest/withdrawal/remove-legally.ts';
import { withdraw } from '../../ingest/withdrawal/withdraw.ts';
import { RightEdge, leafHash } from '../../log/merkle.ts';
import {
  ALGORITHM,
  cosignatureLine,
  isSignedBy,
  parseCheckpoint,
  publicBytesOf,
  verifierKeyOf,
} from '../../log/note.ts';
import { derivedId } from '../engine/ids.ts';
import { audit } from '../keeping/audit.ts';
import { databaseNow } from '../known/clock.ts';
import { readCheckpoint, signNewestHead } from './checkpoints.ts';
import { newestHead, readEntries } from './heads.ts';
import { logKeys } from './keys.ts';
import { exportedLines, restoreLines } from '../testing/export.ts';
import { testOrigin as origin } from '../testing/log.ts';
import { openTestStore } from '../testing/store.ts';
import type { Store } from '../engine/engine.ts';

let bench: LoadingBench;
let store: Store;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-'));
  bench = await openLetters('logged');
  ({ store } = bench);
});
afterEach(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

const driftsOf = async ({ db }: Store): Promise<unknown[]> => (await audit(db)).drifts;
const note = async ({ db }: Store): Promise<string> => (await readCheckpoint(db, null))?.note ?? '';
const sizeOf = async ({ db }: Store): Promise<number> => (await newestHead(db))?.size ?? 0;

async function rootAt({ db }: Store, size: number): Promise<string> {
  const edge = new RightEdge();
  for (const entry of await readEntries(db, { start: 0, end: size })) edge.append(leafHash(entry));
  return edge.root().toString('base64');
}

const remove = (id: string) =>
  removeLegally(store.db, { collection: 'live', id, reason: 'court order', dryRun: false });

type Opening = { leaf_index: number; entry: string; row_key: string | null };
const leaves = () =>
  bench.rows<Opening>(`select leaf_index, encode(entry, 'hex') as entry, row_key from log_leaf order by leaf_index`);

describe('a legal removal', () => {
  it('destroys the openings of what is gone, logs anew what stays in part, and keeps every entry', async () => {
    const evidence = derivedId('evidence', 'e:1');
    const [before, size] = [await leaves(), await sizeOf(store)];
    const root = await rootAt(store, size);
    await remove(evidence);
    const after = await leaves();
    expect(after.slice(0, size).map(({ entry }) => entry)).toEqual(before.map(({ entry }) => entry));
    expect(await rootAt(store, size)).toBe(root);
    expect(JSON.stringify(after)).not.toContain(evidence);
    expect(before.filter(({ row_key: key }) => key?.includes(evidence)).length).toBeGreaterThan(0);
    const [last] = await bench.rows<{ act: string; kind: string; salt: number }>(
      `select act, kind, octet_length(salt) as salt from log_leaf order by leaf_index desc limit 1`,
    );
    expect(last).toEqual({ act: 'removed', kind: 'removal', salt: 32 });
    const [again] = await bench.rows<{ count: number }>(
      `select count(*)::integer as count from log_leaf where leaf_index >= ? and act = 'opened' and kind = 'part'`,
      [size],
    );
    expect(again?.count).toBeGreaterThan(0);
    expect(await driftsOf(store)).toEqual([]);
  });

  it('of what was withdrawn before grows the log without a release', async () => {
    const id = derivedId('evidence', 'e:2');
    await withdraw(store.db, { collection: 'live', id, reason: 'asked for', dryRun: false });
    const [head, size] = [await newestHead(store.db), await sizeOf(store)];
    await remove(id);
    const after = await newestHead(store.db);
    expect([after?.release, after?.act]).toEqual([head?.release, 'removed']);
    expect(after?.size).toBeGreaterThan(size);
    expect(await driftsOf(store)).toEqual([]);
    await bench.statements(statement('s:after', { observed_at: '2020-06-01T15:00:00Z' }));
    await bench.release();
    expect(await driftsOf(store)).toEqual([]);
  });

  it('does not hide a row that was changed by hand before', async () => {
    await store.db.raw(`update person set name = 'Somebody Else' where person_id = 'p:bo'`);
    await store.db.raw(`update evidence set title = 'Forged' where evidence_id = ?`, [derivedId('evidence', 'e:3')]);
    await remove(derivedId('evidence', 'e:1'));
    expect((await driftsOf(store)).length).toBe(2);
  });

  it('that is only tried leaves the log as it is', async () => {
    const before = await leaves();
    await removeLegally(store.db, {
      collection: 'live',
      id: derivedId('evidence', 'e:1'),
      reason: 'court order',
      dryRun: true,
    });
    expect(await leaves()).toEqual(before);
  });
});

describe('a restored store', () => {
  it('signs nothing until it is shown to extend what was seen, and then the same log', async () => {
    const seen = await note(store);
    const lines = await exportedLines(store);
    const other = await openTestStore();
    try {
      await restoreLines(other, lines);
      expect(await driftsOf(other)).toEqual([]);
      const size = await sizeOf(other);
      await grow(other);
      expect(await sizeOf(other)).toBeGreaterThan(size);
      expect(parseCheckpoint(await note(other))?.size).toBe(size);
      const admin = accountBench(other);
      const file = join(folder, 'seen');
      await writeFile(file, seen.replace(`\n${size}\n`, `\n${size + 1}\n`));
      expect(await refusalOf(admin, 'continue', '--seen', file)).toBe('of-another-log');
      await writeFile(file, seen);
      await admin.reported('log', 'continue', '--seen', file);
      expect(parseCheckpoint(await note(other))?.size).toBe(await sizeOf(other));
      expect(await driftsOf(other)).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('that is older than what was seen never signs again under its origin, but may under another', async () => {
    const lines = await exportedLines(store);
    await grow(store);
    const file = join(folder, 'seen');
    await writeFile(file, await note(store));
    const other = await openTestStore();
    try {
      await restoreLines(other, lines);
      const admin = accountBench(other);
      expect(await refusalOf(admin, 'continue', '--seen', file)).toBe('does-not-extend');
      await admin.reported('log', 'rename', '--origin', 'copy.example/log');
      expect((await note(other)).split('\n')[0]).toBe('copy.example/log');
      expect(await driftsOf(other)).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

async function grow(target: Store): Promise<void> {
  const more = await LoadingBench.open(target);
  await more.statements(statement('s:grown', { observed_at: '2020-07-01T15:00:00Z' }));
  await more.release();
}

async function refusalOf(admin: AccountBench, ...words: string[]): Promise<string> {
  const { exit, stdout } = await admin.run('log', ...words, '--json');
  expect(exit).toBe(1);
  return String((JSON.parse(stdout) as { reason: string }).reason);
}

describe('the keys', () => {
  it('sign together after a rotation, so that readers of either verify the checkpoint', async () => {
    const admin = accountBench(store);
    await admin.reported('log', 'rotate-key');
    await grow(store);
    const signed = parseCheckpoint(await note(store));
    const keys = await logKeys(store.db, origin);
    expect(keys.length).toBe(2);
    const verifiers = keys.map(({ public_key: publicKey }) => ({
      name: origin,
      algorithm: ALGORITHM.ed25519,
      publicKey,
    }));
    expect(verifiers.map((verifier) => signed?.lines.some((line) => isSignedBy(signed.text, line, verifier)))).toEqual([
      true,
      true,
    ]);
    await store.db.raw(`update log_key set retired_at = created_at where retired_at is not null`);
    await bench.statements(statement('s:later', { observed_at: '2020-08-01T15:00:00Z' }));
    await bench.release();
    expect(parseCheckpoint(await note(store))?.lines.length).toBe(1);
    expect(await driftsOf(store)).toEqual([]);
  });
});

describe('a witness', () => {
  it('that is named adds its cosignature to the checkpoint; anything else is refused', async () => {
    const admin = accountBench(store);
    const seed = Buffer.alloc(32, 9);
    const witness = { name: 'witness.example', algorithm: ALGORITHM.cosignature, publicKey: publicBytesOf(seed) };
    const request = String((await admin.reported('log', 'witness-request', '--old', '0'))['body']);
    expect(request.startsWith(`old 0\n\n${origin}\n`)).toBe(true);
    const { text = '' } = parseCheckpoint(request.slice('old 0\n\n'.length)) ?? {};
    const file = join(folder, 'answer');
    await writeFile(file, `${cosignatureLine(text, { name: witness.name, seed }, 1_790_000_000n)}\n`);
    expect(await refusalOf(admin, 'cosign', '--cosignature', file)).toBe('unknown-witness');
    await admin.reported('log', 'add-witness', '--verifier-key', verifierKeyOf(witness));
    expect((await admin.reported('log', 'cosign', '--cosignature', file))['added']).toBe(1);
    expect((await admin.reported('log', 'cosign', '--cosignature', file))['added']).toBe(0);
    const signed = parseCheckpoint(await note(store));
    expect(signed?.lines.filter((line) => isSignedBy(signed.text, line, witness)).length).toBe(1);
    await writeFile(file, `${cosignatureLine(`${text}more\n`, { name: witness.name, seed }, 1_790_000_000n)}\n`);
    expect(await refusalOf(admin, 'cosign', '--cosignature', file)).toBe('no-such-checkpoint');
    await signNewestHead(store.db, await databaseNow(store.db));
    expect(await driftsOf(store)).toEqual([]);
  });
});
