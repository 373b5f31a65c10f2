// One command moves a service from the embedded store to PostgreSQL: every answer, replay, receipt, cursor, key and balance is as it was.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commands } from '../../../server/admin/commands.ts';
import { handOver, serveAdmin } from '../../../server/admin/keeping/hand-over.ts';
import { accountBench } from '../../../server/admin/testing/account-bench.ts';
import { audit } from '../../../server/store/keeping/audit.ts';
import { openStore, type Store } from '../../../server/store/engine/engine.ts';
import { contentOf, exportedLines } from '../../../server/store/testing/export.ts';
import { databaseUrlOf, openTestStore } from '../../../server/store/testing/store.ts';
import { type FullStore, fillStore } from './full-store.ts';
import { type Observed, askedOf, differing, observe } from './observed.ts';

let dataDir: string;
let embedded: Store;
let server: Store;
let full: FullStore;
let before: Observed;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'move-'));
  embedded = await openStore({ dataDir: join(dataDir, 'data') });
  server = await openTestStore();
  full = await fillStore(embedded, dataDir);
  before = await observe(embedded, full, 'first');
});
afterAll(async () => {
  await Promise.all([embedded.close(), server.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

it('prints what would be moved, then moves it, then refuses to move it again', async () => {
  const address = await databaseUrlOf(server);
  const { password, pathname, host } = new URL(address);
  const tried = await accountBench(embedded).reported('migrate-to', address, '--dry-run');
  expect(tried).toMatchObject({ dry_run: true, to: `${host}${pathname}`, engine: 'embedded' });
  const said = await accountBench(embedded).run('migrate-to', address, '--dry-run');
  expect(said.stdout).toContain(
    `dry run: nothing was kept\nbut the empty tables that it was tried on: they stay in ${host}`,
  );

  // A server that holds the store does it all the same.
  const context = {
    store: embedded,
    now: () => '2026-11-01T00:00:00.000Z',
    randomBytes,
    baseUrl: 'https://research.test',
  };
  const served = await serveAdmin(dataDir, context);
  const phases = new Set<string>();
  const ask = { command: 'migrate-to', argv: [address] };
  const moved = await handOver(dataDir, ask, (_place, phase) => void phases.add(phase)).finally(() => served.close());
  expect(moved).toMatchObject({ exit: 0, stderr: '' });
  expect([...phases]).toEqual(['migrate']);
  expect(moved?.stdout).toMatch(/^\d+ rows of \d\d tables, as the embedded store had them at \S+Z; no drift\n/);
  expect(moved?.stdout).toContain(`it is in ${host}${pathname} now: start the servers with DATABASE_URL on it`);
  expect(moved?.stdout).not.toContain(password);

  const again = await accountBench(embedded).run('migrate-to', address);
  expect(again).toMatchObject({ exit: 1, stdout: '' });
  expect(again.stderr).toContain('refused: the store is not empty: workspace 1, ');
  expect(again.stderr).not.toContain(password);
  expect(commands.some(({ name }) => name === 'migrate-to')).toBe(true);
});

it('holds the same rows on both engines, to the byte', async () => {
  expect(contentOf(await exportedLines(server))).toEqual(contentOf(await exportedLines(embedded)));
  expect(await audit(server.db)).toEqual(await audit(embedded.db));
});

it('answers from PostgreSQL what the embedded store answered, charged or built anew', async () => {
  const after = await observe(server, full, 'first');
  expect(after.answers.filter(({ replayed }) => replayed).length).toBe(
    before.answers.filter(({ charge }) => charge !== null).length,
  );
  expect(differing(after.answers, before.answers)).toEqual([]);
  const { answers: _answers, ...rest } = after;
  const { answers: _before, ...expected } = before;
  expect(rest).toEqual(expected);
  expect(after.receipts.length).toBeGreaterThan(100);
  expect(differing(await askedOf(server, full, 'second'), before.answers)).toEqual([]);
});
